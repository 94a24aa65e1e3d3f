import { type AccountChange, namespaceOf } from '@latchkey/protocol'
import { fetchHistory, fetchTransaction } from '../../../api/money.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { after } from '../../../lib/lifetime.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import type { TransactionLook, Transactions, TransactionTools } from '../../../namespaces/transactions.js'
import { isOver, type Transaction, transactionsStore } from '../../../state/transactions.js'
import { currency } from '../constants.js'
import { toolsFor } from './askWallet.js'
import { isHeld } from './heldHere.js'
import { changeTransaction, findTransaction } from './transactions.js'

/** Milliseconds for which no node may know a transaction before it counts as dropped. */
const dropAfter = 60_000
/** Milliseconds between two looks at one that takes long, or was dropped and may come back; and after which it takes long. */
const seldom = 15_000
const takesLong = 600_000
/** Looks for which the server is waited for to say what was mined in the place of a transaction. */
const mostReplacedLooks = 10

/** What one dialog keeps of each transaction that it follows. */
type Following = {
  timer: (() => void) | undefined
  looking: boolean
  /** Somebody heard of it during a look. */
  again: boolean
  /** Since when no node knows it. */
  missingSince: number | undefined
  /** Looks for which its number was used, but no receipt was there. */
  replacedLooks: number
}

const kept = perDialog(() => new Map<string, Following>())

const address = (text: string) => text.toLowerCase()

/** The account's own transaction with a number, as the server's history knows it. */
async function findByNonce(
  dialog: Dialog,
  { from, networkId }: Transaction,
  isWanted: (nonce: number) => boolean,
): Promise<readonly string[]> {
  const { data } = await fetchHistory(dialog, { address: from, networkId, currency })
  return data
    .filter(({ metadata }) => metadata.chain === networkId && address(metadata.sentFrom) === address(from) && isWanted(metadata.nonce))
    .map(({ metadata }) => metadata.hash)
}

/** What the server knows of a transaction; from then on it tells when something happens to it. Undefined when it does not answer. */
async function askServer(dialog: Dialog, { from, networkId, hash }: Transaction) {
  const family = await (await loadNamespace(dialog, namespaceOf(networkId))).transactions?.()
  // It follows transactions by their numbers.
  if (!family?.nextNonce || !hash) return undefined
  return await fetchTransaction(dialog, { address: from, networkId, hash }).catch(() => undefined)
}

const callsOf = ({ calls }: Transaction) => calls.map(({ value, ...call }) => ({ ...call, value: BigInt(value) }))

/** Whether a transaction of the chain does what was asked for. */
async function isAsked(transaction: Transaction, hash: string, family: Transactions, rpc: TransactionTools['rpc']): Promise<boolean> {
  return (await family.isSame?.(rpc, hash, callsOf(transaction))) ?? false
}

/** What is told of a transfer from now on: what the chain says of it, not what was asked for. */
async function toldOf(transaction: Transaction, look: TransactionLook, { family, tools }: Judged): Promise<Partial<Transaction>> {
  const hash = look.hash ?? transaction.hash
  if (look.status !== 'confirmed' || transaction.purpose !== 'send' || !hash) return {}
  const arrived = await family.arrived?.(tools.rpc, hash, callsOf(transaction))
  return arrived === undefined ? {} : { about: { ...Object(transaction.about), arrived: arrived === null ? null : String(arrived) } }
}

/** Looks for a transaction whose answer was never heard. */
async function recover(dialog: Dialog, transaction: Transaction, family: Transactions, { rpc }: TransactionTools): Promise<void> {
  const { id, nonce, from, status } = transaction
  // Another tab asks, or waits for its wallet.
  if (status === 'asking' && (await isHeld(id))) return
  if (status === 'asking') changeTransaction(dialog, id, { status: 'unsure' })
  if (nonce === undefined || !family.nextNonce || !family.isSame) return
  if ((await family.nextNonce(rpc, from)) <= nonce) return
  for (const hash of await findByNonce(dialog, transaction, (one) => one >= nonce)) {
    if (!(await isAsked(transaction, hash, family, rpc))) continue
    changeTransaction(dialog, id, { status: 'pending', sent: { kind: 'hash', hash }, hash })
    return
  }
}

/** The transaction that was mined in the place of another, as far as the server knows; `unread` when it has not read that block yet. */
async function findReplacement(dialog: Dialog, transaction: Transaction): Promise<string | 'unread' | undefined> {
  const known = await askServer(dialog, transaction)
  if (known?.replacedBy) return known.replacedBy
  if (known?.status === 'pending') return 'unread'
  const [own] = await findByNonce(dialog, transaction, (nonce) => nonce === transaction.nonce).catch(() => [])
  return own
}

type Judged = { readonly family: Transactions; readonly tools: TransactionTools; readonly own: Following }

/** Another one of the account was mined with its number. */
async function judgeReplaced(dialog: Dialog, transaction: Transaction, { family, tools, own }: Judged): Promise<Partial<Transaction>> {
  own.replacedLooks += 1
  // A second node may not have the block yet in which the first one saw it.
  if (own.replacedLooks === 1) return {}
  const other = await findReplacement(dialog, transaction)
  if (other === 'unread' && own.replacedLooks < mostReplacedLooks) return {}
  if (!other || other === 'unread') return { status: 'replaced' }
  if (!(await isAsked(transaction, other, family, tools.rpc))) return { status: 'replaced', replacedBy: other }
  // The wallet sent the same again, for a higher fee.
  return { status: 'pending', sent: { kind: 'hash', hash: other }, hash: other }
}

/** What a look says of a transaction. */
async function judge(dialog: Dialog, transaction: Transaction, look: TransactionLook, judged: Judged): Promise<Partial<Transaction>> {
  const { own } = judged
  const facts = {
    ...(look.hash ? { hash: look.hash } : {}),
    ...(look.nonce === undefined ? {} : { nonce: look.nonce }),
    ...(look.reason ? { reason: look.reason } : {}),
  }
  if (look.status !== 'missing') own.missingSince = undefined
  if (look.status === 'replaced') return judgeReplaced(dialog, transaction, judged)
  own.replacedLooks = 0
  if (look.status === 'missing') {
    own.missingSince ??= dialog.now()
    return dialog.now() - own.missingSince >= dropAfter ? { status: 'dropped' } : {}
  }
  return { status: look.status, ...facts, ...(await toldOf(transaction, look, judged)) }
}

/** What the account holds and what happened to it is another than before. */
async function tellNews(dialog: Dialog, { networkId }: Transaction): Promise<void> {
  const [{ reloadPortfolio }, { refreshActivity }] = await Promise.all([
    import('../portfolio/portfolio.js'),
    import('../activity/activity.js'),
  ])
  void refreshActivity(dialog)
  // The server reads anew only where it knows what happens; elsewhere its cache ends by itself within seconds.
  const { activity } = await loadNamespace(dialog, namespaceOf(networkId))
  await reloadPortfolio(dialog, activity ? [networkId] : [])
}

async function look(dialog: Dialog, id: string, own: Following): Promise<number> {
  const transaction = findTransaction(dialog, id)
  if (!transaction) return 0
  const family = await (await loadNamespace(dialog, transaction.namespace)).transactions?.()
  if (!family) return 0
  const tools = toolsFor(dialog, transaction)
  const { sent, from, nonce } = transaction
  if (!sent) {
    await recover(dialog, transaction, family, tools)
    return findTransaction(dialog, id)?.sent ? family.lookEvery : seldom / 5
  }
  const change = await judge(dialog, transaction, await family.look({ sent, from, nonce }, tools), { family, tools, own })
  const isNews = Object.entries(change).some(([key, value]) => transaction[key as keyof Transaction] !== value)
  if (isNews) changeTransaction(dialog, id, change)
  if (change.status && change.status !== transaction.status) {
    tellNews(dialog, transaction).catch(() => undefined)
  }
  const now = findTransaction(dialog, id)
  if (!now || (isOver(now) && now.status !== 'dropped')) return 0
  return now.status === 'dropped' || dialog.now() - now.at > takesLong ? seldom : family.lookEvery
}

/** Looks now, and goes on until the end. One look at a time. */
async function run(dialog: Dialog, id: string, own: Following): Promise<void> {
  own.timer?.()
  own.timer = undefined
  if (own.looking) {
    own.again = true
    return
  }
  own.looking = true
  // A node or a server that does not answer is asked again.
  const next = await look(dialog, id, own).catch(() => seldom / 5)
  own.looking = false
  if (own.again) {
    own.again = false
    void run(dialog, id, own)
  } else if (next > 0) own.timer = after(dialog, next, () => void run(dialog, id, own))
  else if (!findTransaction(dialog, id)) kept(dialog).delete(id)
}

/** Follows a transaction until it is confirmed, failed or replaced. Following one twice is following it once. */
export function followTransaction(dialog: Dialog, id: string): void {
  const all = kept(dialog)
  if (all.has(id)) return
  const own: Following = { timer: undefined, looking: false, again: false, missingSince: undefined, replacedLooks: 0 }
  all.set(id, own)
  const transaction = findTransaction(dialog, id)
  if (transaction) void askServer(dialog, transaction)
  void run(dialog, id, own)
}

/** The server says that something happened to a transaction: also to one that was confirmed, when the chain took it back. */
export function hearOfTransaction(dialog: Dialog, { chain, hash }: AccountChange): void {
  for (const one of transactionsStore(dialog).getState().transactions) {
    const own = kept(dialog).get(one.id)
    if (own && one.networkId === chain && one.hash && address(one.hash) === address(hash)) void run(dialog, one.id, own)
  }
}
