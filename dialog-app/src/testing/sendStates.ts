import { addRecent } from '../features/money/send/recentRecipients.js'
import type { Dialog } from '../lib/dialog.js'
import { identitiesStore } from '../state/identities.js'
import { type ScanState, scanStore } from '../state/scan.js'
import { initialDraft, type Recipient, reviewStore, type SendDraft, type SendReview, sendStore } from '../state/send.js'
import { type Transaction, transactionsStore } from '../state/transactions.js'
import { address } from './fixtures.js'
import { bitcoins, eth, moneyAccount, usdc } from './moneyStates.js'
import { show } from './setStores.js'

/*
 * States of the views that send.
 */

const other = '0x51c2b00e7dAcA0A3A5d8bF6Ef1b4E3f0c9e09b17'
const key = `eip155:8453:${address}`
const cost = { fee: 21_000n * 1_100_000_000n, highest: 42_000n * 1_100_000_000n }
const known = (more: Partial<Extract<Recipient, { status: 'known' }>> = {}): Recipient => ({
  status: 'known',
  address: other,
  warnings: [],
  ...more,
})

const form =
  (draft: Partial<SendDraft>, ...more: ((dialog: Dialog) => void)[]) =>
  (dialog: Dialog) => {
    moneyAccount({})(dialog)
    sendStore(dialog).setState({ ...initialDraft, token: usdc, cost, costFor: `${key} ${usdc.id}`, recipientFor: key, ...draft }, true)
    for (const set of more) set(dialog)
    show(dialog, 'Account', 'WalletSend')
  }

const ready: Partial<SendDraft> = { amount: '12', receiver: other, recipient: known({ name: 'olu.meadow.eth', warnings: ['firstTime'] }) }
const review: SendReview = {
  ...{ key, token: usdc, amount: 12n * 10n ** 18n, address: other, name: 'olu.meadow.eth', warnings: ['firstTime'], cost, calls: [] },
  ...{ balance: usdc.amount, nativeBalance: eth.amount, arrival: 2_000 },
}
const reviewed = (change: Partial<SendReview>, changed = false) =>
  form(ready, (dialog) => reviewStore(dialog).setState({ status: 'ready', review: { ...review, ...change }, changed }, true))

const about = { symbol: 'USDC', decimals: 18, amount: '12000000000000000000', to: other, name: 'olu.meadow.eth', arrival: 2_000 }
const result = (change: Partial<Transaction>) =>
  form({}, (dialog) =>
    transactionsStore(dialog).setState({
      transactions: [
        {
          ...{
            id: 'one',
            purpose: 'send',
            namespace: 'eip155',
            networkId: 'eip155:8453',
            from: address,
            status: 'pending',
            at: 0,
            calls: [],
          },
          hash: `0x${'5'.repeat(64)}`,
          about,
          ...change,
        } as Transaction,
      ],
    }),
  )

const scanned = (state: ScanState) => form({ amount: '12' }, (dialog) => scanStore(dialog).setState(state, true))

const preview = (state: (dialog: Dialog) => void) => (dialog: Dialog) => {
  state(dialog)
  show(dialog, 'Account', 'WalletSend', 'WalletSendPreview')
}

export const sendStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'send-empty': form({}),
  'send-people': form({}, (dialog) => {
    identitiesStore(dialog).setState({ [`eip155:8453:${other}`]: { name: 'olu.meadow.eth', avatar: null } })
    addRecent(dialog, 'eip155', { address: `0x${'5c'.repeat(20)}` })
    addRecent(dialog, 'eip155', { address: other })
  }),
  'send-only-receive': form({}, bitcoins),
  'send-ready': form(ready),
  'send-fiat': form({ ...ready, amount: '12.5', inFiat: true }),
  'send-too-much': form({ ...ready, amount: '1200' }),
  'send-wrong-family': form({
    amount: '12',
    receiver: '7Gk4vJ5mWcF2e8sN1tZbXq3RhYpLd9uA6iTzKoBvpQ2s',
    recipient: { status: 'otherFamily', family: 'solana' },
  }),
  'send-invalid': form({ amount: '12', receiver: '0x12', recipient: { status: 'invalid' } }),
  'send-no-name': form({ amount: '12', receiver: 'nobody.eth', recipient: { status: 'noName' } }),
  'send-look-alike': form({
    ...ready,
    recipient: known({ warnings: ['lookAlike', 'firstTime', 'contract'], like: `${other.slice(0, 8)}${'7'.repeat(28)}${other.slice(-6)}` }),
  }),
  'send-name-moved': form({
    ...ready,
    receiver: 'mira.eth',
    recipient: known({ name: 'mira.eth', warnings: ['nameMoved', 'firstTime'], before: `0x${'7'.repeat(40)}` }),
  }),
  'send-refused': form({ ...ready, failure: { problem: 'refused', error: { code: 4001, message: 'User rejected' } } }),
  'send-failed': form({
    ...ready,
    failure: { problem: 'insufficientFunds', error: { code: -32000, message: 'insufficient funds for gas' } },
  }),
  'send-preset': form({
    ...ready,
    amount: '0.25',
    costFor: `${key} ${eth.id}`,
    preset: { id: 'page', token: 'eip155:8453', amount: '0.25', recipient: other },
  }),
  'send-scan-asking': scanned({ status: 'asking' }),
  'send-scan-refused': scanned({ status: 'failed', problem: 'refused' }),
  'send-scan-none': scanned({ status: 'failed', problem: 'none' }),
  'send-scan-busy': scanned({ status: 'failed', problem: 'busy' }),
  'send-scan-failed': scanned({ status: 'failed', problem: 'failed' }),
  'send-scan-token': scanned({ status: 'token' }),
  'send-scan-network': scanned({ status: 'network', networkId: 'eip155:1', payment: { recipient: other, networkId: 'eip155:1' } }),
  'send-scan-network-unknown': scanned({ status: 'network', networkId: 'eip155:5', payment: { recipient: other, networkId: 'eip155:5' } }),
  'send-tokens': (dialog) => {
    form({})(dialog)
    show(dialog, 'Account', 'WalletSend', 'WalletSendSelectToken')
  },
  'send-review': preview(reviewed({})),
  'send-review-sponsored': preview(reviewed({ cost: { fee: 0n, highest: 0n, isSponsored: true } })),
  'send-review-account': preview(reviewed({ cost: { ...cost, account: 2_039_280n }, warnings: ['own'], arrives: 11_820n * 10n ** 15n })),
  'send-review-changed': preview(reviewed({ token: eth, amount: 10n ** 17n, balance: eth.amount }, true)),
  'send-review-building': preview(form(ready, (dialog) => reviewStore(dialog).setState({ status: 'building' }, true))),
  'send-asking': preview(form(ready, (dialog) => reviewStore(dialog).setState({ status: 'asking', review }, true))),
  'send-pending': result({}),
  'send-confirmed': result({ status: 'confirmed' }),
  'send-confirmed-less': result({ status: 'confirmed', about: { ...about, arrived: '11880000000000000000' } }),
  'send-confirmed-untold': result({ status: 'confirmed', about: { ...about, arrived: null } }),
  'send-reverted': result({ status: 'failed', reason: 'Transfers are paused' }),
  'send-dropped': result({ status: 'dropped' }),
  'send-replaced': result({ status: 'replaced', replacedBy: `0x${'6'.repeat(64)}` }),
  'send-replaced-unknown': result({ status: 'replaced' }),
  'send-unsure': result({ status: 'unsure' }),
}
