import { bitcoin, solanaDevnet, solanaMainnet, type WalletInfo } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
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
function familyPage(dialog: Dialog, multiWallet = true) {
  page(dialog, {}, [harbor, several, ...wallets.slice(2)])
  networksStore(dialog).setState({ networks: families })
  settingsStore(dialog).setState({ features: { ...defaultFeatures, multiWallet } })
}

function connected(dialog: Dialog, change: Partial<SessionState> = {}) {
  sessionStore(dialog).setState({
    status: 'connected',
    activeNamespace: 'eip155',
    connections: { eip155: connection(), solana: onSolana },
    others: { eip155: [savings] },
    ...change,
  })
  labelsStore(dialog).setState({ labels: { [labelKey('eip155', otherAddress)]: 'Savings' } })
  walletBalancesStore(dialog).setState({
    [`eip155:8453:${address}`]: { value: 842_310_000_000_000_000n, decimals: 18, symbol: 'ETH' },
    [`eip155:1:${otherAddress}`]: { value: 120_000_000_000_000_000n, decimals: 18, symbol: 'ETH' },
    [`${solanaMainnet.caipNetworkId}:${solanaAddress}`]: { value: 3_250_000_000n, decimals: 9, symbol: 'SOL' },
    [`${bitcoin.caipNetworkId}:${payment}`]: { value: 12_345_678n, decimals: 8, symbol: 'BTC' },
  })
}

const choosing = (dialog: Dialog) =>
  connectingStore(dialog).setState({
    row: { id: several.id, name: several.name, icon: several.icon ?? '', installed: true, namespaces: ['eip155', 'solana', 'bip122'] },
  })

const manyAccounts = by(
  harbor,
  'eip155:8453',
  Array.from({ length: 5 }, (_, index) => ({ namespace: 'eip155', address: `${address.slice(0, -1)}${index}`, type: 'eoa' })),
)

export const familyStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'multi-chain': (dialog) => {
    familyPage(dialog)
    choosing(dialog)
    show(dialog, 'Connect', 'ConnectingMultiChain')
  },
  'multi-chain-next': (dialog) => {
    familyPage(dialog)
    choosing(dialog)
    connected(dialog)
    show(dialog, 'Account', 'ProfileWallets', 'Connect', 'ConnectingMultiChain')
  },
  'family-wallets': (dialog) => {
    familyPage(dialog)
    connected(dialog, { connections: { eip155: savings } })
    connectingStore(dialog).setState({ target: solanaMainnet.caipNetworkId })
    uiStore(dialog).setState({ namespace: 'solana' })
    show(dialog, 'Account', 'Networks', 'SwitchActiveChain')
  },
  'family-none': (dialog) => {
    familyPage(dialog)
    connected(dialog, { connections: { eip155: connection() } })
    connectingStore(dialog).setState({ target: bitcoin.caipNetworkId })
    uiStore(dialog).setState({ namespace: 'polkadot' })
    show(dialog, 'Account', 'Networks', 'SwitchActiveChain')
  },
  'networks-families': (dialog) => {
    familyPage(dialog)
    connected(dialog, { connections: { eip155: connection(), solana: onSolana } })
    networksStore(dialog).setState({ refused: { [harbor.id]: ['eip155:137'] } })
    show(dialog, 'Account', 'Networks')
  },
  'profile-several': (dialog) => {
    familyPage(dialog)
    connected(dialog)
    show(dialog, 'Account', 'ProfileWallets')
  },
  'profile-bitcoin': (dialog) => {
    familyPage(dialog)
    connected(dialog, { activeNamespace: 'bip122', connections: { bip122: onBitcoin }, others: {} })
    show(dialog, 'Account', 'ProfileWallets')
  },
  'profile-accounts': (dialog) => {
    familyPage(dialog)
    connected(dialog, { connections: { eip155: manyAccounts }, others: {} })
    show(dialog, 'Account', 'ProfileWallets')
  },
  'profile-one': (dialog) => {
    familyPage(dialog, false)
    connected(dialog, { connections: { eip155: connection() } })
    show(dialog, 'Account', 'ProfileWallets')
  },
  'profile-left': (dialog) => {
    familyPage(dialog)
    connected(dialog, { others: {} })
    uiStore(dialog).setState({
      toast: {
        variant: 'success',
        message: { id: 'profile.disconnected', values: { name: 'Savings' } },
        action: { label: { id: 'profile.undo' }, run: () => {} },
        autoClose: false,
      },
    })
    show(dialog, 'Account', 'ProfileWallets')
  },
  'profile-wallet': (dialog) => {
    familyPage(dialog)
    connected(dialog)
    show(dialog, 'Account', 'ProfileWallets', ['ProfileWallet', { namespace: 'eip155', walletId: fable.id, address: otherAddress }])
  },
  'profile-wallet-bitcoin': (dialog) => {
    familyPage(dialog)
    connected(dialog, { activeNamespace: 'bip122', connections: { bip122: onBitcoin }, others: {} })
    show(dialog, 'Account', 'ProfileWallets', ['ProfileWallet', { namespace: 'bip122', walletId: fable.id, address: payment }])
  },
  'profile-wallet-accounts': (dialog) => {
    familyPage(dialog)
    connected(dialog, { connections: { eip155: manyAccounts }, others: {} })
    show(dialog, 'Account', 'ProfileWallets', [
      'ProfileWallet',
      { namespace: 'eip155', walletId: harbor.id, address: manyAccounts.accounts[0]?.address },
    ])
  },
  'profile-alert': (dialog) => {
    familyPage(dialog, false)
    connected(dialog, { connections: { eip155: connection() } })
    uiStore(dialog).setState({
      alert: { title: 'Multi-Wallet Not Enabled', detail: 'Set features.multiWallet.', developer: true, tone: 'info' },
    })
    show(dialog, 'Account', 'ProfileWallets')
  },
  'unsupported-family': (dialog) => {
    familyPage(dialog)
    settingsStore(dialog).setState({ boot: { ...boot, networks: [...families] } })
    networksStore(dialog).setState({ networks: families.filter((one) => one !== solanaDevnet) })
    connected(dialog, {
      activeNamespace: 'solana',
      connections: { solana: { ...onSolana, networkId: solanaDevnet.caipNetworkId } },
      others: {},
    })
    show(dialog, 'UnsupportedChain')
  },
}
