import { codes, errors, type Network, RpcError } from '@latchkey/protocol'
import type { RpcClient } from '../../api/rpc.js'
import type { Balance } from '../namespace.js'

/**
 * The native coin of an address, `eth_getBalance` at the latest block.
 *
 * @throws RpcError as the JSON-RPC client; -32603 when the node answers something that is no amount
 */
export async function balance(network: Network, address: string, rpc: Pick<RpcClient, 'request'>, signal?: AbortSignal): Promise<Balance> {
  const value = await rpc.request('eth_getBalance', [address, 'latest'], { signal })
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw new RpcError(codes.internal, errors.fallback)
  const { decimals, symbol } = network.nativeCurrency
  return { value: BigInt(value), decimals, symbol }
}
