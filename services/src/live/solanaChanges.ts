import type { Logger } from 'pino'
import { z } from 'zod'
import { tokenPrograms } from '../chainReads/tokenPrograms.js'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { AskChain } from '../gateway/askChain.js'
import { loggableError } from '../log.js'
import { type Mention, openSolanaLogs, type SolanaLogs } from './solanaLogs.js'

/** Token accounts of one address that are listened to: a transfer to one that is there already mentions that account and not its owner. */
const mostAccounts = 50
/** Addresses of a chain that are listened to at a time, each by any number of listeners; nodes limit what one connection may ask for. */
const mostAddresses = 200
/** Milliseconds: an address and its token accounts are asked for together, and what may have been missed of them is one thing. */
const gather = 50

const owned = z.object({ value: z.array(z.object({ pubkey: z.string().max(64) })) })

export type SolanaChanges = {
  /** Whether an address of a chain is listened to, or one more can be. */
  readonly hasRoom: (chain: Chain, address: string) => boolean
  /**
   * Hears of every transaction that mentions an address or one of its token accounts.
   *
   * @param hear undefined: the node tells from now on, and something may have happened before
   * @param setTold whether the node tells; nothing is said of it until the node has said that it does
   * @returns how to stop; undefined where there is nothing to hear
   */
  readonly subscribe: (
    chain: Chain,
    address: string,
    hear: (mention: Mention | undefined) => void,
    setTold: (isTold: boolean) => void,
  ) => (() => void) | undefined
  readonly close: () => void
}

type Listener = { readonly hear: (mention: Mention | undefined) => void; readonly setTold: (isTold: boolean) => void }
/** An address that is listened to, at the node once. */
type Heard = { readonly listeners: Set<Listener>; isTold: boolean; readonly stop: () => void }

/** What happens to addresses of Solana chains, from the first node of each. */
export function openSolanaChanges(ask: AskChain, log: Logger): SolanaChanges {
  const chains = new Map<string, { readonly logs: SolanaLogs; readonly addresses: Map<string, Heard> }>()

  const accountsOf = async ({ caipNetworkId }: Chain, address: string): Promise<readonly string[]> => {
    const answers = await Promise.all(
      tokenPrograms.map((programId) => ask(caipNetworkId, 'getTokenAccountsByOwner', [address, { programId }, { encoding: 'jsonParsed' }])),
    )
    return answers.flatMap((answer) => owned.parse(answer).value.map(({ pubkey }) => pubkey)).slice(0, mostAccounts)
  }

  const hasRoom = (chain: Chain, address: string) => {
    const addresses = chains.get(chain.caipNetworkId)?.addresses
    const isFull = addresses !== undefined && addresses.size >= mostAddresses && !addresses.has(address)
    return chain.caipNetworkId.startsWith('solana:') && isServed(chain) && !isFull
  }

  /** Listens to an address and its token accounts. */
  function follow(chain: Chain, logs: SolanaLogs, address: string): Heard {
    const listeners = new Set<Listener>()
    const subscriptions = new Map<string, () => void>()
    let isStopped = false
    let missed: NodeJS.Timeout | undefined
    const hear = (mention: Mention | undefined) => {
      for (const listener of listeners) listener.hear(mention)
    }
    const tell = (mention: Mention | undefined) => {
      if (mention) return hear(mention)
      missed ??= setTimeout(() => {
        missed = undefined
        hear(undefined)
      }, gather)
    }
    /** Listens to token accounts that it did not know of. */
    const look = async () => {
      const accounts = await accountsOf(chain, address).catch((error: unknown) => {
        log.warn({ chain: chain.caipNetworkId, error: loggableError(error) }, 'Token accounts could not be asked')
        return []
      })
      if (isStopped) return
      for (const account of accounts) if (!subscriptions.has(account)) subscriptions.set(account, logs.subscribe(account, tell))
    }
    const setTold = (isTold: boolean) => {
      heard.isTold = isTold
      for (const listener of listeners) listener.setTold(isTold)
    }
    const heard: Heard = {
      listeners,
      isTold: false,
      stop: () => {
        isStopped = true
        clearTimeout(missed)
        for (const stop of subscriptions.values()) stop()
      },
    }
    const own = logs.subscribe(
      address,
      (mention) => {
        if (!mention) setTold(true)
        tell(mention)
        // At first, and later: an account that is made for a new token mentions its owner.
        void look()
      },
      () => setTold(false),
    )
    subscriptions.set(address, own)
    return heard
  }

  return {
    hasRoom,
    subscribe(chain, address, hear, setTold) {
      const [upstream] = chain.upstreams
      if (!hasRoom(chain, address) || !upstream) return undefined
      const { logs, addresses } = chains.get(chain.caipNetworkId) ?? { logs: openSolanaLogs(upstream.url, log), addresses: new Map() }
      chains.set(chain.caipNetworkId, { logs, addresses })
      const heard = addresses.get(address) ?? follow(chain, logs, address)
      addresses.set(address, heard)
      const listener = { hear, setTold }
      heard.listeners.add(listener)
      if (heard.isTold) {
        // The node says nothing more to whoever comes later: it tells already, and something may have happened before.
        setTold(true)
        hear(undefined)
      }
      return () => {
        if (!heard.listeners.delete(listener) || heard.listeners.size > 0) return
        addresses.delete(address)
        heard.stop()
      }
    },
    close() {
      for (const { logs } of chains.values()) logs.close()
    },
  }
}
