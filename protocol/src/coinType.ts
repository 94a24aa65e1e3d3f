import { maxCoinTypeChainId } from './constants.js'
import { codes, RpcError } from './errors.js'
import { errors } from './messages.js'

/** Ether's own coin type (SLIP-44). */
const ether = 60
/** The bit that says "an EVM chain" (ENSIP-11). */
const evm = 0x80000000

/** The coin type of an address that stands for every EVM chain for which a name says no other (ENSIP-19). A key has one; a contract has none. */
export const defaultEvmCoinType = evm

/**
 * The coin type under which a name keeps the addresses of an EVM chain (ENSIP-11).
 *
 * @param chainId a whole number below 2147483648
 * @throws RpcError -32602 'Chain is not supported' for any other number
 * @example
 * toCoinType(1) // 60, Ether's own (SLIP-44)
 * toCoinType(8453) // 2147492101
 */
export function toCoinType(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= maxCoinTypeChainId)
    throw new RpcError(codes.invalidParams, errors.chainNotSupported, { data: { chainId } })
  return chainId === 1 ? ether : evm + chainId
}

/**
 * The coin types under which a name may keep the address for an EVM chain, the best one first. Ethereum's address is not among those of other
 * chains: it may be a contract, which exists on Ethereum alone.
 *
 * @param chainId a whole number
 * @example
 * coinTypesOfChain(8453) // [2147492101, 2147483648]
 */
export const coinTypesOfChain = (chainId: number): readonly number[] =>
  chainId < maxCoinTypeChainId ? [toCoinType(chainId), defaultEvmCoinType] : [defaultEvmCoinType]
