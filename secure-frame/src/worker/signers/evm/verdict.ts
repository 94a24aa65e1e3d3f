import { formatUnits } from 'viem'
import type { AssetChange, Warning, Words } from '../../approve/content.js'
import type { SignerContext } from '../context.js'
import { permit2 } from './decodeCall.js'
import type { Knowledge } from './knowledge.js'
import { asItems, isDark, type Leaf, type Leaves, movesOf } from './leaves.js'
import { decimalOf, type Move, strangerWarning } from './money.js'
import type { Simulation } from './simulate.js'

/* What the trial of calls means: whether it did what their bytes say, what came for what left, and who could do otherwise. */

/** What is judged: calls as they are sent, the calls in them, and what the node found. */
export type Case = {
  readonly calls: readonly { readonly to?: string; readonly value: bigint; readonly data: string }[]
  readonly leaves: readonly Leaf[]
  readonly wrappers: Leaves['wrappers']
  readonly simulation: Simulation | null
  readonly changes: readonly AssetChange[]
  readonly knowledge: Knowledge
  readonly context: SignerContext
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const zero = `0x${'0'.repeat(40)}`

export const warning = (tone: Warning['tone'], id: string, values?: Readonly<Record<string, string>>): Warning => ({
  tone,
  title: { id: `warn.${id}` },
  text: { id: `warn.${id}Text`, ...(values ? { values } : {}) },
})

/** Functions of no token that take coins. */
const payable: ReadonlySet<string> = new Set([
  'renew',
  'swapExactETHForTokens',
  'exactInputSingle',
  'exactOutputSingle',
  'upgradeToAndCall',
])

/** Whether a function may be called with coins: those of tokens, and power over contracts, have no use for them. */
function takesCoins({ call, data }: Leaf): boolean {
  if (call.kind === 'known') return payable.has(call.name) || (call.name === 'deposit' && data.length === 10)
  if (call.kind === 'wrap') return !call.unwrap
  return call.kind === 'native' || isDark({ call })
}

/** Sums under '' for coins, a token's address, or a collection's with an item's number. */
type Sums = ReadonlyMap<string, bigint>
type Said = {
  /** Payments: exactly this leaves. */
  readonly sent: Sums
  /** No more than this leaves. */
  readonly out: Sums
  /** No less than this comes. */
  readonly got: Sums
  /** Nothing else can happen, by the bytes. */
  readonly isWhole: boolean
}

const keyOf = (token: string | undefined, id?: bigint) => `${token?.toLowerCase() ?? ''}${id === undefined ? '' : ` #${id}`}`

/** Nothing but a payment: other functions that send do more than that. */
const payments: ReadonlySet<Leaf['call']['kind']> = new Set(['native', 'transfer', 'nft'])

function saidBy({ calls, leaves, wrappers, knowledge, context: { account } }: Case): Said {
  const [sent, out, got] = [new Map<string, bigint>(), new Map<string, bigint>(), new Map<string, bigint>()]
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount)
  const isMine = (address: string | undefined) => address === undefined || same(address, account)
  // Where a wrapper makes the calls, it is the wrapper that pays: only what it takes from the account by name is the account's.
  const isPayment = ({ call }: Leaf, to: string) => wrappers.length === 0 && payments.has(call.kind) && !same(to, account)
  add(
    out,
    '',
    calls.reduce((sum, { value }) => sum + value, 0n),
  )
  const read = (move: Move, leaf: Leaf) => {
    if (move.kind === 'send' && isMine(move.from)) {
      if (move.token !== undefined) add(out, keyOf(move.token), move.amount)
      if (isPayment(leaf, move.to)) add(sent, keyOf(move.token), move.amount)
    }
    if (move.kind === 'sendItems' && isMine(move.from))
      move.ids.forEach((id, index) => {
        add(out, keyOf(move.token, id), move.amounts[index] ?? 1n)
        if (isPayment(leaf, move.to)) add(sent, keyOf(move.token, id), move.amounts[index] ?? 1n)
      })
    if (move.kind === 'give' && move.token !== undefined) add(out, keyOf(move.token), move.amount)
    if (move.kind === 'get' && (isMine(move.to) || move.to === zero)) add(got, keyOf(move.token), move.amount)
  }
  for (const leaf of leaves) {
    for (const move of asItems(movesOf(leaf), leaf, knowledge)) read(move, leaf)
    // One for one.
    if (leaf.call.kind === 'wrap') add(got, keyOf(leaf.call.unwrap ? undefined : leaf.call.token), leaf.call.amount)
  }
  const isWhole = !leaves.some((leaf) => isDark(leaf) || (leaf.call.kind === 'known' && leaf.call.isOpen))
  return { sent, out, got, isWhole }
}

/** Balances of some tokens are rounded when they move. */
const room = (amount: bigint) => (amount > 10n ** 9n ? amount / 10n ** 9n + 2n : 0n)

const sumsOf = ({ native, tokens, collectibles }: Simulation): Sums =>
  new Map([
    ['', native],
    ...tokens.map(({ token, amount }) => [keyOf(token), amount] as const),
    ...collectibles.map(({ token, id, amount }) => [keyOf(token, id), amount] as const),
  ])

/** An asset of which something else moved than the bytes say. */
function differenceOf({ sent, out, got, isWhole }: Said, tried: Sums, { list }: Knowledge, isDirect: boolean) {
  for (const [key, amount] of tried) {
    const most = out.get(key) ?? 0n
    if (amount < 0n && -amount > most + room(most) && (isWhole || key === '')) return { key, said: -most, tried: amount }
  }
  if (!isWhole) return null
  for (const [key, amount] of isDirect ? sent : [])
    if ((tried.get(key) ?? 0n) > -(amount - room(amount))) return { key, said: -amount, tried: tried.get(key) ?? 0n }
  for (const [key, amount] of got) {
    // Routers hand out the wrapped coin as what it wraps.
    const coins = tried.get('') ?? 0n
    const comes = (tried.get(key) ?? 0n) + (key !== '' && list.isWrapped(key) && coins > 0n ? coins : 0n)
    if (!out.get(key) && comes < amount - room(amount)) return { key, said: amount, tried: comes }
  }
  return null
}

/** From a millionth of a coin on something comes: less is sent to make a theft look like a purchase. */
const isSomething = (amount: bigint, decimals: number) => amount > 0n && amount * 1_000_000n >= 10n ** BigInt(decimals)

/** Whether anything comes that the operator's list knows. What a contract says of a coin of its own is worth nothing. */
const bringsSomething = ({ native, tokens, collectibles }: Simulation, { list, tokenOf }: Knowledge, decimals: number): boolean =>
  isSomething(native, decimals) ||
  tokens.some(({ token, amount }) => list.has(token) && isSomething(amount, tokenOf(token)?.decimals ?? 0)) ||
  collectibles.some(({ token, amount }) => amount > 0n && list.has(token))

/**
 * Whether honest contracts may give something for what leaves that the list does not know: shares, an item, something on another network or for a name.
 * By its bytes nothing of it may be for another account.
 */
function mayComeLater({ leaves, context: { account } }: Case, { tokens, collectibles }: Simulation): boolean {
  const comes = [...tokens, ...collectibles].some(({ amount }) => amount > 0n)
  if (leaves.some(isDark)) return comes
  const receivers = leaves.flatMap(movesOf).flatMap((move) => {
    if (move.kind === 'party' && move.label === 'row.receiver') return [move.who]
    return move.kind === 'get' && move.to !== undefined && move.to !== zero ? [move.to] : []
  })
  return receivers.every((receiver) => same(receiver, account))
}

/** Contracts that would run, and that the operator does not know. */
function unknownTargets({ leaves, wrappers, knowledge: { list } }: Case): string[] {
  const targets = [...wrappers.map(({ to }) => to), ...leaves.flatMap(({ to, call }) => (call.kind === 'native' ? [] : [to ?? '']))]
  return [...new Set(targets)].filter((to) => !list.has(to) && to.toLowerCase() !== permit2)
}

/** The warnings of a call that could not be tried. They depend on how much of it the bytes say. */
function untriedWarnings(given: Case, unknown: readonly string[]): Warning[] {
  const { leaves, wrappers, context } = given
  const { host } = new URL(context.origin)
  const dark = leaves.some(isDark)
  if (dark)
    return [warning('neg', 'noPreview', { host }), { ...warning('neg', 'unread'), text: { id: 'warn.noPreviewText', values: { host } } }]
  if (isPlainSend(given)) return []
  return [warning(unknown.length > 0 || leaves.length + wrappers.length > 1 ? 'neg' : 'warn', 'noPreview', { host })]
}

/** A payment of coins or of a listed token, and nothing else: the bytes say all of it. */
const isPlainSend = ({ leaves, wrappers, knowledge: { list } }: Case): boolean =>
  wrappers.length === 0 &&
  leaves.length === 1 &&
  leaves.every(({ call, value }) => call.kind === 'native' || (call.kind === 'transfer' && value === 0n && list.token(call.token) !== null))

/** A plain payment that could not be tried says so without a warning. */
export const untriedNotes = (given: Case): Words[] => (given.simulation === null && isPlainSend(given) ? [{ id: 'note.untried' }] : [])

function triedWarnings(given: Case, simulation: Simulation, unknown: readonly string[]): Warning[] {
  const { leaves, wrappers, knowledge, context } = given
  const { symbol, decimals } = context.network.nativeCurrency
  const said = saidBy(given)
  const tried = sumsOf(simulation)
  const difference = differenceOf(said, tried, knowledge, wrappers.length === 0)
  const text = (key: string, amount: bigint) => {
    const [token = '', item] = key.split(' ')
    const size = amount < 0n ? -amount : amount
    const shown =
      key === ''
        ? `${formatUnits(size, decimals)} ${symbol}`
        : `${decimalOf(size, item ? null : knowledge.tokenOf(token))} ${knowledge.symbolOf(token)} ${item ?? ''}`
    return `${amount < 0n ? '−' : ''}${shown.trim()}`
  }
  const differs = difference
    ? [warning('neg', 'differs', { said: text(difference.key, difference.said), tried: text(difference.key, difference.tried) })]
    : []
  const leavesMore = [...tried].some(([key, amount]) => amount < 0n && -amount > (said.sent.get(key) ?? 0n) + room(-amount))
  const dark = leaves.some(isDark)
  if (leavesMore && !bringsSomething(simulation, knowledge, decimals)) {
    return [...differs, warning(!difference && unknown.length === 0 && mayComeLater(given, simulation) ? 'warn' : 'neg', 'onlyOut')]
  }
  if (dark) return [...differs, warning('warn', 'unread')]
  const strange = unknown.filter((to) => !leaves.some(({ call }) => 'token' in call && same(call.token, to)))
  return [...differs, ...(strange.length > 0 ? [warning('warn', 'unknown')] : [])]
}

/** Everything that the trial of calls, or that there was none, has to warn of. */
export function verdict(given: Case): Warning[] {
  const { leaves, simulation, changes, knowledge, context } = given
  const { symbol, decimals } = context.network.nativeCurrency
  const wasted = leaves.filter((leaf) => leaf.value > 0n && !takesCoins(leaf)).reduce((sum, { value }) => sum + value, 0n)
  const strangers = changes.flatMap(({ token }) => (token === undefined ? [] : (knowledge.strangerOf(token) ?? [])))
  const unknown = unknownTargets(given)
  const dark = leaves.some(isDark)
  const unread: Warning = {
    ...warning('neg', 'unread'),
    text: { id: 'warn.noPreviewText', values: { host: new URL(context.origin).host } },
  }
  return [
    ...(wasted > 0n ? [warning('neg', 'coinsAlong', { amount: formatUnits(wasted, decimals), symbol })] : []),
    ...(simulation === null
      ? untriedWarnings(given, unknown)
      : simulation.ok
        ? triedWarnings(given, simulation, unknown)
        : [warning('neg', 'fails'), ...(dark ? [unread] : [])]),
    ...strangers.map(strangerWarning),
  ]
}
