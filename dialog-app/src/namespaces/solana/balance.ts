import { codes, errors, type Network, RpcError, readProperty } from '@latchkey/protocol'
import type { RpcClient } from '../../api/rpc.js'
import type { Balance } from '../namespace.js'

/**
 * The SOL of an address in lamports, `getBalance` of confirmed blocks.
 *
 * @throws RpcError as the JSON-RPC client; -32603 when the node answers something that is no amount
 */
export async function balance(network: Network, address: string, rpc: Pick<RpcClient, 'request'>, signal?: AbortSignal): Promise<Balance> {
  const answer = await rpc.request('getBalance', [address, { commitment: 'confirmed' }], { signal })
  const value = readProperty(answer, 'value')
  // More than 2^53 lamports, 9 million SOL, lose their last digits in JSON; they are shown with three decimals.
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new RpcError(codes.internal, errors.fallback)
  const { decimals, symbol } = network.nativeCurrency
  return { value: BigInt(value), decimals, symbol }
}
