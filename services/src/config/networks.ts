import { type KnownContracts, type Network, namespaceOf, type SmartAccountNetwork } from '@latchkey/protocol'
import type { Chain } from './chains.js'

/** True for a chain that the gateway answers for: it has a node. */
export const isServed = (chain: Chain): boolean => chain.upstreams.length > 0

/** A configured chain as browsers see it: its only RPC URL is the gateway, so upstream keys stay here. */
export function toNetwork(chain: Chain, api: string, projectId: string): Network {
  const query = new URLSearchParams({ chainId: chain.caipNetworkId, projectId })
  return {
    id: chain.id,
    caipNetworkId: chain.caipNetworkId,
    ...(chain.deprecatedCaipNetworkId ? { deprecatedCaipNetworkId: chain.deprecatedCaipNetworkId } : {}),
    chainNamespace: namespaceOf(chain.caipNetworkId),
    name: chain.name,
    ...(chain.network ? { network: chain.network } : {}),
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: isServed(chain) ? { default: { http: [`${api}/v1/?${query}`] } } : {},
    ...(chain.explorer ? { blockExplorers: { default: chain.explorer } } : {}),
    ...(chain.imageId ? { assets: { imageId: chain.imageId, imageUrl: `${api}/public/getAssetImage/${chain.imageId}` } } : {}),
    ...(chain.testnet ? { testnet: true } : {}),
  }
}

type ProjectNetworks = { readonly mode: 'development' | 'production'; readonly networks: readonly string[] | null }

/**
 * Which networks a project's pages may use: those that it names, and on a server for real visitors (https) only test networks while the
 * project is in development mode, because then anybody's preview host may embed it.
 *
 * @example
 * const mayUse = networkRule({ urls: { secure: 'https://secure.example.net' } })
 * mayUse({ mode: 'development', networks: null }, { caipNetworkId: 'eip155:1', testnet: false }) // false
 */
export const networkRule =
  ({ urls }: { readonly urls: { readonly secure: string } }) =>
  (project: ProjectNetworks, chain: Pick<Chain, 'caipNetworkId' | 'testnet'>): boolean => {
    if (project.networks !== null && !project.networks.includes(chain.caipNetworkId)) return false
    return project.mode === 'production' || !urls.secure.startsWith('https:') || chain.testnet
  }

/**
 * The field `unserved` of an answer: chains that it says nothing about because nobody reads them.
 *
 * @param chains those that were looked at
 * @param asked the only one that was asked for: where it is not among them, this server or the project does not have it
 */
export function unservedOf(chains: readonly Chain[], unserved: readonly string[] = [], asked?: string): { unserved?: string[] } {
  const named = asked !== undefined && chains.length === 0 ? [asked] : [...unserved]
  return named.length > 0 ? { unserved: named } : {}
}

/**
 * The networks of a project in the order the project gives them.
 *
 * @param ids CAIP-2 ids; null means every configured chain. A chain that has left the configuration is left out.
 */
export function networksOf(chains: readonly Chain[], ids: readonly string[] | null, api: string, projectId: string): Network[] {
  const chosen = ids === null ? chains : ids.flatMap((id) => chains.find((chain) => chain.caipNetworkId === id) ?? [])
  return chosen.map((chain) => toNetwork(chain, api, projectId))
}

/** The network that a project's pages start on, when they may use it. */
export const defaultNetworkOf = (
  { defaultNetwork }: { readonly defaultNetwork: string | null },
  networks: readonly Network[],
): Network['caipNetworkId'] | null => networks.find(({ caipNetworkId }) => caipNetworkId === defaultNetwork)?.caipNetworkId ?? null

/** Where smart accounts work among these networks: each with our own address of its bundler, whose keys stay here. */
export function smartAccountsOf(
  chains: readonly Chain[],
  networks: readonly Network[],
  api: string,
  projectId: string,
): SmartAccountNetwork[] {
  return networks.flatMap(({ caipNetworkId }) => {
    const bundler = chains.find((chain) => chain.caipNetworkId === caipNetworkId)?.bundler
    const query = new URLSearchParams({ projectId, chainId: caipNetworkId })
    return bundler ? [{ caipNetworkId, bundler: `${api}/v1/bundler?${query}`, sponsored: bundler.paymaster !== undefined }] : []
  })
}

/** What the operator knows of these networks' contracts, for approvals: addresses, and how tokens are named and divided. */
export function contractsOf(chains: readonly Chain[], networks: readonly Network[]): Record<Network['caipNetworkId'], KnownContracts> {
  const known = networks.flatMap(({ caipNetworkId }) => {
    const chain = chains.find((one) => one.caipNetworkId === caipNetworkId)
    if (!chain) return []
    const { tokens = [], pools, multicall3, ens, contracts = [] } = chain
    const others = [pools?.v2Router, pools?.swapRouter02, multicall3, ens?.registrar, ...contracts.map(({ address }) => address)]
    return [
      [
        caipNetworkId,
        {
          tokens: tokens.map(({ address, symbol, name, decimals }) => ({ address, symbol, ...(name ? { name } : {}), decimals })),
          ...(pools ? { wrapped: pools.weth } : {}),
          others: others.flatMap((address) => address ?? []),
        },
      ] as const,
    ]
  })
  return Object.fromEntries(known)
}
