import type { Identity } from '@latchkey/protocol'
import { LRUCache } from 'lru-cache'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { ensChainOf, ensNameOf, type Named } from './ens.js'
import type { Names } from './openNames.js'

/** Milliseconds for which a name is taken as it is: it may end, or be given to somebody else … */
export const namedFor = 300_000
/** … for which that there is none is … */
export const namelessFor = 3_600_000
/** … and where names are registered here, which may happen at any time. */
const unregisteredFor = 60_000

export type KnownIdentity = Identity & {
  /** Milliseconds since 1970 after which it is asked for again. */
  readonly until: number
}

/** Who addresses are, each asked for once at a time. */
export type Identities = {
  /**
   * @param address lower case
   * @throws NodeError when the chain cannot be asked
   */
  readonly of: (address: string) => Promise<KnownIdentity>
}

type Dependencies = {
  readonly ask: AskChain
  readonly chains: readonly Chain[]
  /** Names that were registered here: they are read each time, so that none is shown that has changed. */
  readonly names: Pick<Names, 'zones' | 'store'>
  /** Milliseconds. */
  readonly now?: () => number
}

/** The Ethereum Name Service first, then the server's own registry. */
export function openIdentities({ ask, chains, names, now = Date.now }: Dependencies): Identities {
  const chain = ensChainOf(chains)
  const kept = new LRUCache<string, KnownIdentity>({ max: 20_000 })
  const pending = new Map<string, Promise<KnownIdentity>>()
  const load = async (address: string): Promise<KnownIdentity> => {
    const none: Named = { name: null, avatar: null }
    const { rentedUntil = Number.POSITIVE_INFINITY, ...named } = chain ? await ensNameOf(ask, chain, address, now()) : none
    const at = now()
    // A name is shown no longer than it is rented.
    const until = Math.min(at + (named.name ? namedFor : namelessFor), rentedUntil)
    const identity = { ...named, resolvedAt: new Date(at).toISOString(), until }
    kept.set(address, identity)
    return identity
  }
  const onChain = async (address: string) => {
    const known = kept.get(address)
    if (known && known.until > now()) return known
    const loading = pending.get(address) ?? load(address).finally(() => pending.delete(address))
    pending.set(address, loading)
    return loading
  }
  const registered = async (address: string): Promise<Named> => {
    const [first] = await names.store.ofAddress(address)
    const avatar = first?.attributes.avatar
    return { name: first?.name ?? null, avatar: avatar?.startsWith('https://') ? avatar : null }
  }
  return {
    of: async (address) => {
      const known = await onChain(address)
      if (known.name || names.zones.length === 0) return known
      const at = now()
      return { ...(await registered(address)), resolvedAt: new Date(at).toISOString(), until: Math.min(known.until, at + unregisteredFor) }
    },
  }
}
