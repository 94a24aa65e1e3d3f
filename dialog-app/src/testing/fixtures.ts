import type { Boot, CaipNetworkId, ConnectedWallet, Network, WalletInfo } from '@latchkey/protocol'
import type { ListedWallet } from '../api/wallets.js'
import type { ActiveConnection } from '../state/session.js'
import { defaultFeatures } from '../state/settings.js'
import { walletIcon } from './walletIcons.js'

export const network = (id: number, name: string, symbol = 'ETH', extra: Partial<Network> = {}): Network => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  ...extra,
})

export const networks: readonly Network[] = [
  network(8453, 'Base'),
  network(1, 'Ethereum'),
  network(10, 'Optimism'),
  network(137, 'Polygon', 'POL'),
  network(11155111, 'Sepolia', 'ETH', { testnet: true }),
]

export const solanaNetwork: Network = {
  ...network(0, 'Solana', 'SOL'),
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
}

export const bitcoinNetwork: Network = {
  ...network(0, 'Bitcoin', 'BTC'),
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
}

export const manyNetworks: readonly Network[] = [
  ...networks.slice(0, 4),
  network(42161, 'Arbitrum One'),
  network(56, 'BNB Smart Chain', 'BNB'),
  network(100, 'Gnosis', 'XDAI'),
  network(43114, 'Avalanche', 'AVAX'),
  network(59144, 'Linea'),
  network(11155111, 'Sepolia', 'ETH', { testnet: true }),
  network(84532, 'Base Sepolia', 'ETH', { testnet: true }),
]

export const boot: Boot = {
  projectId: 'views',
  origin: 'https://market.meadow.example',
  verified: true,
  mode: 'development',
  api: 'https://api.example',
  secure: 'https://secure.example',
  relay: { url: 'ws://api.localhost/relay', projectId: 'project' },
  networks,
  defaultNetwork: 'eip155:8453',
  build: '0.0.0',
  logins: defaultFeatures,
}

const wallet = (name: Parameters<typeof walletIcon>[0], label: string): WalletInfo => ({
  id: `example.${name}`,
  rdns: `example.${name}`,
  name: label,
  icon: walletIcon(name),
  source: 'announced',
  namespaces: { eip155: {} },
})

export const harbor = wallet('harbor', 'Harbor')
export const wallets: readonly WalletInfo[] = [
  harbor,
  wallet('fable', 'Fable'),
  wallet('northwind', 'Northwind'),
  { ...wallet('kestrel', 'Kestrel'), icon: 'data:image/png;base64,broken' },
]

export const longNamed: WalletInfo = {
  ...wallet('juniper', 'The Extraordinarily Long-Winded Wallet of Juniper & Daughters'),
  id: 'example.long',
  rdns: 'example.long',
}

const connected: ConnectedWallet = { id: harbor.id, name: harbor.name, kind: 'host', icon: harbor.icon ?? '' }
export const address = '0x8f3a4B7c2e9D1a5F60c8b3E47d92f1A06b5cC41d'

export const connection = (networkId: CaipNetworkId = 'eip155:8453'): ActiveConnection => ({
  wallet: connected,
  accounts: [{ namespace: 'eip155', address, type: 'eoa' }],
  networkId,
})

const listedWallet = (name: Parameters<typeof walletIcon>[0], label: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id: `listed-${name}`,
  name: label,
  icon: walletIcon(name),
  certified: false,
  namespaces: ['eip155'],
  walletConnect: true,
  homepage: `https://${name}.example`,
  mobile_link: `${name}://`,
  ...more,
})

/** A wallet that can be met in every way. */
export const versatile = listedWallet('northwind', 'Northwind', {
  rdns: 'example.other',
  app_store: 'https://apps.example/us/app/northwind-wallet/id1234567890',
  play_store: 'https://play.example/store/apps/details?id=example.northwind',
  chrome_store: 'https://store.example/northwind',
  desktop_link: 'northwind://',
  webapp_link: 'https://northwind.example',
})

/** Some of the directory. */
export const listedWallets: readonly ListedWallet[] = [
  listedWallet('harbor', 'Harbor', { certified: true }),
  versatile,
  listedWallet('fable', 'Fable'),
  listedWallet('kestrel', 'Kestrel', { certified: true }),
  listedWallet('juniper', 'Juniper Vault of Many Things'),
]

/** Enough of it to scroll. */
export const manyListed: readonly ListedWallet[] = Array.from({ length: 8 }, (_, round) =>
  listedWallets.map((wallet) => (round === 0 ? wallet : { ...wallet, id: `${wallet.id}-${round}`, name: `${wallet.name} ${round + 1}` })),
).flat()

export const listedRows = listedWallets.map(({ id, name, icon, namespaces }) => ({
  id,
  name,
  namespaces,
  listed: true as const,
  ...(icon ? { icon } : {}),
}))
