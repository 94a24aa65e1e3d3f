import { type CaipNetworkId, mainNetworkIds, type Network, namespaceOf, referenceOf } from '@latchkey/protocol'
import type { ChainContract, Chain as ViemChain } from 'viem'
import { ConfigError } from './mistakes.js'
import type { ChainConfig } from './schema.js'
import { wellKnownContracts } from './wellKnownContracts.js'
import { type WellKnownNetwork, wellKnownNetworks } from './wellKnownNetworks.js'

/** A chain with nothing left open: what the configuration says, completed from what is known of well-known chains. */
export type Chain = {
  readonly caipNetworkId: CaipNetworkId
  /** An older id that wallets may still answer with. */
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  /** The number of an EVM chain, else the reference of its CAIP-2 id. */
  readonly id: number | string
  readonly name: string
  /** Short machine name. */
  readonly network?: string
  readonly nativeCurrency: Network['nativeCurrency']
  /** Empty for a network that pages may name and the gateway does not serve. */
  readonly upstreams: readonly { readonly url: string; readonly weight: number }[]
  readonly explorer?: { readonly name: string; readonly url: string }
  readonly testnet: boolean
  readonly rpcMethods: readonly string[]
  /** Its picture in the directory. */
  readonly imageId?: string
  /** Milliseconds; undefined when nobody knows. */
  readonly blockTime?: number
  /** Whose history is kept here; absent for nobody's. */
  readonly indexer?: 'full' | 'watch'
  /** The bundler that takes user operations, and the paymaster that may pay for them. */
  readonly bundler?: { readonly url: string; readonly paymaster?: string }
  /** Tokens that the operator knows. */
  readonly tokens?: NonNullable<ChainConfig['tokens']>
  /** Where prices are read and swaps are made. */
  readonly pools?: NonNullable<ChainConfig['pools']>
  /** Other contracts that the operator knows. */
  readonly contracts?: NonNullable<ChainConfig['contracts']>
  /** Makes many reads one call. */
  readonly multicall3?: string
  readonly ens?: NonNullable<ChainConfig['ens']>
  readonly blockscout?: NonNullable<ChainConfig['blockscout']>
}

/** Adds the pictures that the directory has. */
export function withImages(
  chains: readonly Chain[],
  catalog: { readonly networks: ReadonlyMap<string, { readonly image_id: string }> },
): readonly Chain[] {
  return chains.map((chain) => {
    const namespace = namespaceOf(chain.caipNetworkId)
    // A test network of another family has the picture of the main one.
    const main = chain.testnet && namespace !== 'eip155' ? mainNetworkIds[namespace] : ''
    const network = catalog.networks.get(chain.caipNetworkId) ?? catalog.networks.get(main)
    return network ? { ...chain, imageId: network.image_id } : chain
  })
}

/** Families whose nodes the gateway speaks to. */
const servedFamilies: readonly string[] = ['eip155', 'solana', 'bip122']

const caipOf = (chain: ChainConfig) => (chain.caip2 ?? `eip155:${chain.id}`) as CaipNetworkId
const isEvm = (chain: ChainConfig) => namespaceOf(caipOf(chain)) === 'eip155'

/** ENS's registrar of names below `eth`, on Ethereum. */
const ethRegistrar = '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85'

const addressOf = (contract: ChainContract | { readonly [source: string]: ChainContract | undefined } | undefined) =>
  typeof contract?.address === 'string' ? contract.address : undefined

/** A chain of viem's list in the words of our own. */
function fromViem(chain: ViemChain): WellKnownNetwork {
  const multicall3 = addressOf(chain.contracts?.multicall3)
  const universalResolver = addressOf(chain.contracts?.ensUniversalResolver)
  return {
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    ...(chain.testnet === undefined ? {} : { testnet: chain.testnet }),
    ...(chain.blockExplorers ? { explorer: chain.blockExplorers.default } : {}),
    ...(chain.blockTime === undefined ? {} : { blockTime: chain.blockTime }),
    urls: chain.rpcUrls.default.http,
    ...(multicall3 ? { multicall3 } : {}),
    ...(universalResolver ? { ens: { universalResolver, ...(chain.id === 1 ? { registrar: ethRegistrar } : {}) } } : {}),
  }
}

function complete(chain: ChainConfig, known: WellKnownNetwork | undefined, key: string): Chain | string[] {
  const caipNetworkId = caipOf(chain)
  const reference = referenceOf(caipNetworkId)
  const name = chain.name ?? known?.name
  const nativeCurrency = chain.nativeCurrency ?? known?.nativeCurrency
  const upstreams = chain.upstreams ?? known?.urls?.map((url) => ({ url, weight: 1 })) ?? []
  const missing = (what: string) => `${key}.${what} is missing, and chain ${isEvm(chain) ? reference : caipNetworkId} is not well known.`
  // Only EVM chains are of no use without a node: the other families' wallets bring theirs.
  const lacksNode = isEvm(chain) && upstreams.length === 0
  if (!name || !nativeCurrency || lacksNode)
    return [
      ...(name ? [] : [missing('name')]),
      ...(nativeCurrency ? [] : [missing('nativeCurrency')]),
      ...(lacksNode ? [missing('upstreams')] : []),
    ]
  const explorer = chain.explorer ?? known?.explorer
  const blockTime = chain.blockTime ?? known?.blockTime
  const multicall3 = chain.multicall3 ?? known?.multicall3
  const ens = chain.ens ?? known?.ens
  const { tokens, pools, contracts } = { ...wellKnownContracts[caipNetworkId], ...chain }
  return {
    caipNetworkId,
    ...(known?.deprecatedCaipNetworkId ? { deprecatedCaipNetworkId: known.deprecatedCaipNetworkId } : {}),
    id: isEvm(chain) ? Number(reference) : reference,
    ...(known?.network ? { network: known.network } : {}),
    name,
    nativeCurrency,
    upstreams,
    testnet: chain.testnet ?? known?.testnet ?? false,
    rpcMethods: chain.rpcMethods,
    ...(explorer ? { explorer: { name: explorer.name, url: explorer.url } } : {}),
    ...(blockTime === undefined ? {} : { blockTime }),
    ...(chain.indexer === 'full' || chain.indexer === 'watch' ? { indexer: chain.indexer } : {}),
    ...(chain.bundler ? { bundler: chain.bundler } : {}),
    ...(tokens ? { tokens } : {}),
    ...(pools ? { pools } : {}),
    ...(contracts ? { contracts } : {}),
    ...(multicall3 ? { multicall3 } : {}),
    ...(ens ? { ens } : {}),
    ...(chain.blockscout ? { blockscout: chain.blockscout } : {}),
  }
}

/** Fields that only EVM chains have, by what they are. */
const evmOnly = {
  bundler: 'user operations are',
  pools: 'these pools are',
  contracts: 'these contracts are',
  multicall3: 'Multicall3 is',
  ens: 'ENS is',
  blockscout: 'Blockscout is',
} as const

/** An EVM address, or the 32 bytes in base58 of a mint. */
const tokenAddress: Readonly<Record<string, RegExp>> = { eip155: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }

/** What is wrong with the contracts that a chain names. */
function contractMistakes(chain: ChainConfig, key: string): string[] {
  const family = namespaceOf(caipOf(chain))
  const misplaced = Object.entries(evmOnly).filter(([field]) => family !== 'eip155' && chain[field as keyof typeof evmOnly])
  const pattern = tokenAddress[family]
  if (chain.tokens && !pattern) return [`${key}.tokens must be left out: the ${family} family has no tokens here.`]
  const seen = new Set<string>()
  const tokens = (chain.tokens ?? []).flatMap(({ address }, index) => {
    if (!pattern?.test(address)) return [`${key}.tokens[${index}].address is no address of the ${family} family.`]
    const id = family === 'eip155' ? address.toLowerCase() : address
    if (seen.has(id)) return [`${key}.tokens[${index}] names ${address} a second time.`]
    seen.add(id)
    return []
  })
  return [...misplaced.map(([field, what]) => `${key}.${field} must be left out: ${what} of EVM chains.`), ...tokens]
}

const isSelfContained = (chain: ChainConfig) => !isEvm(chain) || Boolean(chain.name && chain.nativeCurrency && chain.upstreams)

/**
 * Completes the configured chains. viem's list (several hundred modules) is read only when a chain needs it.
 *
 * @throws ConfigError naming each key that is missing or given twice
 */
export async function resolveChains(chains: readonly ChainConfig[]): Promise<readonly Chain[]> {
  const list = chains.every(isSelfContained) ? {} : await import('viem/chains')
  const evm = Object.values(list) as ViemChain[]
  const knownAs = (chain: ChainConfig): WellKnownNetwork | undefined => {
    if (!isEvm(chain)) return wellKnownNetworks[caipOf(chain)]
    const found = evm.find(({ id }) => `eip155:${id}` === caipOf(chain))
    return found && fromViem(found)
  }
  const mistakes: string[] = []
  const resolved: Chain[] = []
  for (const [index, chain] of chains.entries()) {
    const key = `chains[${index}]`
    const family = namespaceOf(caipOf(chain))
    if (chain.upstreams && !servedFamilies.includes(family))
      mistakes.push(`${key}.upstreams must be left out: the gateway does not speak to nodes of the ${family} family.`)
    if ((chain.indexer ?? 'off') !== 'off' && family !== 'eip155')
      mistakes.push(`${key}.indexer must be left out: only EVM chains are indexed, the nodes of the others know their history.`)
    mistakes.push(...contractMistakes(chain, key))
    const result = complete(chain, knownAs(chain), key)
    if (Array.isArray(result)) mistakes.push(...result)
    else if (resolved.some(({ caipNetworkId }) => caipNetworkId === result.caipNetworkId))
      mistakes.push(`${key} names ${caipOf(chain)} a second time.`)
    else resolved.push(result)
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return resolved
}
