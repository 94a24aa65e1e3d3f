/** The two local EVM chains. */
export const chainIds = { first: 31337, second: 31338 } as const
