import { formatUnits } from 'viem'
import type { ApprovalContent, Warning } from '../../approve/content.js'
import type { SignerContext } from '../context.js'
import type { Content } from './callContent.js'

export type Cost = {
  /** The most that the network may take from this account. */
  readonly fee: bigint
  /** How much of the network's coin is lacking; 0 or less: nothing. */
  readonly missing: bigint
}

/** What a node says of calls that there is no money for, whatever they do. */
const withoutMoney: ReadonlySet<string> = new Set(['warn.fails', 'warn.noPreview'])

/** What calls do, with what they cost. Without the money for it nothing can be approved. */
export function withCost(
  content: Content,
  { fee, missing }: Cost,
  { network }: Pick<SignerContext, 'network'>,
): Omit<ApprovalContent, 'details'> {
  const { symbol, decimals } = network.nativeCurrency
  const short: Warning = {
    tone: 'neg',
    title: { id: 'warn.short', values: { symbol } },
    text: { id: 'warn.shortText', values: { amount: formatUnits(missing, decimals), symbol } },
  }
  return {
    ...content,
    kind: 'transaction',
    warnings: missing > 0n ? [short, ...content.warnings.filter(({ title }) => !withoutMoney.has(title.id))] : content.warnings,
    rows: [
      ...content.rows,
      { label: 'row.network', value: network.name, kind: 'text' },
      { label: 'row.fee', value: `${formatUnits(fee, decimals)} ${symbol}`, kind: 'text' },
    ],
    blocked: missing > 0n,
  }
}
