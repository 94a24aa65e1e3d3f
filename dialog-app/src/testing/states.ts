import { balanceStore, initialBalance } from '../state/balance.js'
import { type ConnectPhase, connectingStore } from '../state/connecting.js'
import { networksStore } from '../state/networks.js'
import { type ActiveConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { type SwitchPhase, switchingStore } from '../state/switching.js'
import { uiStore } from '../state/ui.js'
import { walletsStore } from '../state/wallets.js'
import { familyStates } from './familyStates.js'
import { connection, harbor, longNamed, manyNetworks, networks, versatile, wallets } from './fixtures.js'
import { loginStates } from './loginStates.js'
import { pairingStates } from './pairingStates.js'
import { connect, legal, page, show } from './setStores.js'
import { termsStates } from './termsStates.js'

const choice = { id: harbor.id, name: harbor.name, icon: harbor.icon }

const connecting =
  (phase: ConnectPhase, error = { code: -32603, message: 'Internal JSON-RPC error. The wallet closed before answering.' }) =>
  () => {
    page()
    if (phase === 'connected') connect()
    connectingStore.setState({ wallet: choice, namespace: 'eip155', phase, error })
    show('Connect', 'ConnectingExternal')
  }

/** The same, for a wallet that the directory can meet on a phone. */
const phoneToo = (phase: ConnectPhase) => () => {
  connecting(phase)()
  const app = { id: harbor.id, name: harbor.name, mobile_link: 'harbor://' }
  settingsStore.setState(({ options }) => ({ options: { ...options, customWallets: [app] } }))
}

const account = (balance: Partial<ReturnType<typeof balanceStore.getState>>, active?: ActiveConnection) => () => {
  page()
  connect(active)
  balanceStore.setState({ ...initialBalance, ...balance })
  show('Account')
}

const eth = { value: 842_310_000_000_000_000n, decimals: 18, symbol: 'ETH' }

const switching = (phase: SwitchPhase) => () => {
  page()
  connect()
  switchingStore.setState({
    phase,
    target: networks[2] ?? null,
    from: networks[0] ?? null,
    error: { code: -32603, message: 'Unexpected end of JSON input' },
  })
  show('Account', 'Networks', 'SwitchNetwork')
}

/** Every view in every state, by name: each sets the real stores, nothing else. */
export const states: Readonly<Record<string, () => void>> = {
  'connect-loading': () => show('Connect'),
  'connect-rows': () => {
    page()
    show('Connect')
  },
  'connect-none-installed': () => {
    page({}, [])
    walletsStore.setState({ recent: [] })
    show('Connect')
  },
  'connect-empty': () => {
    page({ includeWalletIds: ['nobody'], excludeWalletIds: ['walletConnect'] }, [])
    walletsStore.setState({ recent: [] })
    show('Connect')
  },
  'connect-looking': () => {
    page({ includeWalletIds: ['nobody'] }, [])
    walletsStore.setState({ recent: [], looking: ['eip155'] })
    show('Connect')
  },
  'connect-ended': () => {
    page()
    uiStore.setState({ open: true, ended: 'Harbor' })
    show('Connect')
  },
  'connect-long': () => {
    page({ metadata: { name: 'The Meadow Market of Rare Things' } }, [longNamed, ...wallets])
    show('Connect')
  },
  'connect-many': () => {
    const more = wallets.flatMap((one, index) => [
      one,
      { ...one, id: `${one.id}.${index}`, rdns: `${one.rdns}.${index}`, name: `${one.name} ${index + 2}` },
    ])
    page({}, [...more, ...more.map((one) => ({ ...one, id: `${one.id}.x`, rdns: `${one.rdns}.x`, name: `${one.name} Pro` }))])
    show('Connect')
  },
  'connect-collapsed': () => {
    page({ features: { collapseWallets: true } })
    show('Connect')
  },
  'connect-offline': () => {
    page()
    uiStore.setState({ online: false })
    show('Connect')
  },
  'connect-legal': () => {
    page(legal)
    show('Connect')
  },
  'connect-alert': () => {
    page()
    uiStore.setState({ alert: { title: 'Network Not Found', detail: 'eip155:999 is not one of this site’s networks.', developer: true } })
    show('Connect')
  },
  'connect-required': () => {
    page()
    uiStore.setState({ required: true })
    show('Connect')
  },
  'connect-toast': () => {
    page()
    uiStore.setState({
      toast: {
        variant: 'error',
        message: 'Error signing message',
        action: { label: { id: 'common.tryAgain' }, run: () => {} },
        autoClose: false,
      },
    })
    show('Connect')
  },
  'connecting-connecting': connecting('connecting'),
  'connecting-slow': connecting('slow'),
  'connecting-cancelled': connecting('cancelled', { code: 4001, message: 'User rejected the request.' }),
  'connecting-waiting': connecting('waiting', { code: -32002, message: 'Already processing.' }),
  'connecting-locked': connecting('locked'),
  'connecting-not-installed': () => {
    connecting('notInstalled')()
    connectingStore.setState({ wallet: { id: 'io.rabby', name: 'Rabby Wallet' } })
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
  'account-reconnecting': () => {
    account({ status: 'stale', ...eth, at: Date.now() - 125_000 })()
    sessionStore.setState({ status: 'reconnecting' })
  },
  'account-unsupported': account({ status: 'idle' }, connection('eip155:999')),
  'networks-few': () => {
    page()
    connect()
    networksStore.setState({ refused: { [harbor.id]: ['eip155:137'] } })
    show('Account', 'Networks')
  },
  'networks-many': () => {
    page()
    connect()
    networksStore.setState({ networks: manyNetworks, refused: { [harbor.id]: ['eip155:137'] } })
    show('Account', 'Networks')
  },
  'networks-tests-only': () => {
    page()
    connect(connection('eip155:11155111'))
    networksStore.setState({ networks: manyNetworks.filter(({ testnet }) => testnet) })
    show('Account', 'Networks')
  },
  'switch-confirm': switching('confirm'),
  'switch-waiting': switching('waiting'),
  'switch-missing': switching('missing'),
  'switch-refused': switching('refused'),
  'switch-cannot': switching('cannotSwitch'),
  'switch-failed': switching('failed'),
  'switch-switched': switching('switched'),
  'unsupported-chain': () => {
    page()
    connect(connection('eip155:999'))
    show('UnsupportedChain')
  },
  'what-is-a-wallet': () => {
    page()
    show('Connect', 'WhatIsAWallet')
  },
  'get-wallet': () => {
    page()
    show('Connect', 'GetWallet')
  },
  downloads: () => {
    page()
    show('Connect', ['GetWallet', { listed: versatile }])
  },
  'connecting-slow-phone': phoneToo('slow'),
  'connecting-not-installed-phone': phoneToo('notInstalled'),
  'connecting-failed-phone': phoneToo('failed'),
  'guide-extension': () => {
    page()
    show('Connect', ['GetWallet', { wallet: 'io.rabby' }])
  },
  'guide-found': () => {
    page({}, [{ ...harbor, id: 'io.rabby', rdns: 'io.rabby', name: 'Rabby Wallet' }])
    show('Connect', ['GetWallet', { wallet: 'io.rabby' }])
  },
  ...loginStates,
  ...familyStates,
  ...pairingStates,
  ...termsStates,
  fatal: () => {
    page()
    uiStore.setState({ fatal: { code: -32006, message: 'JSON-RPC version not supported' } })
    show('Connect')
  },
}
