import type { PlaygroundChain } from '../config.js'

export type LocalChain = { readonly id: number; readonly name: string; readonly rpcUrl: string }

/** Ids that development chains use. The keys of this wallet are public, so it must never touch a chain with money on it. */
const developmentIds: readonly number[] = [1337, 31337, 31338]

/** True for a node of this machine. */
export const isLocalHost = (url: string) => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname.endsWith('.localhost')
}

/** Those of the page's chains that the Test wallet may use: development ids, answered by this machine, or by the one that serves the page. */
export function localChains(chains: readonly PlaygroundChain[]): readonly LocalChain[] {
  return chains.flatMap(({ caipNetworkId, name, rpcUrl, isLocal }) => {
    const [namespace, reference] = caipNetworkId.split(':')
    const id = Number(reference)
    return namespace === 'eip155' && developmentIds.includes(id) && rpcUrl && (isLocal || isLocalHost(rpcUrl)) ? [{ id, name, rpcUrl }] : []
  })
}
