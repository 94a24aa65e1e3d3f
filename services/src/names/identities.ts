import { type AccountName, coinTypesOfChain, type Identity } from '@latchkey/protocol'
import { LRUCache } from 'lru-cache'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { ensChainOf, ensNameOf, type Named, nobody } from './ens.js'
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
  /** Where the name stands for the address, by coin type. */
  readonly addresses: AccountName['addresses']
}

/** Whether a name leads to an address on an EVM chain; on any, where none is named. */
const standsFor = (addresses: AccountName['addresses'], address: string, chainId: number | undefined) =>
  chainId === undefined ||
  coinTypesOfChain(chainId)
    .flatMap((type) => addresses[type] ?? [])[0]
    ?.address.toLowerCase() === address

/** Who addresses are, each asked for once at a time. */
export type Identities = {
  /**
   * @param address lower case
   * @param chainId of the EVM chain on which the name must stand for the address: a contract's stands for it on its own chain only
   * @throws NodeError when the chain cannot be asked
   */
  readonly of: (address: string, chainId?: number) => Promise<KnownIdentity>
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
    const { rentedUntil = Number.POSITIVE_INFINITY, ...named } = chain ? await ensNameOf(ask, chain, address, now()) : nobody
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
  const registered = async (address: string, chainId: number | undefined): Promise<Named> => {
    const first = (await names.store.ofAddress(address)).find(({ addresses }) => standsFor(addresses, address, chainId))
    const avatar = first?.attributes.avatar
    return { name: first?.name ?? null, avatar: avatar?.startsWith('https://') ? avatar : null, addresses: first?.addresses ?? {} }
  }
  return {
    of: async (address, chainId) => {
      const known = await onChain(address)
      const isKnown = known.name !== null && standsFor(known.addresses, address, chainId)
      if (isKnown) return known
      const at = now()
      const shown = names.zones.length === 0 ? nobody : await registered(address, chainId)
      const until = names.zones.length === 0 ? known.until : Math.min(known.until, at + unregisteredFor)
      return { ...shown, resolvedAt: new Date(at).toISOString(), until }
    },
  }
}
