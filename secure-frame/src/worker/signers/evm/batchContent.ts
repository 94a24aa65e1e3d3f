import type { CallSummary, Warning } from '../../approve/content.js'
import type { SignerContext } from '../context.js'
import { type Content, callContent } from './callContent.js'
import { decodeCall } from './decodeCall.js'
import type { SimulatedCall, Simulation } from './simulate.js'

/** For one call of several: what it moves is in the sum. */
const inTheSum: Simulation = { ok: true, native: 0n, tokens: [], collectibles: [] }

/** Each warning once. */
const distinct = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values(),
]

/** A call of several, with the limit that it sets. */
const summary = ({ title, rows, allowance }: Content): CallSummary => ({
  title,
  rows: allowance ? [...rows, { label: 'row.limit', value: `${allowance.amount ?? '∞'} ${allowance.symbol}`, kind: 'text' }] : rows,
})

/** Decides what the approval of several calls says: every one of them, and what they do together. */
export async function batchContent(
  calls: readonly (SimulatedCall & { readonly data: `0x${string}` })[],
  simulation: Simulation | null,
  context: SignerContext,
): Promise<Content> {
  const decoded = calls.map((call) => ({ ...call, call: decodeCall(call) }))
  const [only, ...more] = decoded
  if (only && more.length === 0) return callContent({ ...only, simulation, context })
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const [total, ...parts] = await Promise.all([
    callContent({ call: { kind: 'multicall', calls: decoded.map(({ call }) => call) }, value, simulation, context }),
    ...decoded.map((facts) => callContent({ ...facts, simulation: inTheSum, context })),
  ])
  const alike = parts.find(({ lookAlike }) => lookAlike)?.lookAlike
  // One limit cannot be shown for several, and none of them can be changed here: the calls say them.
  const { allowance: _, ...rest } = total
  return {
    ...rest,
    title: { id: 'title.batch', values: { count: calls.length } },
    calls: parts.map(summary),
    rows: [],
    warnings: distinct([...total.warnings, ...parts.flatMap(({ warnings }) => warnings)]),
    ...(alike ? { lookAlike: alike } : {}),
    confirm: alike ? 'sendAnyway' : total.confirm,
    counterparties: parts.flatMap(({ counterparties }) => counterparties),
  }
}
