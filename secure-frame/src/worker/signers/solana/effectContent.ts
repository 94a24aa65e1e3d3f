import type { Row, Warning } from '../../approve/content.js'
import { addressRow, type SignerContext } from '../context.js'
import { readable } from '../readable.js'
import { decimal, nameOf } from './amounts.js'
import type { Effect } from './effects.js'
import type { Accounts } from './payments.js'

/** From here on an amount of a token means all of it. */
const endless = 2n ** 63n

/** What is said of an instruction that is no payment. */
export function effectContent(
  effect: Effect,
  accounts: Accounts,
  context: Pick<SignerContext, 'account' | 'known' | 'contracts'>,
): { readonly rows: readonly Row[]; readonly warnings: readonly Warning[] } {
  const { account } = context
  const address = (label: string, value: string): Row => addressRow(label, value, context)
  const warn = (tone: Warning['tone'], id: string, values?: Readonly<Record<string, string>>): Warning => ({
    tone,
    title: { id: `warn.${id}` },
    text: { id: `warn.${id}Text`, ...(values ? { values } : {}) },
  })
  const money = (amount: bigint, source: string, mint?: string, decimals?: number) => {
    const held = accounts.get(source)
    const symbol = nameOf(mint ?? held?.mint ?? '?', context)
    return amount >= endless ? `∞ ${symbol}` : `${decimal(amount, decimals ?? held?.decimals ?? 0)} ${symbol}`
  }
  switch (effect.kind) {
    case 'tokenApprove': {
      const { source, delegate, amount, mint, decimals } = effect
      const limit: Row = { label: 'row.limit', value: money(amount, source, mint, decimals), kind: 'text' }
      const symbol = nameOf(mint ?? accounts.get(source)?.mint ?? '?', context)
      return {
        rows: [limit, address('row.spender', delegate)],
        warnings: [
          warn('warn', 'delegate', { spender: delegate }),
          ...(amount >= endless ? [warn('warn', 'noLimit', { symbol, spender: delegate })] : []),
        ],
      }
    }
    case 'tokenAuthority':
      return {
        rows: [{ label: 'row.account', value: effect.account, kind: 'address' }, ...(effect.to ? [address('row.control', effect.to)] : [])],
        warnings: [warn('neg', 'authority', { account: effect.account })],
      }
    case 'assign':
      return {
        rows: [{ label: 'row.account', value: effect.account, kind: 'address' }, address('row.control', effect.owner)],
        warnings: [warn('neg', 'authority', { account: effect.account })],
      }
    case 'tokenClose':
      return effect.to === account
        ? { rows: [{ label: 'row.closes', value: effect.account, kind: 'address' }], warnings: [] }
        : {
            rows: [{ label: 'row.closes', value: effect.account, kind: 'address' }, address('row.to', effect.to)],
            warnings: [warn('neg', 'close', { to: effect.to })],
          }
    case 'tokenBurn': {
      const amount = money(effect.amount, effect.account, effect.mint)
      return { rows: [{ label: 'row.burns', value: amount, kind: 'text' }], warnings: [warn('neg', 'burn', { amount })] }
    }
    case 'tokenTransfer':
      return effect.hook
        ? { rows: effect.hook.map((value) => address('row.program', value)), warnings: [warn('warn', 'hook')] }
        : { rows: [], warnings: [] }
    case 'createTokenAccount':
      return { rows: effect.owner === account ? [] : [address('row.opens', effect.owner)], warnings: [] }
    case 'nonce':
      return { rows: [], warnings: [warn('warn', 'durable')] }
    case 'memo':
      return { rows: [{ label: 'row.memo', value: readable(effect.text), kind: 'text' }], warnings: [] }
    case 'unknown':
      return { rows: [{ label: 'row.program', value: effect.program, kind: 'address' }], warnings: [] }
    case 'transfer':
    case 'createAccount':
    case 'computeBudget':
    case 'other':
      return { rows: [], warnings: [] }
  }
}

/** One instruction as a line of the details. */
export const describeEffect = (effect: Effect): string =>
  Object.entries(effect)
    .map(([key, value]) => (key === 'kind' ? value : `${key} ${readable(String(value))}`))
    .join(' · ')
