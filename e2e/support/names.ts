import { type Address, createPublicClient, defineChain, type Hex, http } from 'viem'
import { askByHost } from '../../scripts/lib/askByHost.js'
import { networkIds, type Server } from './server.ts'

/** The zone whose names the local server registers. */
export const zone = 'wallet.test'

/** A name that nobody has, without its zone, and without letters that look like others. */
export const newLabel = () =>
  `visitor-${Math.random()
    .toString(36)
    .slice(2, 10)
    .replace(/[01]|rn|vv/g, 'x')}`

/** Resolves as any application does. Node knows no names under `.localhost`, where the gateway is. */
export function resolver(server: Server) {
  const { universalResolver } = server.contracts[networkIds.first]?.ens ?? {}
  if (!universalResolver) throw new Error('The first chain has no names.')
  const chain = defineChain({
    id: 31_337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [server.chains[networkIds.first] ?? ''] } },
    contracts: { ensUniversalResolver: { address: universalResolver } },
  })
  const ask = async ({ data, sender, urls: [url = ''] }: { data: Hex; sender: Address; urls: readonly string[] }) =>
    (JSON.parse((await askByHost(url.replace('{sender}', sender).replace('{data}', data))).text) as { data: Hex }).data
  return createPublicClient({ chain, transport: http(), ccipRead: { request: ask } })
}
