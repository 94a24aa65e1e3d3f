import type { SignerContext } from '../context.js'
import { type Listed, listOf } from '../listed.js'
import { type Named, readNamed, type Token } from './tokens.js'

/** What the operator's list, and our own node, say of the contracts and addresses in a request. */
export type Knowledge = {
  readonly list: Listed
  /** Null: it is no token, or the node cannot say. */
  tokenOf(address: string): Token | null
  /** How a token or a collection is named; '?' for what says nothing. */
  symbolOf(address: string): string
  /** What is known of one that is on no list; null for one that is. */
  strangerOf(address: string): Stranger | null
  /** Whether an address is a user's, and no contract's; false when the node cannot say. */
  isPerson(address: string): boolean
}

/** A token or a collection that the operator does not know. */
export type Stranger = Pick<Named, 'symbol' | 'imitates'> & { readonly address: string }

/** Looked up for one card. More than these nobody reads, and each costs a call to the node. */
const most = 64

/**
 * Asks about every contract that a card names as a token, and everybody who could spend.
 *
 * @param tokens addresses in any case
 * @param spenders addresses in any case
 */
export async function learn(
  context: Pick<SignerContext, 'rpc' | 'account' | 'contracts' | 'network'>,
  tokens: Iterable<string>,
  spenders: Iterable<string> = [],
): Promise<Knowledge> {
  const { rpc } = context
  const list = listOf(context)
  const distinct = (list: Iterable<string>) => [...new Set([...list].map((address) => address.toLowerCase()))].slice(0, most)
  const hasCode = async (address: string) => {
    const code = await rpc('eth_getCode', [address, 'latest']).catch(() => null)
    // EIP-7702: a user's account that runs code of a contract is a user's still.
    return typeof code !== 'string' ? undefined : code !== '0x' && !code.startsWith('0xef0100')
  }
  const [known, people] = await Promise.all([
    Promise.all(distinct(tokens).map(async (address) => [address, await readNamed(context, address, list)] as const)),
    Promise.all(distinct(spenders).map(async (address) => [address, (await hasCode(address)) === false] as const)),
  ])
  const named = new Map(known)
  const personMap = new Map(people)
  return {
    list,
    tokenOf: (address) => named.get(address.toLowerCase())?.token ?? null,
    symbolOf: (address) => named.get(address.toLowerCase())?.symbol ?? '?',
    strangerOf(address) {
      if (list.has(address)) return null
      const { symbol = '?', imitates = null } = named.get(address.toLowerCase()) ?? {}
      return { address, symbol, imitates }
    },
    isPerson: (address) => personMap.get(address.toLowerCase()) ?? false,
  }
}
