import type { ApprovalContent } from './content.js'

/** How much a card asks of its reader: nothing more than a yes; to read something first; to go on against a warning. */
export type Severity = 'ordinary' | 'caution' | 'red'

const plain: ReadonlySet<ApprovalContent['confirm']> = new Set(['confirm', 'sign', 'signIn', 'allow'])

/** The severity of a card: that of the worst that is on it. */
export function severityOf({ warnings, blocked, twice, confirm }: ApprovalContent): Severity {
  if (blocked || twice || warnings.some(({ tone }) => tone === 'neg')) return 'red'
  return warnings.length > 0 || !plain.has(confirm) ? 'caution' : 'ordinary'
}
