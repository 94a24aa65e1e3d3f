import { decodeAbiParameters } from 'viem'
import type { SignerContext } from '../context.js'
import type { Listed } from '../listed.js'
import type { Rpc } from '../rpc.js'

/** An ERC-20 token, as the operator's list says; one that is on no list, as it says itself on our own node. */
export type Token = {
  readonly symbol: string
  readonly decimals: number
  readonly balance: bigint | null
  /** All that there is of it; null when it does not say. */
  readonly supply: bigint | null
}

/** A contract that a card names as a token or a collection. */
export type Named = {
  /** Null: it is no ERC-20 token. */
  readonly token: Token | null
  /** Its address in short, for one that passes itself off as another; '?' for one that says nothing. */
  readonly symbol: string
  /** The operator knows it. */
  readonly isListed: boolean
  /** The listed coin that it passes itself off as; `''`: a name in letters of several alphabets. */
  readonly imitates: string | null
}

/** The first four bytes of a token's questions (ERC-20). */
const questions = {
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231',
} as const

async function read(rpc: Rpc, to: string, data: string): Promise<`0x${string}` | null> {
  try {
    const answer = await rpc('eth_call', [{ to, data }, 'latest'])
    return typeof answer === 'string' && answer.length > 2 ? (answer as `0x${string}`) : null
  } catch {
    return null
  }
}

/** Letters of a name that are compared. */
const longest = 128

/** Symbols are a contract's own words: short, and without what cannot be seen. Some old tokens answer 32 bytes instead of a string. */
function symbolOf(answer: `0x${string}`, most = 16): string | null {
  const clean = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}\p{S}\p{P} ]|\p{DI}|\u2800/gu, '')
      .slice(0, most)
      .trim() || null
  try {
    return clean(decodeAbiParameters([{ type: 'string' }], answer)[0])
  } catch {
    const bytes = answer.slice(2).match(/../g) ?? []
    return clean(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)).filter((code) => code !== 0)))
  }
}

/** Asks the node about a contract; its own word counts for nothing that the operator's list says. */
export async function readNamed({ rpc, account }: Pick<SignerContext, 'rpc' | 'account'>, address: string, list: Listed): Promise<Named> {
  const known = list.token(address)
  const isListed = list.has(address)
  const ask = (question: string) => read(rpc, address, question)
  const [symbol, name, decimals, balance, supply] = await Promise.all([
    known ? null : ask(questions.symbol),
    isListed ? null : ask(questions.name),
    known ? null : ask(questions.decimals),
    ask(`${questions.balanceOf}${account.slice(2).toLowerCase().padStart(64, '0')}`),
    ask(questions.totalSupply),
  ])
  const said = symbol && symbolOf(symbol)
  const names = [said, symbol && symbolOf(symbol, longest), name && symbolOf(name, longest)]
  const imitates = isListed ? null : list.imitated(names.filter((text) => text !== null))
  const shown = known?.symbol ?? (imitates === null ? (said ?? '?') : `${address.slice(0, 6)}…${address.slice(-4)}`)
  const places = known?.decimals ?? (decimals === null ? 78 : Number(BigInt(decimals)))
  const word = (answer: string | null) => (answer ? BigInt(answer.slice(0, 66)) : null)
  const token = places > 77 ? null : { symbol: shown, decimals: places, balance: word(balance), supply: word(supply) }
  return { token, symbol: shown, isListed, imitates }
}
