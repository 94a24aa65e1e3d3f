import { type CaipNetworkId, coinTypesOfChain, referenceOf } from '@latchkey/protocol'

/** Under which coin types a name keeps the address for a network (ENSIP-9, ENSIP-11, ENSIP-19), the best one first. */
export const coinTypes = (networkId: CaipNetworkId): readonly number[] => coinTypesOfChain(Number(referenceOf(networkId)))
