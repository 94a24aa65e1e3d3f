import type { Hex } from 'viem'

/** A word of log data as a number. */
export const uintOf = (word: string): bigint => BigInt(`0x${word}`)

/** The 32-byte words of log data, without `0x`. Null when it is not whole words. */
export function wordsOf(data: string): readonly string[] | null {
  const digits = data.length - 2
  if (digits % 64 !== 0) return null
  return Array.from({ length: digits / 64 }, (_, index) => data.slice(2 + index * 64, 66 + index * 64))
}

/** The address in an indexed topic or a word. Null when there is more than an address in it: then it is none. */
export function addressOf(word: string | undefined): Hex | null {
  const digits = word?.startsWith('0x') ? word.slice(2) : word
  if (digits?.length !== 64 || !/^0{24}/.test(digits)) return null
  return `0x${digits.slice(24).toLowerCase()}`
}
