import { decodeAbiParameters } from 'viem'
import type { Rpc } from '../rpc.js'

/** What a token says about itself on our own node. */
export type Token = {
  readonly symbol: string
  readonly decimals: number
  readonly balance: bigint | null
  /** All that there is of it; null when it does not say. */
  readonly supply: bigint | null
}

/** The first four bytes of a token's questions (ERC-20). */
const questions = { symbol: '0x95d89b41', decimals: '0x313ce567', totalSupply: '0x18160ddd', balanceOf: '0x70a08231' } as const

async function read(rpc: Rpc, to: string, data: string): Promise<`0x${string}` | null> {
  try {
    const answer = await rpc('eth_call', [{ to, data }, 'latest'])
    return typeof answer === 'string' && answer.length > 2 ? (answer as `0x${string}`) : null
  } catch {
    return null
  }
}

/** Symbols are a contract's own words: short, and without what cannot be seen. Some old tokens answer 32 bytes instead of a string. */
function symbolOf(answer: `0x${string}`): string | null {
  const clean = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}\p{S}\p{P} ]|\p{DI}|\u2800/gu, '')
      .slice(0, 16)
      .trim() || null
  try {
    return clean(decodeAbiParameters([{ type: 'string' }], answer)[0])
  } catch {
    const bytes = answer.slice(2).match(/../g) ?? []
    return clean(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)).filter((code) => code !== 0)))
  }
}

/** What a collection of items calls itself; null when it does not say. */
export async function readSymbol(rpc: Rpc, token: string): Promise<string | null> {
  const symbol = await read(rpc, token, questions.symbol)
  return symbol && symbolOf(symbol)
}

/** @returns null when the contract is no ERC-20 token */
export async function readToken(rpc: Rpc, token: string, holder: string): Promise<Token | null> {
  const [symbol, decimals, balance, supply] = await Promise.all([
    read(rpc, token, questions.symbol),
    read(rpc, token, questions.decimals),
    read(rpc, token, `${questions.balanceOf}${holder.slice(2).toLowerCase().padStart(64, '0')}`),
    read(rpc, token, questions.totalSupply),
  ])
  if (!decimals) return null
  const places = Number(BigInt(decimals))
  if (places > 77) return null
  const word = (answer: string | null) => (answer ? BigInt(answer.slice(0, 66)) : null)
  return { symbol: (symbol && symbolOf(symbol)) ?? '?', decimals: places, balance: word(balance), supply: word(supply) }
}
