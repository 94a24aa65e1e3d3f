import { encodeFunctionData, erc20Abi, type Hex, hexToBigInt, isHex, size } from 'viem'
import type { RpcClient } from '../../api/rpc.js'
import { problemOf } from './nodeProblems.js'

const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })

/**
 * Digits behind the decimal point of a token's amounts, as its contract says.
 *
 * @returns undefined for a token that does not say: ERC-20 lets it
 * @throws RpcError when the node does not answer
 * @example
 * await tokenDecimals({ request: async () => '0x' }, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8') // undefined
 */
export async function tokenDecimals(rpc: Pick<RpcClient, 'request'>, token: string): Promise<number | undefined> {
  const answer = await rpc.request('eth_call', [{ to: token, data }, 'latest']).catch((error: unknown) => {
    if (problemOf(error) === 'executionReverted') return '0x'
    throw error
  })
  if (!isHex(answer) || size(answer) !== 32) return undefined
  const decimals = hexToBigInt(answer as Hex)
  return decimals <= 255n ? Number(decimals) : undefined
}
