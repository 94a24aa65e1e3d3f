import { bitcoin, solanaDevnet, solanaMainnet, type WalletInfo } from '@latchkey/protocol'
import { connectingStore } from '../state/connecting.js'
import { labelKey, labelsStore } from '../state/labels.js'
import { networksStore } from '../state/networks.js'
import { type ActiveConnection, type SessionState, sessionStore } from '../state/session.js'
import { defaultFeatures, settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { walletBalancesStore } from '../state/walletBalances.js'
import { address, boot, connection, harbor, networks, wallets } from './fixtures.js'
import { page, show } from './setStores.js'

/*
 * States of the views about several wallets and several chain families.
 */

const otherAddress = '0x1d77A0b4cC9e5dB1f3A2846Be5F0C7d99d0190ae'
const solanaAddress = '7Gk4vJ5mWcF2e8sN1tZbXq3RhYpLd9uA6iTzKoBvpQ2s'
const payment = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const ordinal = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'

const families = [...networks, solanaMainnet, solanaDevnet, bitcoin]
const fable = wallets[1] as WalletInfo

const several: WalletInfo = { ...fable, namespaces: { eip155: {}, solana: {}, bip122: {} } }

const by = ({ id, name, icon = '' }: WalletInfo, networkId: ActiveConnection['networkId'], accounts: ActiveConnection['accounts']) => ({
  wallet: { id, name, icon, kind: 'host' as const },
  accounts,
  networkId,
})

const savings = by(fable, 'eip155:1', [{ namespace: 'eip155', address: otherAddress, type: 'eoa' }])
const onSolana = by(fable, solanaMainnet.caipNetworkId, [{ namespace: 'solana', address: solanaAddress, type: 'eoa' }])
const onBitcoin = by(fable, bitcoin.caipNetworkId, [
  { namespace: 'bip122', address: payment, type: 'payment' },
  { namespace: 'bip122', address: ordinal, type: 'ordinal' },
])

/** A page with several families, a wallet that has all of them, and several wallets at a time. */
function familyPage(multiWallet = true) {
  page({}, [harbor, several, ...wallets.slice(2)])
  networksStore.setState({ networks: families })
  settingsStore.setState({ features: { ...defaultFeatures, multiWallet } })
}

function connected(change: Partial<SessionState> = {}) {
  sessionStore.setState({
    status: 'connected',
    activeNamespace: 'eip155',
    connections: { eip155: connection(), solana: onSolana },
    others: { eip155: [savings] },
    ...change,
  })
  labelsStore.setState({ labels: { [labelKey('eip155', otherAddress)]: 'Savings' } })
  walletBalancesStore.setState({
    [`eip155:8453:${address}`]: { value: 842_310_000_000_000_000n, decimals: 18, symbol: 'ETH' },
    [`eip155:1:${otherAddress}`]: { value: 120_000_000_000_000_000n, decimals: 18, symbol: 'ETH' },
    [`${solanaMainnet.caipNetworkId}:${solanaAddress}`]: { value: 3_250_000_000n, decimals: 9, symbol: 'SOL' },
    [`${bitcoin.caipNetworkId}:${payment}`]: { value: 12_345_678n, decimals: 8, symbol: 'BTC' },
  })
}

const choosing = () =>
  connectingStore.setState({
    row: { id: several.id, name: several.name, icon: several.icon ?? '', installed: true, namespaces: ['eip155', 'solana', 'bip122'] },
  })

const manyAccounts = by(
  harbor,
  'eip155:8453',
  Array.from({ length: 5 }, (_, index) => ({ namespace: 'eip155', address: `${address.slice(0, -1)}${index}`, type: 'eoa' })),
)

export const familyStates: Readonly<Record<string, () => void>> = {
  'multi-chain': () => {
    familyPage()
    choosing()
    show('Connect', 'ConnectingMultiChain')
  },
  'multi-chain-next': () => {
    familyPage()
    choosing()
    connected()
    show('Account', 'ProfileWallets', 'Connect', 'ConnectingMultiChain')
  },
  'family-wallets': () => {
    familyPage()
    connected({ connections: { eip155: savings } })
    connectingStore.setState({ target: solanaMainnet.caipNetworkId })
    uiStore.setState({ namespace: 'solana' })
    show('Account', 'Networks', 'SwitchActiveChain')
  },
  'family-none': () => {
    familyPage()
    connected({ connections: { eip155: connection() } })
    connectingStore.setState({ target: bitcoin.caipNetworkId })
    uiStore.setState({ namespace: 'polkadot' })
    show('Account', 'Networks', 'SwitchActiveChain')
  },
  'networks-families': () => {
    familyPage()
    connected({ connections: { eip155: connection(), solana: onSolana } })
    networksStore.setState({ refused: { [harbor.id]: ['eip155:137'] } })
    show('Account', 'Networks')
  },
  'profile-several': () => {
    familyPage()
    connected()
    show('Account', 'ProfileWallets')
  },
  'profile-bitcoin': () => {
    familyPage()
    connected({ activeNamespace: 'bip122', connections: { bip122: onBitcoin }, others: {} })
    show('Account', 'ProfileWallets')
  },
  'profile-accounts': () => {
    familyPage()
    connected({ connections: { eip155: manyAccounts }, others: {} })
    show('Account', 'ProfileWallets')
  },
  'profile-one': () => {
    familyPage(false)
    connected({ connections: { eip155: connection() } })
    show('Account', 'ProfileWallets')
  },
  'profile-left': () => {
    familyPage()
    connected({ others: {} })
    uiStore.setState({
      toast: {
        variant: 'success',
        message: { id: 'profile.disconnected', values: { name: 'Savings' } },
        action: { label: { id: 'profile.undo' }, run: () => {} },
        autoClose: false,
      },
    })
    show('Account', 'ProfileWallets')
  },
  'profile-wallet': () => {
    familyPage()
    connected()
    show('Account', 'ProfileWallets', ['ProfileWallet', { namespace: 'eip155', walletId: fable.id, address: otherAddress }])
  },
  'profile-wallet-bitcoin': () => {
    familyPage()
    connected({ activeNamespace: 'bip122', connections: { bip122: onBitcoin }, others: {} })
    show('Account', 'ProfileWallets', ['ProfileWallet', { namespace: 'bip122', walletId: fable.id, address: payment }])
  },
  'profile-wallet-accounts': () => {
    familyPage()
    connected({ connections: { eip155: manyAccounts }, others: {} })
    show('Account', 'ProfileWallets', [
      'ProfileWallet',
      { namespace: 'eip155', walletId: harbor.id, address: manyAccounts.accounts[0]?.address },
    ])
  },
  'profile-alert': () => {
    familyPage(false)
    connected({ connections: { eip155: connection() } })
    uiStore.setState({ alert: { title: 'Multi-Wallet Not Enabled', detail: 'Set features.multiWallet.', developer: true, tone: 'info' } })
    show('Account', 'ProfileWallets')
  },
  'unsupported-family': () => {
    familyPage()
    settingsStore.setState({ boot: { ...boot, networks: [...families] } })
    networksStore.setState({ networks: families.filter((one) => one !== solanaDevnet) })
    connected({
      activeNamespace: 'solana',
      connections: { solana: { ...onSolana, networkId: solanaDevnet.caipNetworkId } },
      others: {},
    })
    show('UnsupportedChain')
  },
}
