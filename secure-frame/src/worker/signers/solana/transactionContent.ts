import type { ApprovalContent, AssetChange, Row, Warning } from '../../approve/content.js'
import { isFirstTime, lookAlikeOf, type SignerContext } from '../context.js'
import { readable } from '../readable.js'
import { type Effect, readEffects } from './instructions.js'
import { loadLookups, type SolanaSimulation, simulateSolana } from './rpcReads.js'
import type { WireTransaction } from './wire.js'

const decimal = (amount: bigint, decimals: number) => {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = decimals ? digits.slice(-decimals).replace(/0+$/, '') : ''
  return `${digits.slice(0, digits.length - decimals)}${fraction ? `.${fraction}` : ''}`
}
const size = (amount: bigint) => (amount < 0n ? -amount : amount)
const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`

/** Base fee for each signature, in lamports. */
const signatureFee = 5_000n

function feeOf({ message }: WireTransaction, effects: readonly Effect[]): bigint {
  let units = 200_000n * BigInt(message.instructions.length)
  let price = 0n
  for (const effect of effects)
    if (effect.kind === 'computeBudget') {
      if (effect.unitLimit !== undefined) units = BigInt(effect.unitLimit)
      if (effect.unitPrice !== undefined) price = effect.unitPrice
    }
  return signatureFee * BigInt(message.required) + (units * price + 999_999n) / 1_000_000n
}

/** Writable keys of the message itself, which are what it can change of ours. */
function writable({ message }: WireTransaction, loaded: readonly string[]): string[] {
  const { keys, required, readonlySigned, readonlyUnsigned } = message
  const own = keys.filter((_key, index) => (index < required ? index < required - readonlySigned : index < keys.length - readonlyUnsigned))
  const fromTables = message.lookups.reduce((sum, lookup) => sum + lookup.writable.length, 0)
  return [...own, ...loaded.slice(0, fromTables)]
}

function changesOf(
  simulation: SolanaSimulation | null,
  effects: readonly Effect[],
  { account, network }: SignerContext,
  fee: bigint,
): AssetChange[] {
  const { symbol, decimals } = network.nativeCurrency
  const changes: AssetChange[] = []
  const add = (amount: bigint, places: number, unit: string, token?: string) =>
    amount !== 0n &&
    changes.push({
      direction: amount < 0n ? 'out' : 'in',
      amount: decimal(size(amount), places),
      symbol: unit,
      ...(token ? { token } : {}),
    })
  if (simulation?.ok) {
    // The simulated payer has paid the fee, which has its own row.
    const moved = simulation.lamports + fee
    add(moved > -10n && moved < 10n ? 0n : moved, decimals, symbol)
    for (const { mint, amount, decimals: places } of simulation.tokens) add(amount, places, short(mint), mint)
  } else {
    for (const effect of effects) {
      if (effect.kind === 'transfer' && effect.from === account) add(-effect.lamports, decimals, symbol)
      if (effect.kind === 'tokenTransfer' && effect.authority === account && effect.mint)
        add(-effect.amount, effect.decimals ?? 0, short(effect.mint), effect.mint)
    }
  }
  return changes.sort((left, right) => (left.direction === right.direction ? 0 : left.direction === 'out' ? -1 : 1))
}

/** What one Solana transaction's approval says. */
export async function solanaContent(
  transaction: WireTransaction,
  bytes: Uint8Array,
  context: SignerContext,
): Promise<{ readonly content: ApprovalContent; readonly counterparties: readonly string[] }> {
  const { account, network, known, rpc } = context
  const loaded = await loadLookups(rpc, transaction.message).catch(() => null)
  const effects = readEffects(transaction.message, loaded ?? [])
  const simulation = await simulateSolana(rpc, bytes, account, writable(transaction, loaded ?? []))
  const fee = transaction.message.keys[0] === account ? feeOf(transaction, effects) : 0n
  const changes = changesOf(simulation, effects, context, fee)
  const unknown = effects.find((effect) => effect.kind === 'unknown')
  const warnings: Warning[] = []
  const rows: Row[] = []
  const moves = effects.filter((effect) => effect.kind === 'transfer' || effect.kind === 'tokenTransfer')
  const counterparties = moves.map(({ to }) => to).filter((to) => to !== account)
  for (const to of [...new Set(counterparties)].slice(0, 4))
    rows.push({ label: 'row.to', value: to, kind: 'address', firstTime: isFirstTime(to, known) })
  const similar = counterparties.map((to) => ({ to, like: lookAlikeOf(to, known) })).find(({ like }) => like)
  if (similar) warnings.push({ tone: 'neg', title: { id: 'warn.lookAlike' }, text: { id: 'warn.lookAlikeText' } })
  for (const effect of effects) {
    if (effect.kind === 'tokenApprove') {
      warnings.push({
        tone: 'warn',
        title: { id: 'warn.delegate' },
        text: { id: 'warn.delegateText', values: { spender: effect.delegate } },
      })
      rows.push({ label: 'row.spender', value: effect.delegate, kind: 'address', firstTime: isFirstTime(effect.delegate, known) })
    }
    if (effect.kind === 'tokenAuthority' || effect.kind === 'assign')
      warnings.push({
        tone: 'neg',
        title: { id: 'warn.authority' },
        text: { id: 'warn.authorityText', values: { account: effect.account } },
      })
    if (effect.kind === 'memo') rows.push({ label: 'row.memo', value: readable(effect.text).slice(0, 256), kind: 'text' })
  }
  if (unknown) rows.push({ label: 'row.program', value: unknown.program, kind: 'address' })
  if (simulation && !simulation.ok) warnings.push({ tone: 'neg', title: { id: 'warn.fails' }, text: { id: 'warn.failsText' } })
  else if (!simulation && (unknown || loaded === null))
    warnings.push({
      tone: 'neg',
      title: { id: 'warn.noPreview' },
      text: { id: 'warn.noPreviewText', values: { host: new URL(context.origin).host } },
    })
  const [out] = changes
  const plain = !unknown && moves.length === 1 && changes.length === 1 && out?.direction === 'out'
  rows.push({ label: 'row.network', value: network.name, kind: 'text' })
  rows.push({ label: 'row.fee', value: `${decimal(fee, network.nativeCurrency.decimals)} ${network.nativeCurrency.symbol}`, kind: 'text' })
  return {
    content: {
      title:
        plain && out
          ? { id: 'title.send', values: { amount: out.amount ?? '', symbol: out.symbol } }
          : { id: unknown ? 'title.contract' : 'title.transaction' },
      kind: 'transaction',
      changes,
      preview: simulation?.ok ? 'done' : 'failed',
      warnings,
      ...(similar?.like ? { lookAlike: { address: similar.to, known: similar.like } } : {}),
      rows,
      details: effects.map((effect, index) => ({
        label: 'detail.instruction',
        value: `${index + 1}: ${describe(effect)}`,
        kind: 'code' as const,
      })),
      blocked: false,
      confirm: similar ? 'sendAnyway' : warnings.length ? 'confirmAnyway' : 'confirm',
      twice: !simulation?.ok && (unknown !== undefined || loaded === null),
    },
    counterparties,
  }
}

const describe = (effect: Effect) =>
  Object.entries(effect)
    .map(([key, value]) => (key === 'kind' ? value : `${key} ${readable(String(value))}`))
    .join(' · ')
