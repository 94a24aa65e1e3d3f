import type { ListedWallet } from '../api/wallets.js'
import type { Dialog } from '../lib/dialog.js'
import { type AskingState, askingStore, initialAsking } from '../state/asking.js'
import { type DirectoryState, directoryStore, initialDirectory, noFilter } from '../state/directory.js'
import { networksStore } from '../state/networks.js'
import { initialPairing, type PairingState, pairingStore } from '../state/pairing.js'
import { uiStore } from '../state/ui.js'
import { bitcoinNetwork, listedWallets, manyListed, networks, solanaNetwork, versatile } from './fixtures.js'
import { connect, page, show } from './setStores.js'

const uri = `wc:${'7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'}@2?expiryTimestamp=1763740000&relay-protocol=irn&symKey=${'587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'}`

/** A code with this much of its life left, in seconds. */
const code = (seconds: number) => ({ uri, offeredAt: Date.now(), expiresAt: Date.now() + seconds * 1_000 })

const pairing =
  (state: () => Partial<PairingState>, wallet: ListedWallet | null = versatile) =>
  (dialog: Dialog) => {
    page(dialog)
    pairingStore(dialog).setState({ ...initialPairing, wallet, ...state() })
    if (state().phase === 'connected') connect(dialog)
    show(dialog, 'Connect', wallet ? 'ConnectingWalletConnect' : 'ConnectingWalletConnectBasic')
  }

const asking = (state: Partial<AskingState>) => (dialog: Dialog) => {
  page(dialog)
  connect(dialog)
  askingStore(dialog).setState({ ...initialAsking, count: 1, wallet: { name: 'Northwind', icon: versatile.icon }, ...state })
  show(dialog, 'ConnectingWalletConnect')
}

const directory = (state: Partial<DirectoryState>) => (dialog: Dialog) => {
  page(dialog, {}, [])
  directoryStore(dialog).setState({ ...initialDirectory, status: 'ready', wallets: manyListed, count: 543, page: 1, ...state })
  show(dialog, 'Connect', 'AllWallets')
}

/** Views for wallets on other devices. */
export const pairingStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'pair-ready': pairing(() => ({ phase: 'ready', code: code(160) })),
  'pair-soon': pairing(() => ({ phase: 'ready', code: code(38) })),
  'pair-memory': pairing(() => ({ phase: 'ready', code: code(160), lasting: false })),
  'pair-scanned': pairing(() => ({ phase: 'ready', code: code(160), scanned: true })),
  'pair-any-scanned': pairing(() => ({ phase: 'ready', code: code(160), scanned: true }), null),
  'pair-preparing': pairing(() => ({})),
  'pair-slow': pairing(() => ({ slow: true })),
  'pair-missing': pairing(() => ({ phase: 'ready', code: code(160), missing: true })),
  'pair-unreachable': pairing(() => ({ phase: 'unreachable' })),
  'pair-expired': pairing(() => ({ phase: 'expired' })),
  'pair-cancelled': pairing(() => ({ phase: 'cancelled' })),
  'pair-failed': pairing(() => ({ phase: 'failed', error: { code: -32603, message: 'Something broke in the wallet.' } })),
  'pair-connected': pairing(() => ({ phase: 'connected' })),
  'pair-no-walletconnect': pairing(() => ({}), { ...versatile, walletConnect: false }),
  'pair-any': pairing(() => ({ phase: 'ready', code: code(220) }), null),
  'pair-any-unreachable': pairing(() => ({ phase: 'unreachable' }), null),
  'ask-link': asking({ href: 'northwind://wc?requestId=1' }),
  'ask-plain': asking({}),
  'ask-more': asking({ count: 3 }),
  'ask-slow': asking({ error: 'slow' }),
  'ask-lost': asking({ error: 'lost' }),
  'ask-cancelled': asking({ count: 0, over: 'cancelled' }),
  'ask-cancelled-more': asking({ over: 'cancelled' }),
  'ask-expired': asking({ count: 0, over: 'expired' }),
  'ask-unsent': asking({ count: 0, over: 'unsent' }),
  'ask-unsure': asking({ count: 0, over: 'unsure' }),
  'ask-ended': asking({ count: 0, over: 'ended' }),
  'all-grid': directory({}),
  'all-loading': directory({ status: 'loading', wallets: [], count: 0, page: 0 }),
  'all-search': directory({ query: 'ha', found: 'ha', wallets: listedWallets.slice(0, 3), count: 3 }),
  'all-nothing': directory({ query: 'moonbase', found: 'moonbase', wallets: [], count: 0 }),
  'all-failed': directory({ status: 'failed', wallets: [], count: 0 }),
  'all-families': (dialog) => {
    directory({ filter: { ...noFilter, family: 'solana', certified: true }, wallets: listedWallets })(dialog)
    networksStore(dialog).setState({ networks: [...networks, solanaNetwork, bitcoinNetwork] })
  },
  'all-offline': (dialog) => {
    directory({ status: 'failed', wallets: [], count: 0 })(dialog)
    uiStore(dialog).setState({ online: false })
  },
  'all-more-failed': directory({ filter: { ...noFilter, platform: 'mobile' }, wallets: listedWallets, more: 'failed' }),
}
