import { type Account, codes, errors, type NamespaceId, RpcError } from '@latchkey/protocol'
import type { Wallet } from '../../wallets/wallet.js'
import { askAccounts } from '../askAccounts.js'
import { formatAddress, isAddress } from './address.js'
import { readChainId } from './chainId.js'

const namespace: NamespaceId = 'eip155'

/** The accounts among what a wallet answered; anything else in the list is dropped, and so are repetitions. */
export async function readAccounts(value: unknown): Promise<readonly Account[]> {
  const texts = Array.isArray(value) ? value.filter((entry) => typeof entry === 'string' && isAddress(entry)) : []
  return [...new Set(await Promise.all(texts.map(formatAddress)))].map((address) => ({ namespace, address, type: 'eoa' }))
}

/** Where the wallet is now. */
export async function currentChain(wallet: Wallet, signal?: AbortSignal) {
  const chainId = await wallet.request({ namespace, networkId: null, method: 'eth_chainId', params: [], ...(signal ? { signal } : {}) })
  const networkId = readChainId(chainId)
  if (!networkId) throw new RpcError(codes.chainDisconnected, errors.chainNotSupported, { data: { chainId } })
  return networkId
}

/**
 * `eth_requestAccounts`, then `eth_chainId` (EIP-1102, EIP-695). Silently, by `eth_accounts`, when reconnecting.
 *
 * @throws RpcError the wallet's own; -32001 when it gives no account
 */
export async function connect(wallet: Wallet, how: Omit<Wallet.ConnectParameters, 'namespace'>): Promise<Wallet.Connection> {
  const method = how.isReconnecting ? 'eth_accounts' : 'eth_requestAccounts'
  const accounts = await askAccounts(wallet, { namespace, networkId: null, method, params: [], read: readAccounts }, how)
  return { accounts, networkId: await currentChain(wallet, how.signal) }
}

/** Takes the site's permission back (EIP-2255's counterpart). Many wallets do not know it. */
export async function disconnect(wallet: Wallet): Promise<void> {
  await wallet.request({ namespace, networkId: null, method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
}
