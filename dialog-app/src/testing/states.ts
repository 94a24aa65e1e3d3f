import type { Dialog } from '../lib/dialog.js'
import { type BalanceState, balanceStore, initialBalance } from '../state/balance.js'
import { type ConnectPhase, connectingStore } from '../state/connecting.js'
import { networksStore } from '../state/networks.js'
import { initialPortfolio, portfolioStore } from '../state/portfolio.js'
import { type ActiveConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { type SwitchPhase, switchingStore } from '../state/switching.js'
import { uiStore } from '../state/ui.js'
import { walletsStore } from '../state/wallets.js'
import { activityStates } from './activityStates.js'
import { buyStates } from './buyStates.js'
import { familyStates } from './familyStates.js'
import { connection, harbor, longNamed, manyNetworks, networks, versatile, wallets } from './fixtures.js'
import { loginStates } from './loginStates.js'
import { moneyStates } from './moneyStates.js'
import { nameStates } from './nameStates.js'
import { pairingStates } from './pairingStates.js'
import { sendStates } from './sendStates.js'
import { connect, legal, page, show } from './setStores.js'
import { signInStates } from './signInStates.js'
import { swapStates } from './swapStates.js'
import { termsStates } from './termsStates.js'

const choice = { id: harbor.id, name: harbor.name, icon: harbor.icon }

const connecting =
  (phase: ConnectPhase, error = { code: -32603, message: 'Internal JSON-RPC error. The wallet closed before answering.' }) =>
  (dialog: Dialog) => {
    page(dialog)
    if (phase === 'connected') connect(dialog)
    connectingStore(dialog).setState({ wallet: choice, namespace: 'eip155', phase, error })
    show(dialog, 'Connect', 'ConnectingExternal')
  }

/** The same, for a wallet that the directory can meet on a phone. */
const phoneToo = (phase: ConnectPhase) => (dialog: Dialog) => {
  connecting(phase)(dialog)
  const app = { id: harbor.id, name: harbor.name, mobile_link: 'harbor://' }
  settingsStore(dialog).setState(({ options }) => ({ options: { ...options, customWallets: [app] } }))
}

const account = (balance: Partial<BalanceState>, active?: ActiveConnection) => (dialog: Dialog) => {
  page(dialog)
  connect(dialog, active)
  balanceStore(dialog).setState({ ...initialBalance, ...balance })
  // The coin of the network alone: `moneyStates.ts` has the tokens.
  portfolioStore(dialog).setState({ ...initialPortfolio, status: 'unavailable' })
  show(dialog, 'Account')
}

const eth = { value: 842_310_000_000_000_000n, decimals: 18, symbol: 'ETH' }

const switching = (phase: SwitchPhase) => (dialog: Dialog) => {
  page(dialog)
  connect(dialog)
  switchingStore(dialog).setState({
    phase,
    target: networks[2] ?? null,
    from: networks[0] ?? null,
    error: { code: -32603, message: 'Unexpected end of JSON input' },
  })
  show(dialog, 'Account', 'Networks', 'SwitchNetwork')
}

/** Every view in every state, by name: each sets the real stores, nothing else. */
export const states: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'connect-loading': (dialog) => show(dialog, 'Connect'),
  'connect-rows': (dialog) => {
    page(dialog)
    show(dialog, 'Connect')
  },
  'connect-none-installed': (dialog) => {
    page(dialog, {}, [])
    walletsStore(dialog).setState({ recent: [] })
    show(dialog, 'Connect')
  },
  'connect-empty': (dialog) => {
    page(dialog, { includeWalletIds: ['nobody'], excludeWalletIds: ['walletConnect'] }, [])
    walletsStore(dialog).setState({ recent: [] })
    show(dialog, 'Connect')
  },
  'connect-looking': (dialog) => {
    page(dialog, { includeWalletIds: ['nobody'] }, [])
    walletsStore(dialog).setState({ recent: [], looking: ['eip155'] })
    show(dialog, 'Connect')
  },
  'connect-ended': (dialog) => {
    page(dialog)
    uiStore(dialog).setState({ open: true, ended: 'Harbor' })
    show(dialog, 'Connect')
  },
  'connect-long': (dialog) => {
    page(dialog, { metadata: { name: 'The Meadow Market of Rare Things' } }, [longNamed, ...wallets])
    show(dialog, 'Connect')
  },
  'connect-many': (dialog) => {
    const more = wallets.flatMap((one, index) => [
      one,
      { ...one, id: `${one.id}.${index}`, rdns: `${one.rdns}.${index}`, name: `${one.name} ${index + 2}` },
    ])
    page(dialog, {}, [...more, ...more.map((one) => ({ ...one, id: `${one.id}.x`, rdns: `${one.rdns}.x`, name: `${one.name} Pro` }))])
    show(dialog, 'Connect')
  },
  'connect-collapsed': (dialog) => {
    page(dialog, { features: { collapseWallets: true } })
    show(dialog, 'Connect')
  },
  'connect-offline': (dialog) => {
    page(dialog)
    uiStore(dialog).setState({ online: false })
    show(dialog, 'Connect')
  },
  'connect-legal': (dialog) => {
    page(dialog, legal)
    show(dialog, 'Connect')
  },
  'connect-alert': (dialog) => {
    page(dialog)
    uiStore(dialog).setState({
      alert: { title: 'Network Not Found', detail: 'eip155:999 is not one of this site’s networks.', developer: true },
    })
    show(dialog, 'Connect')
  },
  'connect-required': (dialog) => {
    page(dialog)
    uiStore(dialog).setState({ required: true })
    show(dialog, 'Connect')
  },
  'connect-toast': (dialog) => {
    page(dialog)
    uiStore(dialog).setState({
      toast: {
        variant: 'error',
        message: 'Error signing message',
        action: { label: { id: 'common.tryAgain' }, run: () => {} },
        autoClose: false,
      },
    })
    show(dialog, 'Connect')
  },
  'connecting-connecting': connecting('connecting'),
  'connecting-slow': connecting('slow'),
  'connecting-cancelled': connecting('cancelled', { code: 4001, message: 'User rejected the request.' }),
  'connecting-waiting': connecting('waiting', { code: -32002, message: 'Already processing.' }),
  'connecting-locked': connecting('locked'),
  'connecting-not-installed': (dialog) => {
    connecting('notInstalled')(dialog)
    connectingStore(dialog).setState({ wallet: { id: 'io.rabby', name: 'Rabby Wallet' } })
  },
  'connecting-offline': connecting('offline', { code: 4900, message: 'Disconnected' }),
  'connecting-refused': connecting('refused', { code: 4100, message: 'Unauthorized' }),
  'connecting-chain-missing': connecting('chainMissing', { code: 4902, message: 'Unrecognized chain ID' }),
  'connecting-failed': connecting('failed'),
  'connecting-connected': connecting('connected'),
  'account-ready': account({ status: 'ready', ...eth, at: Date.now() }),
  'account-zero': account({ status: 'ready', ...eth, value: 0n, at: Date.now() }),
  'account-loading': account({ status: 'loading' }),
  'account-stale': account({ status: 'stale', ...eth, at: Date.now() - 125_000 }),
  'account-failed': account({ status: 'failed' }),
  'account-unavailable': account({ status: 'unavailable' }),
  'account-rich': account({ status: 'ready', ...eth, value: 123_456_789_012_345_678_901_234_567n, symbol: 'LONGCOIN', at: Date.now() }),
  'account-reconnecting': (dialog) => {
    account({ status: 'stale', ...eth, at: Date.now() - 125_000 })(dialog)
    sessionStore(dialog).setState({ status: 'reconnecting' })
  },
  'account-unsupported': account({ status: 'idle' }, connection('eip155:999')),
  'networks-few': (dialog) => {
    page(dialog)
    connect(dialog)
    networksStore(dialog).setState({ refused: { [harbor.id]: ['eip155:137'] } })
    show(dialog, 'Account', 'Networks')
  },
  'networks-many': (dialog) => {
    page(dialog)
    connect(dialog)
    networksStore(dialog).setState({ networks: manyNetworks, refused: { [harbor.id]: ['eip155:137'] } })
    show(dialog, 'Account', 'Networks')
  },
  'networks-tests-only': (dialog) => {
    page(dialog)
    connect(dialog, connection('eip155:11155111'))
    networksStore(dialog).setState({ networks: manyNetworks.filter(({ testnet }) => testnet) })
    show(dialog, 'Account', 'Networks')
  },
  'switch-confirm': switching('confirm'),
  'switch-waiting': switching('waiting'),
  'switch-missing': switching('missing'),
  'switch-refused': switching('refused'),
  'switch-cannot': switching('cannotSwitch'),
  'switch-failed': switching('failed'),
  'switch-switched': switching('switched'),
  'unsupported-chain': (dialog) => {
    page(dialog)
    connect(dialog, connection('eip155:999'))
    show(dialog, 'UnsupportedChain')
  },
  'what-is-a-wallet': (dialog) => {
    page(dialog)
    show(dialog, 'Connect', 'WhatIsAWallet')
  },
  'get-wallet': (dialog) => {
    page(dialog)
    show(dialog, 'Connect', 'GetWallet')
  },
  downloads: (dialog) => {
    page(dialog)
    show(dialog, 'Connect', ['GetWallet', { listed: versatile }])
  },
  'connecting-slow-phone': phoneToo('slow'),
  'connecting-not-installed-phone': phoneToo('notInstalled'),
  'connecting-failed-phone': phoneToo('failed'),
  'guide-extension': (dialog) => {
    page(dialog)
    show(dialog, 'Connect', ['GetWallet', { wallet: 'io.rabby' }])
  },
  'guide-found': (dialog) => {
    page(dialog, {}, [{ ...harbor, id: 'io.rabby', rdns: 'io.rabby', name: 'Rabby Wallet' }])
    show(dialog, 'Connect', ['GetWallet', { wallet: 'io.rabby' }])
  },
  ...loginStates,
  ...familyStates,
  ...moneyStates,
  ...nameStates,
  ...buyStates,
  ...activityStates,
  ...sendStates,
  ...swapStates,
  ...pairingStates,
  ...signInStates,
  ...termsStates,
  fatal: (dialog) => {
    page(dialog)
    uiStore(dialog).setState({ fatal: { code: -32006, message: 'JSON-RPC version not supported' } })
    show(dialog, 'Connect')
  },
}
