import { type ApprovalContent, type AssetChange, type CallSummary, everything, type Grant, type Warning } from '../../approve/content.js'
import { notAllowed } from '../../policy/refusals.js'
import { addressRow, lookAlikeOf, type SignerContext } from '../context.js'
import { unsaidEffects } from './accountState.js'
import { decimal, nameOf, size } from './amounts.js'
import { describeEffect, effectContent } from './effectContent.js'
import type { Effect } from './effects.js'
import { builtins, readEffects } from './instructions.js'
import {
  type Accounts,
  accountsIn,
  declaredTotals,
  differences,
  largestFirst,
  type Payment,
  paymentsIn,
  simulatedTotals,
  type Totals,
} from './payments.js'
import { loadLookups, readTokenAccounts, type SolanaSimulation, simulateSolana } from './rpcReads.js'
import type { WireMessage, WireTransaction } from './wire.js'

/** Base fee for each signature, in lamports. */
const signatureFee = 5_000n
/** Lamports for one transaction from which its fee is no matter of haste any more. */
const dearFee = 10_000_000n
/** Payments that one card shows. Beyond them it says how many more there are, and asks twice. */
const mostPayments = 40

/** Units of one transaction, whatever it asks for. */
const mostUnits = 1_400_000n

/** Units that instructions get which ask for none: those of programs that are part of the validator get few. */
const defaultUnits = ({ keys, instructions }: WireMessage) =>
  instructions.reduce((sum, { program }) => sum + (builtins.has(keys[program] ?? '') ? 3_000n : 200_000n), 0n)

/** What the network takes of it: for each signature, and for the units that are asked for, whether they are used or not. */
function feeOf({ message }: WireTransaction, effects: readonly Effect[]): bigint {
  let units = defaultUnits(message)
  let price = 0n
  for (const effect of effects)
    if (effect.kind === 'computeBudget') {
      if (effect.unitLimit !== undefined) units = BigInt(effect.unitLimit)
      if (effect.unitPrice !== undefined) price = effect.unitPrice
    }
  const paid = units < mostUnits ? units : mostUnits
  return signatureFee * BigInt(message.required) + (paid * price + 999_999n) / 1_000_000n
}

/** Writable keys of the message itself, which are what it can change of ours. */
function writable({ message }: WireTransaction, loaded: readonly string[]): string[] {
  const { keys, required, readonlySigned, readonlyUnsigned } = message
  const own = keys.filter((_key, index) => (index < required ? index < required - readonlySigned : index < keys.length - readonlyUnsigned))
  const fromTables = message.lookups.reduce((sum, lookup) => sum + lookup.writable.length, 0)
  return [...own, ...loaded.slice(0, fromTables)]
}

/** One transaction, read and tried. */
type Tried = {
  readonly effects: readonly Effect[]
  /** Power over something that somebody gets, though no instruction says so. */
  readonly powers: readonly Effect[]
  readonly payments: readonly Payment[]
  readonly accounts: Accounts
  readonly simulation: SolanaSimulation | null
  readonly fee: bigint
  /** Something in it that nobody can name: a program, or an account behind a table that is not there. */
  readonly dark: boolean
  readonly totals: Totals
  readonly differs: ReturnType<typeof differences>
}

async function tryTransaction(transaction: WireTransaction, bytes: Uint8Array, context: SignerContext): Promise<Tried> {
  const { account, network, rpc } = context
  const loaded = await loadLookups(rpc, transaction.message).catch(() => null)
  const effects = readEffects(transaction.message, loaded ?? [])
  // Behind a table that is not there stands an account that nobody could be shown.
  if (loaded === null && effects.some((effect) => Object.values(effect).includes('?'))) throw notAllowed('lookup')
  const [simulation, accounts] = await Promise.all([
    // Accounts behind a table that is not there could not be compared.
    loaded && simulateSolana(rpc, bytes, account, writable(transaction, loaded)),
    readTokenAccounts(rpc, accountsIn(effects)),
  ])
  const fee = transaction.message.keys[0] === account ? feeOf(transaction, effects) : 0n
  const payments = paymentsIn(effects, accounts, context)
  const dark = loaded === null || effects.some(({ kind }) => kind === 'unknown')
  const said = declaredTotals(payments, effects, accounts, context)
  // What leaves a stake, an instruction that can be read says itself.
  const lamports = (simulation?.lamports ?? 0n) - (dark ? (simulation?.unstaked ?? 0n) : 0n)
  const tried = simulation?.ok ? simulatedTotals({ ...simulation, lamports }, fee, network.nativeCurrency.decimals) : null
  // What an unknown program moves, no instruction says.
  return {
    effects,
    powers: unsaidEffects(simulation?.powers ?? [], effects),
    payments,
    accounts,
    simulation,
    fee,
    dark,
    totals: tried ?? said,
    differs: tried && !dark ? differences(said, tried, effects, context) : [],
  }
}

function changesOf(parts: readonly Tried[], context: SignerContext): AssetChange[] {
  const { network, contracts } = context
  const sums = new Map<string, { amount: bigint; decimals: number }>()
  for (const { totals } of parts)
    for (const [mint, { amount, decimals }] of totals) sums.set(mint, { amount: (sums.get(mint)?.amount ?? 0n) + amount, decimals })
  const changes = [...sums].flatMap(([mint, { amount, decimals }]): AssetChange[] =>
    amount === 0n
      ? []
      : [
          {
            direction: amount < 0n ? 'out' : 'in',
            amount: decimal(size(amount), decimals),
            symbol: mint ? nameOf(mint, context) : network.nativeCurrency.symbol,
            ...(mint ? { token: mint } : {}),
            ...(mint && !contracts.tokens.some(({ address }) => address === mint) ? { unverified: true } : {}),
          },
        ],
  )
  return changes.sort((left, right) => (left.direction === right.direction ? 0 : left.direction === 'out' ? -1 : 1))
}

const warning = (tone: Warning['tone'], id: string, values?: Readonly<Record<string, string | number>>): Warning => ({
  tone,
  title: { id: `warn.${id}`, ...(values?.count === undefined ? {} : { values: { count: values.count } }) },
  text: { id: `warn.${id}Text`, ...(values ? { values } : {}) },
})

function paymentSummary({ to, owner, from, amount, decimals, mint, mine }: Payment, context: SignerContext): CallSummary {
  const { account, network } = context
  const address = (label: string, value: string) => addressRow(label, value, context)
  return {
    title: {
      id: 'title.send',
      values: { amount: decimal(amount, decimals), symbol: mint ? nameOf(mint, context) : network.nativeCurrency.symbol },
    },
    rows: [
      address('row.to', to),
      ...(owner !== undefined && owner !== account ? [address('row.owner', owner)] : []),
      ...(mine ? [] : [{ label: 'row.from', value: from, kind: 'address' } as const]),
    ],
  }
}

/** What trying them says, and what it means that it could not be tried. Whatever nobody can read is said to be that. */
function previewWarnings(parts: readonly Tried[], changes: readonly AssetChange[], host: string): Warning[] {
  const failed = parts.some(({ simulation }) => simulation && !simulation.ok)
  const untried = parts.some(({ simulation }) => !simulation)
  const has = (way: AssetChange['direction']) => changes.some(({ direction }) => direction === way)
  const [differs] = parts.flatMap((part) => part.differs)
  const unread = (): Warning => {
    if (parts.some(({ dark, simulation }) => dark && !simulation?.ok))
      return { ...warning('neg', 'unread'), text: { id: 'warn.noPreviewText', values: { host } } }
    // An unlisted token is worth nothing.
    const comes = changes.some(({ direction, unverified }) => direction === 'in' && !unverified)
    return has('out') && !comes ? warning('neg', 'onlyOut') : warning('warn', 'unread')
  }
  return [
    ...(differs ? [warning('neg', 'differs', { said: differs.said, tried: differs.tried })] : []),
    ...(failed ? [warning('neg', 'fails')] : untried ? [warning('neg', 'noPreview', { host })] : []),
    ...(parts.some(({ dark }) => dark) ? [unread()] : []),
  ]
}

/** What may stand beside a payment that is all that happens: fees, and a note. */
const besides: readonly Effect['kind'][] = ['computeBudget', 'memo']

/** Whether a transaction sends coins or tokens, and does nothing else. Opening an account for somebody is more than that. */
const isPayment = (effects: readonly Effect[]): boolean => {
  const [payment, ...others] = effects.filter(({ kind }) => !besides.includes(kind))
  return others.length === 0 && (payment?.kind === 'transfer' || (payment?.kind === 'tokenTransfer' && !payment.hook))
}

/** What is left to others: delegates, power over accounts, a transaction that waits, and what nobody could read or try. */
function grantsOf(parts: readonly Tried[], untried: boolean): Grant[] {
  const left = parts.flatMap(({ effects, powers, accounts }) =>
    [...effects, ...powers].flatMap((effect): Grant[] => {
      if (effect.kind === 'tokenApprove') {
        const mint = effect.mint ?? accounts.get(effect.source)?.mint
        return effect.amount === 0n ? [] : [{ ...(mint ? { token: mint } : {}), amount: effect.amount, until: null, lasts: true }]
      }
      return effect.kind === 'tokenAuthority' || effect.kind === 'assign' || effect.kind === 'nonce' ? [everything] : []
    }),
  )
  return [...left, ...(untried ? [everything] : [])]
}

/** What the approval of one or several Solana transactions says. */
export async function solanaContent(
  list: readonly { readonly wire: WireTransaction; readonly bytes: Uint8Array }[],
  context: SignerContext,
): Promise<{ readonly content: ApprovalContent; readonly counterparties: readonly string[] }> {
  const { account, network, known } = context
  const parts = await Promise.all(list.map(({ wire, bytes }) => tryTransaction(wire, bytes, context)))
  const payments = largestFirst(parts.flatMap((part) => part.payments))
  const changes = changesOf(parts, context)
  const others = parts.flatMap(({ effects, accounts }) => effects.map((effect) => effectContent(effect, accounts, context)))
  const powers = parts.flatMap((part) => part.powers.map((effect) => effectContent(effect, part.accounts, context)))
  const counterparties = [...new Set(payments.filter(({ to, owner }) => to !== account && owner !== account).map(({ to }) => to))]
  const named = [...counterparties, ...payments.flatMap(({ owner }) => owner ?? [])]
  const similar = named.map((to) => ({ to, like: lookAlikeOf(to, known) })).find(({ like }) => like)
  const dark = parts.some((part) => part.dark)
  const untried = parts.some((part) => part.dark && !part.simulation?.ok)
  const more = payments.length - mostPayments
  const warnings = [
    ...(similar ? [warning('neg', 'lookAlike')] : []),
    // What no instruction says is worse than the same thing said.
    ...powers.flatMap((power) => power.warnings.map((one): Warning => ({ ...one, tone: 'neg' }))),
    ...(more > 0 ? [warning('warn', 'more', { count: more })] : []),
    ...(counterparties.length > 1 ? [warning('warn', 'several', { count: counterparties.length })] : []),
    ...others.flatMap((other) => other.warnings),
    ...previewWarnings(parts, changes, new URL(context.origin).host),
  ]
  const fee = parts.reduce((sum, part) => sum + part.fee, 0n)
  if (fee > dearFee * BigInt(list.length)) warnings.push(warning('warn', 'fee'))
  const [only] = payments
  const isOne = payments.length === 1 && only !== undefined
  const [out] = changes
  const plain =
    list.length === 1 &&
    !dark &&
    isOne &&
    changes.length === 1 &&
    out?.direction === 'out' &&
    ![...others, ...powers].some(({ warnings: own }) => own.length)
  const shown = payments.slice(0, mostPayments).map((payment) => paymentSummary(payment, context))
  // The title says the amount when it is all that happens.
  const isSaid = plain && out?.amount === decimal(only?.amount ?? 0n, only?.decimals ?? 0)
  const isTried = parts.every(({ simulation }) => simulation?.ok)
  const isTransfer = isSaid && isTried && only?.mine && parts.every(({ effects }) => isPayment(effects))
  return {
    content: {
      title:
        list.length > 1
          ? { id: 'title.batch', values: { count: list.length } }
          : plain && out
            ? { id: 'title.send', values: { amount: out.amount ?? '', symbol: out.symbol } }
            : { id: dark ? 'title.contract' : 'title.transaction' },
      kind: 'transaction',
      changes,
      preview: isTried ? 'done' : 'failed',
      ...(isTransfer && out ? { transfer: { amount: out.amount ?? '', recipient: only.to } } : {}),
      grants: grantsOf(parts, untried),
      warnings: [...new Map(warnings.map((one) => [JSON.stringify(one), one])).values()],
      ...(similar?.like ? { lookAlike: { address: similar.to, known: similar.like } } : {}),
      ...(shown.length > 0 && !isSaid ? { calls: shown } : {}),
      rows: [
        ...(isSaid ? (shown[0]?.rows ?? []) : []),
        ...powers.flatMap((power) => power.rows),
        ...others.flatMap((other) => other.rows),
        { label: 'row.network', value: network.name, kind: 'text' },
        { label: 'row.fee', value: `${decimal(fee, network.nativeCurrency.decimals)} ${network.nativeCurrency.symbol}`, kind: 'text' },
      ],
      details: parts.flatMap(({ effects }) =>
        effects.map((effect, index) => ({
          label: 'detail.instruction',
          value: `${index + 1}: ${describeEffect(effect)}`,
          kind: 'code' as const,
        })),
      ),
      blocked: false,
      confirm: similar ? 'sendAnyway' : warnings.length ? 'confirmAnyway' : 'confirm',
      twice: untried || more > 0 || powers.length > 0,
    },
    counterparties,
  }
}
