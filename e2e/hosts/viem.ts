import { createModal } from '@latchkey/sdk'
import { createWalletClient, custom, defineChain, publicActions } from 'viem'
import { chains, config } from './config.js'
import { watch } from './watch.js'

const modal = createModal(config)
watch(modal)

const local = chains.map(([caipNetworkId, url]) =>
  defineChain({
    id: Number(caipNetworkId.split(':')[1]),
    name: caipNetworkId,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }),
)

/** A viem client on our provider and nothing else. */
const client = createWalletClient({ transport: custom(modal.provider('eip155')), pollingInterval: 100 }).extend(publicActions)

const library = { client, chains: local }
export type ViemLibrary = typeof library
Object.assign(window, { library })
