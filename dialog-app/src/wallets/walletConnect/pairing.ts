import { limits, type Network, newId, reasonOf } from '@latchkey/protocol'
import type { Wallet } from '../wallet.js'
import type { Approval, Channel, ChannelCalls } from './channel.js'
import { buildProposal } from './proposal.js'

/** A code for a wallet to scan or open. */
export type PairingCode = {
  /** `wc:…@2?…` */
  readonly uri: string
  /** When the code stops being offered, milliseconds since the epoch. */
  readonly expiresAt: number
}

export type Pairing = PairingCode & {
  /** What the wallet approves. Rejects with its refusal. */
  readonly approval: Promise<Approval>
  /** Resolves when a wallet shows that it has the code; many show nothing before they answer. */
  readonly heard: Promise<void>
}

export type PairingsOptions = {
  readonly channel: Pick<Channel, 'call'>
  readonly networks: () => readonly Network[]
  /** The sign-in that wallets may do while they connect. */
  readonly offerSignIn: () => Promise<Wallet.SignInOffer | undefined>
  /** Milliseconds; the last `limits.pairingExpiryMargin` of them do not count. */
  readonly expiry: number
  readonly now: () => number
}

/** With so little left a wallet would not finish in time. Short test expiries have no margin to give. */
const margin = (expiry: number) => Math.min(limits.pairingExpiryMargin, expiry / 2)

/**
 * Makes codes, one at a time. A new one cancels the one before: an old uri can no longer connect.
 */
export function createPairings({ channel, networks, offerSignIn, expiry, now }: PairingsOptions) {
  let current: Pairing | undefined
  let control = new AbortController()
  let creating: Promise<Pairing> | undefined
  const tokens = new Set<string>()
  /** A wallet failed at the sign-in: from then on it is asked after the connection. */
  let connectsAlone = false

  async function propose(token: string, options: Parameters<typeof channel.call<'propose'>>[2]): Promise<Approval> {
    const signIn = connectsAlone ? undefined : await offerSignIn()
    return await channel.call('propose', { namespaces: buildProposal(networks()), token, ...(signIn && { signIn }) }, options)
  }

  const isLive = (pairing: Pairing | undefined): pairing is Pairing => pairing !== undefined && pairing.expiresAt > now()

  function create(): Promise<Pairing> {
    cancel()
    const createdAt = now()
    const token = newId()
    tokens.add(token)
    const { signal } = control
    return new Promise((resolve, reject) => {
      let taken = () => {}
      const heard = new Promise<void>((resolveHeard) => {
        taken = resolveHeard
      })
      // Told again when a wallet is heard, and when another tab takes over.
      const onNote = (note: ChannelCalls['propose']['note']) => {
        offer(note.uri)
        if (note.heard) taken()
      }
      const approval = propose(token, { signal, onNote })
      let offered = false
      const offer = (uri: string) => {
        if (offered) return
        offered = true
        const pairing: Pairing = { uri, expiresAt: createdAt + expiry - margin(expiry), approval, heard }
        approval.then(
          () => forget(pairing),
          (error: unknown) => {
            if (reasonOf(error) === 'authentication_failed') connectsAlone = true
            forget(pairing)
          },
        )
        if (!signal.aborted) current = pairing
        resolve(pairing)
      }
      approval.catch(reject)
    })
  }

  const forget = (pairing: Pairing) => {
    if (current === pairing) current = undefined
  }

  /** Makes the offered code useless: whatever a wallet answers to it is not heard. */
  function cancel(): void {
    current = undefined
    control.abort()
    control = new AbortController()
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
      const mine = create().finally(() => {
        if (creating === mine) creating = undefined
      })
      creating = mine
      return mine
    },
    /** The live code, without waiting: a link has to be opened within the tap. */
    peek(): PairingCode | undefined {
      return isLive(current) ? { uri: current.uri, expiresAt: current.expiresAt } : undefined
    },
    cancel(): void {
      creating = undefined
      cancel()
    },
    /** Whether a session was proposed here. */
    isOurs: (token: string) => tokens.has(token),
  }
}
