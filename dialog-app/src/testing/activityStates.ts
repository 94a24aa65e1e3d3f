import type { CaipNetworkId, OperationType } from '@latchkey/protocol'
import { operationTypes, solanaMainnet } from '@latchkey/protocol'
import { currentTabStore } from '../features/money/currentTab.js'
import type { Dialog } from '../lib/dialog.js'
import { type Activity, type ActivityState, type ActivityTransfer, activityStore, initialActivity } from '../state/activity.js'
import { initialNfts, type NftsState, nftsStore, type OwnNft } from '../state/nfts.js'
import { uiStore } from '../state/ui.js'
import { moneyStates } from './moneyStates.js'
import { show } from './setStores.js'

/*
 * States of the account's tabs NFTs and Activity.
 */

const networkId: CaipNetworkId = 'eip155:8453'
const contract = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const other = '0x51a09b17c2e4d35f8a6b7c9d0e1f2a3b4ce09b17'
/** The end of a year: each picture is the same. */
const start = Date.UTC(2026, 10, 20, 12)
const day = 86_400_000

/** So many thousandths, worth so many cents. */
const transfer = (
  direction: ActivityTransfer['direction'],
  symbol: string,
  thousandths: bigint,
  cents?: bigint,
  more: Partial<ActivityTransfer> = {},
): ActivityTransfer => ({
  direction,
  name: symbol,
  symbol,
  amount: thousandths,
  decimals: 3,
  ...(cents !== undefined && { value: cents * 10_000n }),
  listed: true,
  ...more,
})

const activity = (
  index: number,
  operation: OperationType,
  transfers: readonly ActivityTransfer[],
  more: Partial<Activity> = {},
): Activity => ({
  id: `${networkId}:${index}`,
  networkId,
  hash: `0x${index.toString(16).padStart(64, '0')}`,
  operation,
  status: 'confirmed',
  at: start - index * day,
  other,
  transfers,
  ...more,
})

const svg = (body: string) =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${body}</svg>`)}`
const study = svg('<rect width="100" height="100" fill="#D9D4CB"/><circle cx="50" cy="62" r="30" fill="#8C8577"/>')
const ridge = svg('<rect width="100" height="100" fill="#C9D3D6"/><path d="M0 100V58l26-26 20 20 22-30 32 36v42z" fill="#70858C"/>')

const picture = (direction: ActivityTransfer['direction'], name: string, src: string): ActivityTransfer => ({
  ...transfer(direction, name, 1n, undefined, { contract, nft: { picture: src, isSpam: false } }),
  decimals: 0,
})

const entries: readonly Activity[] = [
  activity(0, 'send', [transfer('out', 'USDC', 12_000n, 1_200n)], { status: 'pending' }),
  activity(1, 'receive', [transfer('in', 'ETH', 250n, 86_520n, { other })]),
  activity(2, 'trade', [transfer('out', 'ETH', 70n, 24_000n), transfer('in', 'USDC', 240_000n, 24_000n)]),
  activity(3, 'send', [transfer('out', 'USDC', 5_000n, 500n)], { status: 'failed' }),
  activity(24, 'mint', [picture('in', 'Tidal Study 14', study)], { other: '' }),
  activity(30, 'approve', []),
  activity(31, 'execute', [], { application: 'Plain Market' }),
  activity(40, 'receive', [transfer('in', 'USDC', 1_000_000_000n, undefined, { listed: false, other })]),
  activity(41, 'receive', [picture('in', 'Ridge, early', '')]),
]

const drawn =
  (tab: string, money: string, set: (dialog: Dialog) => void, ...more: ((dialog: Dialog) => void)[]) =>
  (dialog: Dialog) => {
    moneyStates[money]?.(dialog)
    currentTabStore(dialog).setState({ currentTab: tab })
    for (const each of [set, ...more]) each(dialog)
  }

const happened = (state: Partial<ActivityState>, ...more: ((dialog: Dialog) => void)[]) =>
  drawn('activity', 'tokens-ready', (dialog) => activityStore(dialog).setState({ ...initialActivity, status: 'ready', ...state }), ...more)

const nft = (index: number, name: string, collection: string, more: Partial<OwnNft> = {}): OwnNft => ({
  id: `${networkId}:${contract}/${index}`,
  networkId,
  contract,
  tokenId: `${index}`,
  name,
  collection,
  picture: '',
  traits: [],
  amount: 1n,
  isSpam: false,
  ...more,
})

const nfts: readonly OwnNft[] = [
  nft(14, 'Tidal Study 14', 'Tidal Studies', { picture: study }),
  nft(1, 'Ridge, early', 'Plain Air', { picture: ridge }),
  nft(7, 'Rings 07 of a very long series with a long name', 'Concentric', { amount: 12n }),
  nft(99, 'Visit free-coins.example', 'Claim now', { isSpam: true }),
]

const has = (state: Partial<NftsState>, ...more: ((dialog: Dialog) => void)[]) =>
  drawn('nfts', 'tokens-ready', (dialog) => nftsStore(dialog).setState({ ...initialNfts, status: 'ready', ...state }), ...more)

const offline = (dialog: Dialog) => uiStore(dialog).setState({ online: false })

export const activityStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'activity-ready': happened({ entries }),
  'activity-loading': happened({ status: 'loading' }),
  'activity-empty': happened({}),
  'activity-searching': happened({ entries, isSearching: true }),
  'activity-searching-empty': happened({ isSearching: true }),
  'activity-partial': happened({ entries, isPartial: true }),
  'activity-partial-empty': happened({ isPartial: true }),
  'activity-unserved': happened({ status: 'unserved' }),
  'activity-failed': happened({ status: 'failed', silent: 'network' }),
  'activity-server-silent': happened({ status: 'failed', silent: 'server' }),
  'activity-offline': happened({ entries }, offline),
  'activity-old': happened({ entries, isOld: true, silent: 'network' }),
  'activity-old-empty': happened({ isOld: true, silent: 'network' }),
  'activity-older': happened({ entries, hasMore: true, more: 'loading' }),
  'activity-older-failed': happened({ entries, hasMore: true, more: 'failed', silent: 'network' }),
  'activity-operations': happened({
    entries: operationTypes.map((operation, index) => activity(index, operation, [transfer('in', 'USDC', 1_500n, 150n)])),
  }),
  'activity-many': happened({
    entries: Array.from({ length: 10_000 }, (_, index) =>
      activity(index, index % 2 ? 'send' : 'receive', [transfer('in', 'USDC', 1_000n, 100n)]),
    ),
  }),
  'activity-rich': happened({
    entries: [
      activity(0, 'receive', [transfer('in', 'A-VERY-LONG-SYMBOL-OF-24', 10n ** 70n)]),
      activity(1, 'receive', [transfer('in', '<b>USDC</b>', 1n, 0n, { decimals: 18, listed: false })]),
      activity(3, 'receive', [transfer('in', '0x94eb…04f2', 0n, undefined, { amount: undefined, listed: false, other })]),
      activity(2, 'execute', [transfer('out', 'ETH', 1n), transfer('in', 'USDC', 2n), transfer('in', 'DAI', 3n)]),
    ],
  }),
  'activity-solana': drawn('activity', 'receive-solana', (dialog) => {
    show(dialog, 'Account')
    const ofSolana = { networkId: solanaMainnet.caipNetworkId, other: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' }
    activityStore(dialog).setState({
      ...initialActivity,
      status: 'ready',
      entries: [
        activity(0, 'receive', [transfer('in', 'SOL', 2_000n, 30_000n)], ofSolana),
        activity(1, 'send', [transfer('out', 'USDC', 5_000n, 500n)], ofSolana),
      ],
    })
    nftsStore(dialog).setState({ ...initialNfts, status: 'unavailable' })
  }),
  'nfts-ready': has({ nfts }),
  'nfts-detail': has({
    nfts: [
      nft(14, 'Tidal Study 14', 'Tidal Studies', {
        picture: study,
        traits: [
          { name: 'Background', value: 'Sand' },
          { name: 'Light', value: 'Late afternoon, from the south-west, through a window' },
          { name: 'A trait with a very long name that is cut', value: '7' },
          { name: '', value: 'One of a kind' },
        ],
      }),
    ],
  }),
  'nfts-searching': has({ nfts, isSearching: true }),
  'nfts-searching-empty': has({ isSearching: true }),
  'nfts-loading': has({ status: 'loading' }),
  'nfts-empty': has({}),
  'nfts-unserved': has({ status: 'unserved' }),
  'nfts-old': has({ nfts, isOld: true }),
  'nfts-old-empty': has({ isOld: true }),
  'nfts-offline': has({ nfts }, offline),
  'nfts-offline-empty': has({}, offline),
  'nfts-failed': has({ status: 'failed' }),
}
