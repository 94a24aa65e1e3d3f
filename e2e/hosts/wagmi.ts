import { createModal } from '@latchkey/sdk'
import { latchkeyConnector } from '@latchkey/sdk/wagmi'
import { defineChain } from 'viem'
import { createConfig, http } from 'wagmi'
import {
  connect,
  disconnect,
  getAccount,
  getConnectors,
  reconnect,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForTransactionReceipt,
} from 'wagmi/actions'
import { chains, config } from './config.js'
import { watch } from './watch.js'

/** `?connector=own` uses our connector; otherwise wagmi finds our announced provider by itself (EIP-6963). */
const own = new URLSearchParams(location.search).get('connector') === 'own'

const local = chains.map(([caipNetworkId, url]) =>
  defineChain({
    id: Number(caipNetworkId.split(':')[1]),
    name: caipNetworkId,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }),
)
const [first, ...others] = local
if (!first) throw new Error('The page needs a chain')

watch(createModal(config))

const wagmi = createConfig({
  chains: [first, ...others],
  transports: Object.fromEntries(local.map((chain) => [chain.id, http()])),
  connectors: own ? [latchkeyConnector(config)] : [],
})

const connectorOf = (name: string) => {
  const connector = getConnectors(wagmi).find((item) => item.name === name)
  if (!connector) throw new Error(`wagmi has no connector "${name}"`)
  return connector
}

const library = {
  connectors: () => getConnectors(wagmi).map(({ name, rdns, type }) => ({ name, rdns, type })),
  account: () => {
    const { address, chainId, status } = getAccount(wagmi)
    return { address, chainId, status }
  },
  connect: async (name: string) => (await connect(wagmi, { connector: connectorOf(name) })).accounts,
  /** What a page does when it starts: no dialog, no question. */
  reconnect: async (name: string) => (await reconnect(wagmi, { connectors: [connectorOf(name)] }))[0]?.accounts,
  signMessage: (message: string) => signMessage(wagmi, { message }),
  signTypedData: () =>
    signTypedData(wagmi, {
      domain: { name: 'Meadow', version: '1' },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item: 'Latchkey' },
    }),
  send: async (to: `0x${string}`, value: string) => {
    const hash = await sendTransaction(wagmi, { to, value: BigInt(value) })
    const receipt = await waitForTransactionReceipt(wagmi, { hash, pollingInterval: 100 })
    return { hash, status: receipt.status }
  },
  switchChain: async (chainId: number) => (await switchChain(wagmi, { chainId })).id,
  disconnect: () => disconnect(wagmi),
}

export type WagmiLibrary = typeof library
Object.assign(window, { library })
