import { maxCoinTypeChainId, toCoinType } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'

/** Ether's own coin type (SLIP-44): the address on Ethereum. */
export const etherCoin = 60
const evmBit = 0x80000000

/** The number of the EVM chain that a coin type (ENSIP-9, ENSIP-11) is of; undefined for coins of other families. */
export function chainIdOf(coinType: number): number | undefined {
  if (coinType === etherCoin) return 1
  const id = coinType - evmBit
  return Number.isInteger(id) && id > 0 && id < maxCoinTypeChainId ? id : undefined
}

/** The coin type as it is kept: Ethereum's has two numbers, of which older clients use the longer one. */
export const coinTypeOf = (coinType: number): number => {
  const id = chainIdOf(coinType)
  return id === undefined ? coinType : toCoinType(id)
}

/**
 * The chain on which an owner's signature is checked. Where Ethereum is not configured, its coin type stands for the first EVM chain.
 *
 * @returns undefined for a chain that is not configured
 */
export function chainOfCoin(chains: readonly Chain[], coinType: number): Chain | undefined {
  const evm = chains.filter((chain) => chain.caipNetworkId.startsWith('eip155:') && isServed(chain))
  const found = evm.find(({ id }) => id === chainIdOf(coinType))
  return found ?? (coinTypeOf(coinType) === etherCoin ? evm[0] : undefined)
}
