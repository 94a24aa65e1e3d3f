/** What follows the colon of a CAIP-2 id. */
const referenceOf = (caipNetworkId: string): string => caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)

/** Families that are named by a number: `0x7a69` is `eip155:31337`. */
export const matchesNumber = (answer: string, caipNetworkId: string): boolean =>
  /^0x[0-9a-f]{1,64}$/i.test(answer) && String(BigInt(answer)) === referenceOf(caipNetworkId)

/** Families that are named by the first 32 characters of their first block's hash. */
export const matchesGenesis = (answer: string, caipNetworkId: string): boolean => answer.slice(0, 32) === referenceOf(caipNetworkId)
