/** Random cases of a test: enough to notice a mistake in `npm test`, forty times as many in `npm run test:long`. */
export const fuzzCases = (count: number) => ({ numRuns: process.env.LATCHKEY_LONG ? count * 40 : count })

/** Milliseconds: a limit for what hangs. */
export const fuzzTimeout = process.env.LATCHKEY_LONG ? 900_000 : 120_000
