import { type CaipNetworkId, maxCoinTypeChainId, referenceOf, toCoinType } from '@latchkey/protocol'

/** Of Ethereum, whose address stands for all chains where a name says no other. */
const ethereum = 60

/** Under which coin types a name keeps the address for a network (ENSIP-9, ENSIP-11), the best one first. */
export function coinTypes(networkId: CaipNetworkId): readonly number[] {
  const chainId = Number(referenceOf(networkId))
  return chainId < maxCoinTypeChainId ? [toCoinType(chainId), ethereum] : [ethereum]
}
