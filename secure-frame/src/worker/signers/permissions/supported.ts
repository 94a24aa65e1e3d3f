import type { Network } from '@latchkey/protocol'
import { numberToHex } from 'viem'
import type { OwnAccount } from '../../ownAccounts.js'
import { permissionTypes, ruleTypes } from '../../policy/permissionParams.js'
import type { Rpc } from '../rpc.js'
import { arePermissionsThere } from './granted.js'

/**
 * Answers `wallet_getSupportedExecutionPermissions` (ERC-7715): by type, the networks whose contracts enforce it. One whose node does not answer is
 * left out.
 */
export async function supportedPermissions(
  networks: readonly Network[],
  rpcOf: (network: Network) => Rpc,
  accountsOn: (network: Network) => Promise<readonly OwnAccount[]>,
): Promise<Readonly<Record<string, { readonly chainIds: readonly string[]; readonly ruleTypes: readonly string[] }>>> {
  const evm = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const found = await Promise.all(
    evm.map(async (network) => {
      const [first] = await accountsOn(network)
      const there = first?.type === 'smartAccount' && (await arePermissionsThere(rpcOf(network)).catch(() => false))
      return there ? [numberToHex(Number(network.id))] : []
    }),
  )
  const chainIds = found.flat()
  if (chainIds.length === 0) return {}
  return Object.fromEntries(permissionTypes.map((type) => [type, { chainIds, ruleTypes }]))
}
