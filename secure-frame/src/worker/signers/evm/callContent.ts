import { formatUnits } from 'viem'
import type { Allowance, ApprovalContent, AssetChange, Row, Transfer, Warning } from '../../approve/content.js'
import { addressRow, lookAlikeOf, type SignerContext } from '../context.js'
import { listOf } from '../listed.js'
import { unsaidMoves } from './allowances.js'
import { grantsLeft } from './grantsLeft.js'
import { type Knowledge, learn } from './knowledge.js'
import { type LeafContent, leafContent } from './leafContent.js'
import { asListed, isDark, type Leaf, type Leaves, leavesOf, movesOf } from './leaves.js'
import { decimalOf, describeMoves, distinct, isEndless, type Move, partiesOf, spendersOf, tokensOf } from './money.js'
import type { Simulation } from './simulate.js'
import { untriedNotes, verdict, warning } from './verdict.js'

export type Content = Pick<ApprovalContent, 'title' | 'changes' | 'preview' | 'grants' | 'warnings' | 'rows' | 'confirm' | 'twice'> &
  Partial<Pick<ApprovalContent, 'allowance' | 'lookAlike' | 'transfer' | 'calls' | 'notes'>> & {
    readonly counterparties: readonly string[]
  }
/** A call of a request. */
export type GivenCall = { readonly to?: string; readonly data: `0x${string}`; readonly value: bigint }

const size = (amount: bigint) => (amount < 0n ? -amount : amount)
const direction = (amount: bigint) => (amount < 0n ? 'out' : 'in')
/** What leaves comes first. */
const inOrder = (changes: AssetChange[]) =>
  changes.sort((left, right) => (left.direction === right.direction ? 0 : left.direction === 'out' ? -1 : 1))

/** What the node says that would leave and come. */
function simulated(
  { native, tokens, collectibles }: Simulation,
  { tokenOf, symbolOf, strangerOf }: Knowledge,
  { network }: SignerContext,
): AssetChange[] {
  const mark = (token: string) => ({ token, ...(strangerOf(token) ? { unverified: true } : {}) })
  const { symbol, decimals } = network.nativeCurrency
  const changes: AssetChange[] = tokens.map(({ token, amount }) => ({
    direction: direction(amount),
    amount: decimalOf(size(amount), tokenOf(token)),
    symbol: symbolOf(token),
    ...mark(token),
  }))
  if (native !== 0n) changes.unshift({ direction: direction(native), amount: formatUnits(size(native), decimals), symbol })
  for (const { token, id, amount } of collectibles)
    changes.push({
      direction: direction(amount),
      amount: size(amount) === 1n ? null : String(size(amount)),
      symbol: symbolOf(token),
      tokenId: String(id),
      ...mark(token),
    })
  return inOrder(changes)
}

/** What the bytes themselves say that leaves, for when nothing could be tried. */
function declared(
  calls: readonly GivenCall[],
  parts: readonly LeafContent[],
  { tokenOf, symbolOf, strangerOf }: Knowledge,
  context: SignerContext,
): AssetChange[] {
  const mark = (token: string) => ({ token, ...(strangerOf(token) ? { unverified: true } : {}) })
  const { symbol, decimals } = context.network.nativeCurrency
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const changes: AssetChange[] = value > 0n ? [{ direction: 'out', amount: formatUnits(value, decimals), symbol }] : []
  const mine = (from: string | undefined) => from === undefined || from.toLowerCase() === context.account.toLowerCase()
  for (const move of parts.flatMap(({ moves }) => moves)) {
    if (move.kind === 'send' && move.token !== undefined && mine(move.from)) {
      const token = tokenOf(move.token)
      changes.push({ direction: 'out', amount: decimalOf(move.amount, token), symbol: symbolOf(move.token), ...mark(move.token) })
    }
    if (move.kind === 'sendItems' && mine(move.from))
      move.ids.forEach((id, index) => {
        const amount = move.amounts[index] ?? 1n
        const common = { direction: 'out', symbol: symbolOf(move.token), tokenId: String(id), ...mark(move.token) } as const
        changes.push({ ...common, amount: amount === 1n ? null : String(amount) })
      })
  }
  return changes
}

/** The one limit that a card has a box for, where it can be changed. */
function allowanceOf(
  [only, ...more]: readonly LeafContent[],
  leaf: Leaf | undefined,
  { tokenOf, symbolOf }: Knowledge,
): Allowance | undefined {
  const spend = only?.moves.find(({ kind }) => kind === 'spend')
  if (more.length > 0 || only?.moves.length !== 1 || spend?.kind !== 'spend' || spend.amount === null || spend.amount === 0n)
    return undefined
  const token = tokenOf(spend.token)
  return {
    symbol: symbolOf(spend.token),
    amount: isEndless(spend.amount, token) ? null : decimalOf(spend.amount, token),
    ...(token?.balance != null ? { balance: decimalOf(token.balance, token) } : {}),
    decimals: token?.decimals ?? 0,
    editable: leaf?.call.kind === 'approve' && !leaf.call.increase && token !== null,
  }
}

/** What is sent, when one call does it, directly, and the node finds nothing else that leaves or comes. */
function transferOf(
  [leaf, ...more]: readonly Leaf[],
  changes: readonly AssetChange[],
  { tokenOf }: Knowledge,
  { account, network }: SignerContext,
): Transfer | undefined {
  if (!leaf || more.length > 0) return undefined
  const { call, to, value } = leaf
  const [change, ...others] = changes
  if (!change || others.length > 0 || change.direction !== 'out' || change.tokenId !== undefined) return undefined
  if (call.kind === 'native') {
    const amount = formatUnits(value, network.nativeCurrency.decimals)
    return to !== undefined && change.token === undefined && change.amount === amount ? { amount, recipient: to } : undefined
  }
  // Somebody else's tokens (`transferFrom`), and coins that go along, are more than a payment.
  if (call.kind !== 'transfer' || value > 0n || (call.from ?? account).toLowerCase() !== account.toLowerCase()) return undefined
  const token = tokenOf(call.token)
  const amount = decimalOf(call.amount, token)
  const isIt = token !== null && change.token?.toLowerCase() === call.token.toLowerCase() && change.amount === amount
  return isIt ? { amount, recipient: call.to } : undefined
}

const several = (count: number): Warning => ({
  tone: 'warn',
  title: { id: 'warn.several', values: { count } },
  text: { id: 'warn.severalText', values: { count } },
})

/** Permissions to spend that only trying the calls has found: none of them says so. */
function unsaidContent(moves: readonly Move[], knowledge: Knowledge, context: SignerContext): Pick<Content, 'rows' | 'warnings'> {
  const { rows, warnings } = describeMoves(moves, knowledge, context)
  return { rows, warnings: [...spendersOf(moves).map((spender) => warning('neg', 'delegate', { spender })), ...warnings] }
}

/** Wrappers that get coins, and the one that is called when there is one call only. */
function wrapperRows(isOnlyCall: boolean, wrappers: Leaves['wrappers'], context: SignerContext): Row[] {
  const { symbol, decimals } = context.network.nativeCurrency
  return wrappers.flatMap(({ to, value }, index): Row[] => [
    ...(value > 0n ? [{ label: 'row.value', value: `${formatUnits(value, decimals)} ${symbol}`, kind: 'text' } as const] : []),
    ...(value > 0n || (isOnlyCall && index === 0) ? [addressRow('row.with', to, context)] : []),
  ])
}

/** Tokens whose balances tell what calls do: those that they name, their contracts, and those of the operator's list. */
export function tokensToTry(calls: readonly GivenCall[], { contracts }: Pick<SignerContext, 'contracts'>): string[] {
  const leaves = calls.flatMap((call) => leavesOf(call).leaves)
  const called = leaves.flatMap(({ to, data }) => (to === undefined || data === '0x' ? [] : [to]))
  return [...tokensOf(leaves.flatMap(movesOf)), ...called, ...contracts.tokens.map(({ address }) => address)]
}

/** Decides what the approval of one or several calls says: every one of them, inside wrappers too, and what they do together. */
export async function callContent(calls: readonly GivenCall[], simulation: Simulation | null, context: SignerContext): Promise<Content> {
  const unwrapped = calls.map((call) => leavesOf(call))
  const list = listOf(context)
  const leaves = unwrapped.flatMap((one) => one.leaves.map((leaf) => asListed(leaf, list)))
  const wrappers = unwrapped.flatMap((one) => one.wrappers)
  const code = unwrapped.flatMap((one) => one.code)
  const all = leaves.flatMap((leaf) => movesOf(leaf))
  const given = simulation?.allowances ?? []
  const seen = [...(simulation?.tokens ?? []), ...(simulation?.collectibles ?? []), ...given].map(({ token }) => token)
  const knowledge = await learn(context, [...tokensOf(all), ...seen], [...spendersOf(all), ...given.map(({ spender }) => spender)])
  const parts = leaves.map((leaf) => leafContent(leaf, knowledge, context))
  const hidden = unsaidMoves(
    given,
    parts.map(({ call, moves }) => ({ call, moves })),
  )
  const unsaid = unsaidContent(hidden, knowledge, context)
  const [only] = parts
  const isOne = parts.length === 1 && only !== undefined

  const changes = simulation?.ok ? simulated(simulation, knowledge, context) : declared(calls, parts, knowledge, context)
  const judged = { calls, leaves, wrappers, simulation, changes, knowledge, context }
  const paid = wrappers.filter(({ value }) => value > 0n).map(({ to }) => to)
  const parties = [...parts.flatMap((part) => part.parties), ...partiesOf(hidden), ...paid]
  const similar = parties.map((address) => ({ address, known: lookAlikeOf(address, context.known) })).find(({ known }) => known)
  const receivers = new Set(
    parts.flatMap(({ moves }) => moves.flatMap((move) => ('to' in move && move.to !== undefined ? [move.to.toLowerCase()] : []))),
  )
  receivers.delete(context.account.toLowerCase())
  const warnings = distinct([
    ...unsaid.warnings,
    ...parts.flatMap((part) => part.warnings),
    ...(receivers.size > 1 ? [several(receivers.size)] : []),
    ...code.map((target) => warning('neg', 'code', { contract: target })),
    ...verdict(judged),
  ])
  const allowance = allowanceOf(parts, leaves[0], knowledge)
  const transfer = wrappers.length === 0 ? transferOf(leaves, changes, knowledge, context) : undefined
  const notes = untriedNotes(judged)
  const dark = leaves.some(isDark)
  const allows = [...parts.flatMap(({ moves }) => moves), ...hidden].some(
    (move) => 'spender' in move && !('amount' in move && move.amount === 0n),
  )
  const endless = warnings.some(({ title }) => title.id === 'warn.noLimit')
  const risky = warnings.some(({ tone }) => tone === 'neg')
  const plain = allows || (isOne && only.moves.some((move) => 'spender' in move)) ? 'allow' : 'confirm'
  // The box of the limit says it already.
  const rows = isOne ? only.rows.filter(({ label }) => !(allowance && label === 'row.limit')) : []
  return {
    title: calls.length > 1 ? { id: 'title.batch', values: { count: calls.length } } : isOne ? only.title : { id: 'title.contract' },
    changes,
    preview: simulation?.ok ? 'done' : 'failed',
    ...(allowance ? { allowance } : {}),
    ...(similar?.known ? { lookAlike: { address: similar.address, known: similar.known } } : {}),
    ...(transfer ? { transfer } : {}),
    grants: grantsLeft({ parts, hidden, unread: code.length > 0 || (dark && !simulation?.ok), simulation }, knowledge, context.account),
    ...(notes.length > 0 ? { notes } : {}),
    warnings,
    rows: [...rows, ...unsaid.rows, ...wrapperRows(calls.length === 1, wrappers, context)],
    ...(isOne ? {} : { calls: parts.map((part) => ({ title: part.title, rows: part.rows })) }),
    confirm: similar ? 'sendAnyway' : endless || (risky && allows) ? 'allowAnyway' : risky ? 'confirmAnyway' : plain,
    // A call that nobody can read, and nobody could try, needs two separate answers. So does one that lets somebody spend, and does not say it.
    twice: (dark && !simulation?.ok) || hidden.length > 0,
    counterparties: parts.flatMap(({ moves }) =>
      moves.flatMap((move) => (move.kind === 'send' || move.kind === 'sendItems' ? [move.to] : [])),
    ),
  }
}
