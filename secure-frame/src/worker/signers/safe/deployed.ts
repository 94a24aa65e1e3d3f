import type { Rpc } from '../rpc.js'
import { contracts } from './contracts.js'

/** Whether there is code at an address. A node that cannot say is an error: the answer decides what is signed. */
export async function isDeployed(rpc: Rpc, address: string): Promise<boolean> {
  const code = String(await rpc('eth_getCode', [address, 'latest']))
  return code.length > 2
}

/** Whether a network has what smart accounts are made of. */
export async function areContractsThere(rpc: Rpc): Promise<boolean> {
  const found = await Promise.all(
    [contracts.entryPoint, contracts.proxyFactory, contracts.module].map((address) => isDeployed(rpc, address)),
  )
  return found.every(Boolean)
}
