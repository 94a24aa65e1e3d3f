import type { Identity } from '@latchkey/protocol'
import { LRUCache } from 'lru-cache'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { ensChainOf, ensNameOf } from './ens.js'

/** Milliseconds for which a name is taken as it is … */
export const namedFor = 86_400_000
/** … and for which that there is none is. */
export const namelessFor = 3_600_000

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

/**
 * @param now milliseconds
 */
export function openIdentities(ask: AskChain, chains: readonly Chain[], now: () => number = Date.now): Identities {
  const chain = ensChainOf(chains)
  const kept = new LRUCache<string, KnownIdentity>({ max: 20_000 })
  const pending = new Map<string, Promise<KnownIdentity>>()
  const load = async (address: string): Promise<KnownIdentity> => {
    const named = chain ? await ensNameOf(ask, chain, address) : { name: null, avatar: null }
    const at = now()
    const identity = { ...named, resolvedAt: new Date(at).toISOString(), until: at + (named.name ? namedFor : namelessFor) }
    kept.set(address, identity)
    return identity
  }
  return {
    of: async (address) => {
      const known = kept.get(address)
      if (known && known.until > now()) return known
      const loading = pending.get(address) ?? load(address).finally(() => pending.delete(address))
      pending.set(address, loading)
      return loading
    },
  }
}
