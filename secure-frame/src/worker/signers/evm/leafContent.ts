import { formatUnits } from 'viem'
import type { Row, Warning, Words } from '../../approve/content.js'
import { addressRow, type SignerContext } from '../context.js'
import type { Knowledge } from './knowledge.js'
import { asItems, isDark, type Leaf, movesOf } from './leaves.js'
import { decimalOf, describeMoves, type Move, partiesOf } from './money.js'

/** What the approval says of one call. */
export type LeafContent = {
  readonly call: Leaf['call']
  readonly title: Words
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
  readonly moves: readonly Move[]
  /** Everybody who gets or may take something. */
  readonly parties: readonly string[]
}

function titleOf(
  { call, value }: Leaf,
  moves: readonly Move[],
  { tokenOf, symbolOf }: Knowledge,
  { network }: Pick<SignerContext, 'network'>,
): Words {
  const { nativeCurrency } = network
  const token = 'token' in call ? tokenOf(call.token) : null
  const symbol = 'token' in call ? symbolOf(call.token) : '?'
  if (call.kind === 'native')
    return { id: 'title.send', values: { amount: formatUnits(value, nativeCurrency.decimals), symbol: nativeCurrency.symbol } }
  if (moves.some(({ kind }) => kind === 'sendItems')) return { id: 'title.sendCollectible', values: { symbol } }
  if (call.kind === 'transfer') return { id: 'title.send', values: { amount: decimalOf(call.amount, token), symbol } }
  if (call.kind === 'wrap') return { id: call.unwrap ? 'title.unwrap' : 'title.wrap', values: { symbol } }
  if (call.kind === 'approveAll') return { id: call.approved ? 'title.allowAll' : 'title.revokeAll', values: { symbol } }
  if (call.kind === 'approve' || call.kind === 'permit2')
    return { id: call.amount === 0n ? 'title.revoke' : 'title.allow', values: { symbol } }
  return { id: call.kind === 'deploy' ? 'title.deploy' : 'title.contract' }
}

/** Decides what is said of one call that is no wrapper around others. */
export function leafContent(leaf: Leaf, knowledge: Knowledge, context: Pick<SignerContext, 'account' | 'known' | 'network'>): LeafContent {
  const { call, to, value } = leaf
  const moves = asItems(movesOf(leaf), leaf, knowledge)
  const { rows: money, warnings } = describeMoves(moves, knowledge, context)
  const title = titleOf(leaf, moves, knowledge, context)
  // The title has the amount already, exact.
  const rows: Row[] = money.filter(({ label }) => !(title.id === 'title.send' && label === 'row.amount'))
  const { symbol, decimals } = context.network.nativeCurrency
  const hasMoney = value > 0n && call.kind !== 'native' && !(call.kind === 'wrap' && !call.unwrap)
  if (hasMoney) rows.push({ label: 'row.value', value: `${formatUnits(value, decimals)} ${symbol}`, kind: 'text' })
  // Tokens are told by their names; who gets coins, and what is called by its function, by the address.
  const isNamed = call.kind === 'native' || (value === 0n && call.kind !== 'known' && moves.length > 0)
  if (to !== undefined && !isNamed) rows.push(addressRow(isDark(leaf) ? 'row.contract' : 'row.with', to, context))
  if (call.kind === 'unknown') rows.push({ label: 'row.function', value: call.selector, kind: 'code' })
  if (call.kind === 'known') rows.push({ label: 'row.function', value: call.name, kind: 'code' })
  const parties = [...partiesOf(moves), ...(value > 0n && call.kind !== 'native' && to !== undefined ? [to] : [])]
  return { call, title, rows, warnings, moves, parties }
}
