import type { CaipNetworkId, HistoryTransaction, HistoryTransfer, OperationType } from '@latchkey/protocol'
import { shortAddress } from '../../../lib/format.js'
import type { Activity, ActivityTransfer } from '../../../state/activity.js'
import { parseAmount, toValue } from '../amounts.js'
import { cleanName } from '../cleanName.js'
import { money } from '../constants.js'

/** Characters of an NFT's name. */
const longestName = 48

function readTransfer(transfer: HistoryTransfer): ActivityTransfer | undefined {
  const { fungible_info, nft_info, direction, quantity, value, address, listed, counterparty } = transfer
  const { numeric } = quantity
  const decimals = numeric?.split('.')[1]?.length ?? 0
  const amount = numeric === null ? undefined : parseAmount(numeric, decimals)
  const about = fungible_info ?? nft_info
  if (!about || (numeric !== null && amount === undefined)) return undefined
  const contract = address?.split(':')[2]
  const fallback = contract ? shortAddress(contract) : '?'
  const name = cleanName(about.name, nft_info ? longestName : undefined)
  return {
    direction,
    name: name || fallback,
    symbol: (fungible_info && cleanName(fungible_info.symbol)) || name || fallback,
    amount,
    decimals,
    ...(value !== null && { value: toValue(value) }),
    ...(contract && { contract }),
    listed: listed !== false,
    ...(counterparty && { other: counterparty }),
    ...(nft_info && { nft: { picture: nft_info.content?.preview.url ?? '', isSpam: nft_info.flags.is_spam } }),
  }
}

const signs = { in: 1n, out: -1n, self: 0n } as const

type Known = ActivityTransfer & { readonly amount: bigint }
const isKnown = (transfer: ActivityTransfer): transfer is Known => transfer.amount !== undefined

/** Two transfers of the same token as one: what came back is taken off what went. */
function add(first: Known, second: Known): ActivityTransfer {
  const decimals = Math.max(first.decimals, second.decimals)
  const inUnits = ({ amount, decimals: own }: Known) => amount * 10n ** BigInt(decimals - own)
  const sum = signs[first.direction] * inUnits(first) + signs[second.direction] * inUnits(second)
  const larger = inUnits(second) > inUnits(first) ? second : first
  const isPriced = first.value !== undefined && second.value !== undefined
  const value = isPriced ? signs[first.direction] * first.value + signs[second.direction] * second.value : undefined
  const { value: _, ...rest } = larger
  return {
    ...rest,
    amount: sum < 0n ? -sum : sum,
    decimals,
    ...(value !== undefined && { value: value < 0n ? -value : value }),
  }
}

/**
 * Transfers of one transaction with one for each token: what was paid too much and came back is not told as two. NFTs stay as they are, and what
 * an account sends itself; what moves nothing is left out. Pure.
 */
export function mergeTransfers(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  const merged: ActivityTransfer[] = []
  for (const transfer of transfers) {
    const index = merged.findIndex(
      (one) =>
        !one.nft &&
        !transfer.nft &&
        one.contract === transfer.contract &&
        one.direction !== 'self' &&
        // What is not known cannot be added: it is told once for each direction.
        (isKnown(one) ? isKnown(transfer) : !isKnown(transfer) && one.direction === transfer.direction),
    )
    const before = merged[index]
    if (!before || transfer.direction === 'self') merged.push(transfer)
    else if (isKnown(before) && isKnown(transfer)) merged[index] = add(before, transfer)
  }
  return merged.filter(({ amount }) => amount !== 0n)
}

/** What a transaction is told as, as the dialog counts it. Pure. */
function readTransaction({ id, metadata, transfers }: HistoryTransaction): Activity {
  const { operationType, hash, minedAt, sentFrom, sentTo, status, application, chain } = metadata
  const name = application?.name && cleanName(application.name)
  const merged = mergeTransfers(transfers.flatMap((transfer) => readTransfer(transfer) ?? []))
  return {
    id,
    networkId: chain as CaipNetworkId,
    hash,
    operation: operationType,
    status,
    at: Date.parse(minedAt),
    other: operationType === 'receive' ? sentFrom : sentTo,
    ...(name && { application: name }),
    transfers: merged,
  }
}

/** All that it moved are NFTs that are there to deceive. Pure. */
export const isSpam = ({ transfers }: Activity) => transfers.length > 0 && transfers.every(({ nft }) => nft?.isSpam)

/** A page of the server's, on one network. Pure. */
export function readPage(data: readonly HistoryTransaction[], networkId: CaipNetworkId): readonly Activity[] {
  return data.map(readTransaction).filter((activity) => activity.networkId === networkId)
}

const isPending = ({ status }: Activity) => status === 'pending'

/** Each one once, pending ones first (99 at most), then the newest. Of two of the same transaction the first holds. Pure. */
export function sortActivities(activities: readonly Activity[]): readonly Activity[] {
  const seen = new Set<string>()
  const once = activities.filter(({ id }) => !seen.has(id) && seen.add(id))
  // Those of one block keep the order that the server knows.
  const newest = once.sort((a, b) => b.at - a.at)
  return [...newest.filter(isPending).slice(0, money.pendingTransactions), ...newest.filter((one) => !isPending(one))]
}

/**
 * What is known after the first page was asked for again: what it says, and what was known of older ones. Pure.
 *
 * @returns undefined when there is a gap between them: what was known is worth nothing then
 */
export function joinFirst(page: readonly Activity[], known: readonly Activity[], isLast: boolean): readonly Activity[] | undefined {
  if (isLast) return sortActivities(page)
  const mined = page.filter((one) => !isPending(one))
  const oldest = mined.at(-1)
  const ids = new Set(page.map(({ id }) => id))
  if (!oldest || !known.some((one) => !isPending(one) && ids.has(one.id))) return undefined
  // What was told of this time and is not on the page any more was taken back by the chain.
  const older = known.filter((one) => !isPending(one) && !ids.has(one.id) && one.at <= oldest.at)
  return sortActivities([...page, ...older])
}

/** How a line writes that something came or went, as specified; of the other operations by what was moved. Pure. */
export function signOf(operation: OperationType, direction: ActivityTransfer['direction']): '+' | '−' | '' {
  const specified: Partial<Record<OperationType, '+' | '−'>> = {
    receive: '+',
    deposit: '+',
    borrow: '+',
    claim: '+',
    withdraw: '−',
    repay: '−',
    burn: '−',
  }
  return specified[operation] ?? { in: '+' as const, out: '−' as const, self: '' as const }[direction]
}

/** The transfer that a line shows: of a trade what was bought, else what the operation is about. Pure. */
export function mainTransfer({ operation, transfers }: Activity): ActivityTransfer | undefined {
  const wanted: ActivityTransfer['direction'] = ['send', 'deposit', 'repay', 'burn', 'stake'].includes(operation) ? 'out' : 'in'
  return transfers.find(({ direction }) => direction === wanted) ?? transfers[0]
}

export type ActivityMonth = { readonly key: string; readonly at: number; readonly entries: readonly Activity[] }

/** Activities by year, then month, of the user's own calendar; in the order they come in. Pure. */
export function groupByMonth(entries: readonly Activity[]): readonly ActivityMonth[] {
  const months: { key: string; at: number; entries: Activity[] }[] = []
  for (const entry of entries) {
    const date = new Date(entry.at)
    const key = `${date.getFullYear()}-${date.getMonth()}`
    const last = months.at(-1)
    if (last?.key === key) last.entries.push(entry)
    else months.push({ key, at: entry.at, entries: [entry] })
  }
  return months
}
