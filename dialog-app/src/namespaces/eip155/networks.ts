import { codes, errors, type NamespaceId, type Network, RpcError } from '@latchkey/protocol'
import { wait } from '../../lib/wait.js'
import type { Wallet } from '../../wallets/wallet.js'
import { toHexChainId } from './chainId.js'
import { currentChain } from './connect.js'

const namespace: NamespaceId = 'eip155'

/** Pauses before asking again where the wallet is: some answer the switch before they have moved. Milliseconds. */
const settle = [0, 100, 200, 400, 800]

/** A wallet may answer "done" and stay: some do when the user declines after adding. Then nothing was switched. */
async function verify(wallet: Wallet, network: Network, signal?: AbortSignal): Promise<void> {
  for (const pause of settle) {
    if (pause) await wait(pause, signal)
    if ((await currentChain(wallet, signal)) === network.caipNetworkId) return
  }
  throw new RpcError(codes.userRejected, errors.connectionRejected, { data: { reason: 'not_switched' } })
}

/**
 * `wallet_switchEthereumChain` (EIP-3326), believed only when `eth_chainId` agrees.
 *
 * @throws RpcError the wallet's own (4902 when it lacks the chain); 4001 when it answered but did not move
 */
export async function switchNetwork(wallet: Wallet, network: Network, signal?: AbortSignal): Promise<undefined> {
  const params = [{ chainId: toHexChainId(network) }]
  await wallet.request({ namespace, networkId: null, method: 'wallet_switchEthereumChain', params, ...(signal ? { signal } : {}) })
  await verify(wallet, network, signal)
}

/** The parameters of EIP-3085: only what the wallet may show, only web addresses. */
export function addParameters(network: Network) {
  const web = (urls: readonly (string | undefined)[]) => [...new Set(urls.filter((url) => url !== undefined && /^https?:\/\//.test(url)))]
  const explorers = web(Object.values(network.blockExplorers ?? {}).map(({ url }) => url))
  const icons = web([network.assets?.imageUrl])
  return {
    chainId: toHexChainId(network),
    chainName: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls: web(Object.values(network.rpcUrls).flatMap(({ http }) => http)),
    ...(explorers.length > 0 ? { blockExplorerUrls: explorers } : {}),
    ...(icons.length > 0 ? { iconUrls: icons } : {}),
  }
}

/**
 * `wallet_addEthereumChain` (EIP-3085), then the switch: adding alone does not promise it.
 *
 * @throws as {@link switchNetwork}
 */
export async function addNetwork(wallet: Wallet, network: Network, signal?: AbortSignal): Promise<undefined> {
  const params = [addParameters(network)]
  await wallet.request({ namespace, networkId: null, method: 'wallet_addEthereumChain', params, ...(signal ? { signal } : {}) })
  // Many wallets switch while adding: asking again would show the user a second question.
  if ((await currentChain(wallet, signal)) === network.caipNetworkId) return
  await switchNetwork(wallet, network, signal)
}
