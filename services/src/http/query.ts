import { z } from '@hono/zod-openapi'

/* What all endpoints do alike with the parameters of a query. */

/**
 * A parameter that may stand in a query without a value: clients write it so when they have none, and it counts as left out.
 *
 * @param schema of the parameter otherwise
 * @example
 * import { z } from 'zod'
 * emptyAsAbsent(z.string().optional()).parse('') // undefined
 */
export const emptyAsAbsent = <T extends z.ZodType>(schema: T) => z.preprocess((given) => (given === '' ? undefined : given), schema)

/**
 * A word of a list, written in small letters or capitals.
 *
 * @param schema of the word in small letters
 * @example
 * import { z } from 'zod'
 * inAnyCase(z.enum(['usd', 'eur'])).parse('USD') // 'usd'
 */
export const inAnyCase = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (typeof given === 'string' ? given.toLowerCase() : given), schema)
