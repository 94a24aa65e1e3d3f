import type { CallSummary, Row, Warning } from '../../../approve/content.js'
import type { SignerContext } from '../../context.js'
import { callContent } from '../callContent.js'
import type { SignedMessage } from './signed.js'

const zero = '0x0000000000000000000000000000000000000000'

/** What a Safe would do by one more owner's yes: its call as any other, and what only a Safe can do. */
export type SafeView = {
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
  readonly calls: readonly CallSummary[]
  readonly isDark: boolean
}

/** @returns null for what is no Safe transaction */
export async function readSafeTx(primaryType: string, message: SignedMessage, context: SignerContext): Promise<SafeView | null> {
  const { to, value, data, operation, refundReceiver, gasPrice } = message
  if (
    primaryType !== 'SafeTx' ||
    typeof to !== 'string' ||
    typeof value !== 'bigint' ||
    typeof data !== 'string' ||
    typeof operation !== 'bigint'
  )
    return null
  const content = await callContent([{ to, value, data: `0x${data.slice(2)}` }], null, context)
  const warn = (id: string, values?: Readonly<Record<string, string>>): Warning => ({
    tone: 'neg',
    title: { id: `warn.${id}` },
    text: { id: `warn.${id}Text`, ...(values ? { values } : {}) },
  })
  const pays = typeof gasPrice === 'bigint' && gasPrice > 0n && typeof refundReceiver === 'string'
  return {
    calls: content.calls ?? [{ title: content.title, rows: content.rows }],
    rows: pays && refundReceiver !== zero ? [{ label: 'row.receiver', value: refundReceiver, kind: 'address' }] : [],
    warnings: [
      { tone: 'warn', title: { id: 'warn.safe' }, text: { id: 'warn.safeText' } },
      ...(operation === 0n ? [] : [warn('code', { contract: to })]),
      ...(pays ? [warn('refund')] : []),
      // It cannot be tried as this account: what the call itself says counts.
      ...content.warnings.filter(({ title }) => title.id !== 'warn.noPreview'),
    ],
    isDark: content.twice,
  }
}
