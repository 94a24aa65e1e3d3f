import type { Network } from '@latchkey/protocol'
import { type Hex, numberToHex } from 'viem'
import type { OwnAccount } from '../../ownAccounts.js'
import type { Rpc } from '../rpc.js'
import { type GrantedPermission, grantedPermissions } from './granted.js'
import { isPermissionOf } from './permissionContract.js'

/** A permission in the words of the standard (ERC-7715). */
function asGranted({ contract, spender, token, amount, period, expiry }: GrantedPermission, account: Hex, chainId: Hex) {
  const coin = token === null ? {} : { tokenAddress: token }
  const limit = period === null ? { allowanceAmount: numberToHex(amount) } : { periodAmount: numberToHex(amount), periodDuration: period }
  return {
    chainId,
    from: account,
    to: spender,
    permission: {
      type: `${token === null ? 'native' : 'erc20'}-token-${period === null ? 'allowance' : 'periodic'}`,
      isAdjustmentAllowed: false,
      data: { ...coin, ...limit },
    },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }],
    context: contract,
    dependencies: [],
    delegationManager: contract,
  }
}

/**
 * Answers `wallet_getGrantedExecutionPermissions` (ERC-7715): what the user granted to this page and has not removed, as the chains have it. Another
 * page's are none of its business: a permission's address says whose it is.
 *
 * @param now seconds since 1970
 */
export async function listedPermissions(
  networks: readonly Network[],
  rpcOf: (network: Network) => Rpc,
  accountsOn: (network: Network) => Promise<readonly OwnAccount[]>,
  origin: string,
  now: number = Date.now() / 1_000,
): Promise<readonly unknown[]> {
  const evm = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const lists = evm.map(async (network) => {
    const [first] = await accountsOn(network)
    if (first?.type !== 'smartAccount') return []
    const account = first.address as Hex
    const granted = await grantedPermissions(rpcOf(network), account)
    const mine = granted.filter(
      ({ contract, token, spender, expiry }) =>
        expiry !== null && expiry > now && isPermissionOf(contract, { account, token, spender, expiry }, origin),
    )
    return mine.map((one) => asGranted(one, account, numberToHex(Number(network.id))))
  })
  return (await Promise.all(lists)).flat()
}
