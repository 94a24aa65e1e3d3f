import type { CaipNetworkId, Network } from '@latchkey/protocol'
import type { Chain as ViemChain } from 'viem'
import type { Catalog } from '../wallets/catalog.js'
import { ConfigError } from './mistakes.js'
import type { ChainConfig } from './schema.js'

/** A chain with nothing left open: what the configuration says, completed from viem's list of well-known chains. */
export type Chain = {
  readonly caipNetworkId: CaipNetworkId
  readonly id: number
  readonly name: string
  readonly nativeCurrency: Network['nativeCurrency']
  readonly upstreams: readonly { readonly url: string; readonly weight: number }[]
  readonly explorer?: { readonly name: string; readonly url: string }
  readonly testnet: boolean
  readonly rpcMethods: readonly string[]
  /** Its picture in the directory. */
  readonly imageId?: string
  /** Milliseconds; undefined when nobody knows. */
  readonly blockTime?: number
}

/** Adds the pictures that the directory has. */
export function withImages(chains: readonly Chain[], catalog: Pick<Catalog, 'networks'>): readonly Chain[] {
  return chains.map((chain) => {
    const network = catalog.networks.get(chain.caipNetworkId)
    return network ? { ...chain, imageId: network.image_id } : chain
  })
}

const idOf = (chain: ChainConfig) => chain.id ?? Number(chain.caip2?.slice('eip155:'.length))

function complete(chain: ChainConfig, known: ViemChain | undefined, key: string): Chain | string[] {
  const id = idOf(chain)
  const name = chain.name ?? known?.name
  const nativeCurrency = chain.nativeCurrency ?? known?.nativeCurrency
  const upstreams = chain.upstreams ?? known?.rpcUrls.default.http.map((url) => ({ url, weight: 1 })) ?? []
  const missing = (what: string) => `${key}.${what} is missing, and chain ${id} is not well known.`
  if (!name || !nativeCurrency || upstreams.length === 0)
    return [
      ...(name ? [] : [missing('name')]),
      ...(nativeCurrency ? [] : [missing('nativeCurrency')]),
      ...(upstreams.length > 0 ? [] : [missing('upstreams')]),
    ]
  const explorer = chain.explorer ?? known?.blockExplorers?.default
  const blockTime = chain.blockTime ?? known?.blockTime
  return {
    caipNetworkId: `eip155:${id}`,
    id,
    name,
    nativeCurrency,
    upstreams,
    testnet: chain.testnet ?? known?.testnet ?? false,
    rpcMethods: chain.rpcMethods,
    ...(explorer ? { explorer: { name: explorer.name, url: explorer.url } } : {}),
    ...(blockTime === undefined ? {} : { blockTime }),
  }
}

const isSelfContained = (chain: ChainConfig) => Boolean(chain.name && chain.nativeCurrency && chain.upstreams)

/**
 * Completes the configured chains. viem's list (several hundred modules) is read only when a chain needs it.
 *
 * @throws ConfigError naming each key that is missing or given twice
 */
export async function resolveChains(chains: readonly ChainConfig[]): Promise<readonly Chain[]> {
  const list = chains.every(isSelfContained) ? {} : await import('viem/chains')
  const known = Object.values(list) as ViemChain[]
  const mistakes: string[] = []
  const resolved: Chain[] = []
  for (const [index, chain] of chains.entries()) {
    const key = `chains[${index}]`
    const result = complete(
      chain,
      known.find(({ id }) => id === idOf(chain)),
      key,
    )
    if (Array.isArray(result)) mistakes.push(...result)
    else if (resolved.some(({ id }) => id === (result as Chain).id)) mistakes.push(`${key} names eip155:${idOf(chain)} a second time.`)
    else resolved.push(result as Chain)
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return resolved
}
