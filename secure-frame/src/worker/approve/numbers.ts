import { latinDigits, readDecimal } from '@latchkey/protocol'

/* Numbers as users type them. */

/** A spending limit as decimal text; undefined for what is no amount of the token: nothing is rounded, and nothing wraps around. */
export function limitOf(text: string, { symbol, decimals }: { readonly symbol: string; readonly decimals: number }): string | undefined {
  const number = readDecimal(text, symbol)
  const [whole = '', fraction = ''] = number?.split('.') ?? []
  const isCounted = fraction.length <= decimals && BigInt(whole + fraction.padEnd(decimals, '0')) < 2n ** 256n
  return isCounted ? number : undefined
}

/** The digits in a text, such as a code's, in any script. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '')
