import type { SignerContext } from '../context.js'
import { readSymbol, readToken, type Token } from './tokens.js'

/** What our own node says of the contracts and addresses in a request. */
export type Knowledge = {
  /** Null: it is no token, or the node cannot say. */
  tokenOf(address: string): Token | null
  /** What a token or a collection calls itself; '?' for what says nothing. */
  symbolOf(address: string): string
  /** Whether an address is a user's, and no contract's; false when the node cannot say. */
  isPerson(address: string): boolean
}

/** Looked up for one card. More than these nobody reads, and each costs a call to the node. */
const most = 64

/**
 * Asks about every contract that a card names as a token, and everybody who could spend.
 *
 * @param tokens addresses in any case
 * @param spenders addresses in any case
 */
export async function learn(
  { rpc, account }: Pick<SignerContext, 'rpc' | 'account'>,
  tokens: Iterable<string>,
  spenders: Iterable<string> = [],
): Promise<Knowledge> {
  const distinct = (list: Iterable<string>) => [...new Set([...list].map((address) => address.toLowerCase()))].slice(0, most)
  const hasCode = async (address: string) => {
    const code = await rpc('eth_getCode', [address, 'latest']).catch(() => null)
    // EIP-7702: a user's account that runs code of a contract is a user's still.
    return typeof code !== 'string' ? undefined : code !== '0x' && !code.startsWith('0xef0100')
  }
  const [known, people] = await Promise.all([
    Promise.all(
      distinct(tokens).map(async (address) => {
        const token = await readToken(rpc, address, account)
        return [address, token, token?.symbol ?? (await readSymbol(rpc, address))] as const
      }),
    ),
    Promise.all(distinct(spenders).map(async (address) => [address, (await hasCode(address)) === false] as const)),
  ])
  const tokenMap = new Map(known.map(([address, token]) => [address, token]))
  const symbols = new Map(known.map(([address, , symbol]) => [address, symbol ?? '?']))
  const personMap = new Map(people)
  return {
    tokenOf: (address) => tokenMap.get(address.toLowerCase()) ?? null,
    symbolOf: (address) => symbols.get(address.toLowerCase()) ?? '?',
    isPerson: (address) => personMap.get(address.toLowerCase()) ?? false,
  }
}
