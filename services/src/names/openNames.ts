import type { AccountName } from '@latchkey/protocol'
import { normalize } from 'viem/ens'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Database } from '../db/database.js'
import type { AskChain } from '../gateway/askChain.js'
import { addressOfEns, ensChainOf } from './ens.js'
import { createNameRules, type ReadName } from './nameRules.js'
import { createNameStore, type NameStore, type OwnedName } from './nameStore.js'

/** The server's own names, and those of the Ethereum Name Service where a chain has it. */
export type Names = {
  /** Zones of names that are registered here, the one for new names first; empty when there are none. */
  readonly zones: readonly string[]
  readonly store: NameStore
  /** Names that one owner may have. */
  readonly most: number
  /** Whether a name can be registered here, free or not. */
  readonly read: (text: string) => ReadName
  /**
   * What a name stands for.
   *
   * @throws NodeError when the chain of a name of the Ethereum Name Service does not answer
   */
  readonly get: (name: string) => Promise<AccountName | undefined>
}

/** A name for everybody: without what only its owner needs. */
export const publicName = ({ name, registered_at, updated_at, attributes, addresses }: AccountName | OwnedName): AccountName => ({
  name,
  registered_at,
  updated_at,
  attributes,
  addresses,
})

/** Characters of a name, at most (RFC 1035). Reading longer texts, and asking for them, would only take time. */
const longestName = 255

const normalised = (name: string): string | undefined => {
  if (name.length > longestName) return undefined
  try {
    return normalize(name)
  } catch {
    // Characters that no name has (ENSIP-15).
    return undefined
  }
}

type Dependencies = {
  readonly config: Pick<Config, 'names'>
  readonly chains: readonly Chain[]
  readonly ask: AskChain
  readonly db: Database
}

/** Opens the registry of the configured zones. */
export function openNames({ config, chains, ask, db }: Dependencies): Names {
  const { zones, reserved, perOwner } = config.names
  const store = createNameStore(db)
  const ensChain = ensChainOf(chains)
  const isOurs = (name: string) => zones.some((zone) => name === zone || name.endsWith(`.${zone}`))
  return {
    zones,
    store,
    most: perOwner,
    read: createNameRules(zones, reserved),
    get: async (given) => {
      const name = normalised(given)
      if (name === undefined) return undefined
      if (isOurs(name)) {
        const found = await store.get(name)
        return found && publicName(found)
      }
      const addresses = ensChain && (await addressOfEns(ask, ensChain, name))
      return addresses ? { ...unregistered(name), addresses } : undefined
    },
  }
}

/** A name that somebody else keeps. */
export const unregistered = (name: string) => ({ name, registered_at: null, updated_at: null, attributes: {} })
