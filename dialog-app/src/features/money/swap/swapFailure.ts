import { statusOf } from '../../../api/http.js'
import { reasonIn } from '../../../api/swap.js'
import { MismatchError } from '../../../namespaces/swaps.js'
import type { SwapFailure } from '../../../state/swap.js'

/** Answers that are not what was asked for. */
export class AnotherAnswer extends Error {
  override readonly name = 'AnotherAnswer'
}

/** Why something about a swap could not be asked. */
export async function failureOf(error: unknown): Promise<SwapFailure> {
  if (error instanceof MismatchError || error instanceof AnotherAnswer) return 'mismatch'
  const status = statusOf(error)
  if (status === 429) return 'tooOften'
  if (status === 400) {
    const reason = await reasonIn(error)
    if (/insufficient liquidity/i.test(reason)) return 'liquidity'
    if (/too small/i.test(reason)) return 'tooLittle'
    if (/keeps a part/i.test(reason)) return 'keepsPart'
    if (/token is not supported/i.test(reason)) return 'unknownToken'
    if (/not supported/i.test(reason)) return 'unsupported'
  }
  return 'unavailable'
}
