import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { type Address, createTestClient, createWalletClient, custom, defineChain, http, publicActions } from 'viem'
import { askByHost } from '../../scripts/lib/askByHost.js'
import { networkIds, type Server } from './server.ts'

/* Transfers that wait: seen before they are in a block. */

/** The first local chain, while it mines nothing by itself. */
export async function paused(server: Server, run: (mine: () => Promise<void>) => Promise<void>) {
  const node = createTestClient({ mode: 'anvil', transport: http(server.chains[networkIds.first]) })
  await node.setAutomine(false)
  try {
    await run(() => node.mine({ blocks: 1 }))
  } finally {
    await node.setAutomine(true)
    await node.mine({ blocks: 1 })
  }
}

/** Sends by the gateway, as a wallet that uses our nodes does. */
export async function sendByGateway(server: Server, to: Address, value: bigint) {
  const gateway = `${server.api}/v1/?chainId=${networkIds.first}&projectId=${server.projects.open}`
  const chain = defineChain({
    id: chainIds.first,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [gateway] } },
  })
  const [account] = accounts
  const request = async (call: object) => {
    const { text } = await askByHost(gateway, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }) })
    const { result, error } = JSON.parse(text)
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
  const wallet = createWalletClient({ account, chain, transport: custom({ request }, { retryCount: 0 }) }).extend(publicActions)
  return wallet.sendTransaction({ to, value })
}
