import * as z from 'zod/mini'
import { codes, errorText, RpcError } from '../errors.js'

// The dialog's CSP forbids `unsafe-eval`; without this zod probes `new Function` and the browser reports a violation.
z.config({ jitless: true })

export { z }

/**
 * Checks a value from outside and returns it typed, without keys that the contract doesn't know.
 *
 * @throws RpcError -32602 with the place and the text of the first issue, and what was expected there
 */
export type Schema<T> = (input: unknown) => T

/**
 * Makes a {@link Schema} of a zod schema.
 *
 * @typeParam T the contract's type: zod writes `a?: string | undefined` where the contract writes `a?: string`
 * @example
 * import { z } from './schema.js'
 *
 * const point = schema<{ x: number }>(z.object({ x: z.number() }))
 * point({ x: 1, y: 2 }) // { x: 1 }
 */
export function schema<T>(type: z.ZodMiniType<unknown>): Schema<T> {
  return (input) => {
    const result = type.safeParse(input)
    if (result.success) return result.data as T
    const [issue] = result.error.issues as readonly { path: readonly PropertyKey[]; values?: readonly unknown[]; expected?: string }[]
    const place = issue?.path.join('.')
    const expected = issue?.values?.join(', ') ?? issue?.expected
    const text = errorText(result.error) + (expected ? `, expected ${expected}` : '')
    throw new RpcError(codes.invalidParams, place ? `${place}: ${text}` : text)
  }
}

/** A string of at most `maximum` UTF-16 units. */
export const text = (maximum: number) => z.string().check(z.maxLength(maximum))

/** A string of 1 to `maximum` UTF-16 units. */
export const name = (maximum: number) => text(maximum).check(z.minLength(1))

/** An absolute `http(s)` URL: what may become a link or be fetched. */
export const webUrl = text(2_048).check(z.regex(/^https?:\/\/[^\s]+$/i))

/** A part of a whole that is decoration: left out when it is malformed, so that it cannot break what matters. */
export const decoration = <T>(type: z.ZodMiniType<T>) => z.catch(z.optional(type), undefined)

/** The well-formed items of a list, at most `maximum`; the others are left out. */
export const listOf = <T>(type: z.ZodMiniType<T>, maximum: number) =>
  z.array(z.unknown()).check(
    z.overwrite((items) => {
      const kept: T[] = []
      for (const item of items) {
        const result = type.safeParse(item)
        if (result.success) kept.push(result.data)
        if (kept.length === maximum) break
      }
      return kept
    }),
  ) as unknown as z.ZodMiniType<T[]>

/** Two of a kind. */
export const pair = <T>(type: z.ZodMiniType<T>) => z.array(type).check(z.minLength(2), z.maxLength(2))
