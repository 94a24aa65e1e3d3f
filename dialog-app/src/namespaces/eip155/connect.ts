import { type Account, codes, errors, isUserRejection, type NamespaceId, RpcError, readProperty } from '@latchkey/protocol'
import type { Wallet } from '../../wallets/wallet.js'
import { askAccounts } from '../askAccounts.js'
import { formatAddress, isAddress } from './address.js'
import { readChainId, toHexChainId } from './chainId.js'

const namespace: NamespaceId = 'eip155'

/** The accounts among what a wallet answered; anything else in the list is dropped, and so are repetitions. */
export async function readAccounts(value: unknown): Promise<readonly Account[]> {
  const texts = Array.isArray(value) ? value.filter((entry) => typeof entry === 'string' && isAddress(entry)) : []
  return [...new Set(await Promise.all(texts.map(formatAddress)))].map((address) => ({ namespace, address, type: 'eoa' }))
}

/**
 * Connects and signs in by one question of the wallet's: `wallet_connect` with the capability `signInWithEthereum` (ERC-7846). The request leaves in the same
 * tick.
 *
 * @returns undefined for a wallet that does not know the method or fails at it
 * @throws RpcError the user's refusal: nobody is asked a second time
 */
async function connectSigned(
  wallet: Wallet,
  signIn: Wallet.SignInOffer,
  { networkIds, signal }: Pick<Wallet.ConnectParameters, 'networkIds' | 'signal'>,
): Promise<Omit<Wallet.Connection, 'networkId'> | undefined> {
  const networkId = networkIds.find((id) => id.startsWith(`${namespace}:`))
  if (!networkId) return undefined
  const chainId = toHexChainId({ caipNetworkId: networkId })
  const capabilities = { signInWithEthereum: { ...signIn, chainId, version: '1' } }
  const params = [{ version: '1', chainIds: [chainId], capabilities }]
  let answer: unknown
  try {
    answer = await wallet.request({ namespace, networkId: null, method: 'wallet_connect', params, ...(signal ? { signal } : {}) })
  } catch (error) {
    if (signal?.aborted || isUserRejection(error)) throw error
    return undefined
  }
  const listed = readProperty(answer, 'accounts')
  const granted: readonly unknown[] = Array.isArray(listed) ? listed : []
  const accounts = await readAccounts(granted.map((each) => readProperty(each, 'address')))
  const [account] = accounts
  if (!account) return undefined
  const signed = readProperty(readProperty(granted[0], 'capabilities'), 'signInWithEthereum')
  const message = readProperty(signed, 'message')
  const signature = readProperty(signed, 'signature')
  // A wallet may have signed nothing, and say why: the account counts all the same.
  if (typeof message !== 'string' || typeof signature !== 'string') return { accounts }
  return { accounts, signed: { networkId, address: account.address, message, signature } }
}

/** Where the wallet is now. */
export async function currentChain(wallet: Wallet, signal?: AbortSignal) {
  const chainId = await wallet.request({ namespace, networkId: null, method: 'eth_chainId', params: [], ...(signal ? { signal } : {}) })
  const networkId = readChainId(chainId)
  if (!networkId) throw new RpcError(codes.chainDisconnected, errors.chainNotSupported, { data: { chainId } })
  return networkId
}

/** What was granted, if the wallet is still there: its user may have moved to another account while it asked, and the event came before the connection. */
async function stillThere(
  wallet: Wallet,
  granted: Omit<Wallet.Connection, 'networkId'>,
  signal?: AbortSignal,
): Promise<Omit<Wallet.Connection, 'networkId'>> {
  const asked = wallet.request({ namespace, networkId: null, method: 'eth_accounts', params: [], ...(signal ? { signal } : {}) })
  const accounts = await asked.then(readAccounts, () => [])
  const [now] = accounts
  // A wallet that does not say is believed. What another account signed is not the session of this one.
  return !now || now.address === granted.accounts[0]?.address ? granted : { accounts }
}

/**
 * `eth_requestAccounts`, then `eth_chainId` (EIP-1102, EIP-695). Silently, by `eth_accounts`, when reconnecting. A wallet that is offered a sign-in is asked by
 * `wallet_connect` (ERC-7846) first, and then for its accounts (`eth_accounts`) as they are by then.
 *
 * @throws RpcError the wallet's own; -32001 when it gives no account
 */
export async function connect(wallet: Wallet, how: Omit<Wallet.ConnectParameters, 'namespace'>): Promise<Wallet.Connection> {
  // Without an offer nothing is waited for: the request leaves within the click.
  const granted = how.signIn && (await connectSigned(wallet, how.signIn, how))
  if (granted) return { ...(await stillThere(wallet, granted, how.signal)), networkId: await currentChain(wallet, how.signal) }
  const method = how.isReconnecting ? 'eth_accounts' : 'eth_requestAccounts'
  const accounts = await askAccounts(wallet, { namespace, networkId: null, method, params: [], read: readAccounts }, how)
  return { accounts, networkId: await currentChain(wallet, how.signal) }
}

/** Takes the site's permission back (EIP-2255's counterpart). Many wallets do not know it. */
export async function disconnect(wallet: Wallet): Promise<void> {
  await wallet.request({ namespace, networkId: null, method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
}
