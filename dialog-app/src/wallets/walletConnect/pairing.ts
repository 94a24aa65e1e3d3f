import { limits, type Network } from '@latchkey/protocol'
import type { Client, ClientSession } from './client.js'
import { toRpcError } from './errors.js'
import { buildProposal } from './proposal.js'

/** A code for a wallet to scan or open. */
export type PairingCode = {
  /** `wc:…@2?…` */
  readonly uri: string
  /** When the code stops being offered, milliseconds since the epoch. */
  readonly expiresAt: number
}

export type Pairing = PairingCode & {
  /** The session that the wallet approves. Rejects with its refusal. */
  readonly approval: Promise<ClientSession>
}

export type PairingsOptions = {
  readonly client: () => Promise<Client>
  readonly networks: () => readonly Network[]
  /** Milliseconds; the last `limits.pairingExpiryMargin` of them do not count. */
  readonly expiry: number
  readonly now: () => number
}

/** `wc:<topic>@2?…` */
const topicOf = (uri: string) => uri.slice(uri.indexOf(':') + 1, uri.indexOf('@'))

/** With so little left a wallet would not finish in time (specification section 4). Short test expiries have no margin to give. */
const margin = (expiry: number) => Math.min(limits.pairingExpiryMargin, expiry / 2)

/**
 * Makes codes, one at a time. A new one cancels the one before: an old uri can no longer connect.
 */
export function createPairings({ client, networks, expiry, now }: PairingsOptions) {
  let current: Pairing | undefined
  let creating: Promise<Pairing> | undefined

  const isLive = (pairing: Pairing | undefined): pairing is Pairing => pairing !== undefined && pairing.expiresAt > now()

  async function create(): Promise<Pairing> {
    const started = await client()
    await cancel()
    const createdAt = now()
    const { uri, approval } = await started.connect({ optionalNamespaces: buildProposal(networks()) })
    if (!uri) throw new Error('The client gave no pairing uri')
    const pairing: Pairing = {
      uri,
      expiresAt: createdAt + expiry - margin(expiry),
      approval: approval().catch((error: unknown) => {
        throw toRpcError(error)
      }),
    }
    // Somebody awaits it later, or nobody does.
    pairing.approval.catch(() => undefined)
    pairing.approval.then(
      () => forget(pairing),
      () => forget(pairing),
    )
    current = pairing
    return pairing
  }

  const forget = (pairing: Pairing) => {
    if (current === pairing) current = undefined
  }

  /** Makes the offered code useless: whatever a wallet answers to it is not heard. */
  async function cancel(): Promise<void> {
    const old = current
    if (!old) return
    current = undefined
    const started = await client()
    const topic = topicOf(old.uri)
    for (const proposal of started.proposal.getAll({ pairingTopic: topic }))
      await started.proposal.delete(proposal.id, { code: 6000, message: 'User disconnected.' })
    // Also tells a wallet that has scanned the old code already.
    if (started.core.pairing.pairings.keys.includes(topic)) await started.core.pairing.disconnect({ topic }).catch(() => undefined)
  }

  return {
    /**
     * The live code, or a new one. Callers at the same time share one.
     *
     * @throws RpcError when the relay cannot be reached or refuses us
     */
    take(): Promise<Pairing> {
      if (isLive(current)) return Promise.resolve(current)
      if (creating) return creating
      const mine = create()
        .catch((error: unknown) => {
          throw toRpcError(error)
        })
        .finally(() => {
          if (creating === mine) creating = undefined
        })
      creating = mine
      return mine
    },
    /** The live code, without waiting: a link has to be opened within the tap. */
    peek(): PairingCode | undefined {
      return isLive(current) ? { uri: current.uri, expiresAt: current.expiresAt } : undefined
    },
    cancel,
    /** Forgets the code together with the client that made it. */
    reset(): void {
      current = undefined
      creating = undefined
    },
  }
}

export type Pairings = ReturnType<typeof createPairings>
