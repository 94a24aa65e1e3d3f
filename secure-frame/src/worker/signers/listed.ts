import type { KnownContracts, KnownToken, Network } from '@latchkey/protocol'
import { isMixed, skeletonOf } from './lookAlikeNames.js'

/** What the operator's list says of the contracts of one network. */
export type Listed = {
  /** Null: on no list. */
  token(address: string): KnownToken | null
  /** Whether the operator knows a contract, as a token or as anything else. */
  has(address: string): boolean
  /** Whether coins become tokens there, one for one, by `deposit()`. */
  isWrapped(address: string): boolean
  /** The listed coin that an unlisted contract passes itself off as, by one of its names; `''`: its name mixes alphabets, as no coin's does. */
  imitated(names: readonly string[]): string | null
}

/** Hexadecimal addresses are the same in any case, others are not. */
const keyOf = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address)

/** Names with the signs in them that stand for letters, and without. */
const skeletonsOf = (name: string) => [skeletonOf(name), skeletonOf(name.replace(/\p{Sc}/gu, ''))].filter(Boolean)

/** Reads the operator's list, for one card. */
export function listOf({ contracts, network }: { readonly contracts: KnownContracts; readonly network: Network }): Listed {
  const { tokens, wrapped = '', others } = contracts
  const byAddress = new Map(tokens.map((token) => [keyOf(token.address), token]))
  const all = new Set([...byAddress.keys(), ...others.map(keyOf), ...(wrapped ? [keyOf(wrapped)] : [])])
  const named = [network.nativeCurrency, ...tokens].flatMap(({ symbol, name }) =>
    [symbol, name ?? ''].flatMap((text) => skeletonsOf(text).map((skeleton) => [skeleton, symbol] as const)),
  )
  const skeletons = new Map(named.reverse())
  return {
    token: (address) => byAddress.get(keyOf(address)) ?? null,
    has: (address) => all.has(keyOf(address)),
    isWrapped: (address) => wrapped !== '' && keyOf(address) === keyOf(wrapped),
    imitated(names) {
      for (const skeleton of names.flatMap(skeletonsOf)) {
        const symbol = skeletons.get(skeleton)
        if (symbol !== undefined) return symbol
      }
      return names.some(isMixed) ? '' : null
    },
  }
}
