import type { Hex } from 'viem'
import type { WireFrame, WireTrace } from '../node/wire.js'

/** Coins that a call within a transaction moved. */
export type InternalTransfer = { readonly from: Hex; readonly to: Hex; readonly amount: bigint }

/** What a call moves; null for calls that lend their value (delegatecall), read only, or failed before they had a target. */
function moved(from: Hex | undefined, to: Hex | null | undefined, value: Hex | undefined): InternalTransfer | null {
  if (!from || !to || !value) return null
  const amount = BigInt(value)
  return amount === 0n ? null : { from: from.toLowerCase() as Hex, to: to.toLowerCase() as Hex, amount }
}

function movedByTrace({ type, action, result }: WireTrace): InternalTransfer | null {
  if (type === 'suicide') return moved(action.address, action.refundAddress, action.balance)
  if (type === 'create') return moved(action.from, result?.address, action.value)
  return type === 'call' && action.callType === 'call' ? moved(action.from, action.to, action.value) : null
}

/**
 * Coins that moved by the calls of one transaction, in their order. What is under a call that failed was taken back.
 *
 * @param traces of `trace_block`, of this transaction only
 */
export function fromTraces(traces: readonly WireTrace[]): InternalTransfer[] {
  const failed = new Set(traces.filter(({ error }) => error !== undefined).map(({ traceAddress }) => traceAddress.join('.')))
  const isTakenBack = ({ traceAddress }: WireTrace) =>
    failed.size > 0 && (failed.has('') || traceAddress.some((_, index) => failed.has(traceAddress.slice(0, index + 1).join('.'))))
  return traces.flatMap((trace) => {
    // The outermost call is the transaction itself.
    if (trace.traceAddress.length === 0 || isTakenBack(trace)) return []
    return movedByTrace(trace) ?? []
  })
}

/** The same from the `callTracer`. */
export function fromFrame(root: WireFrame): InternalTransfer[] {
  const found: InternalTransfer[] = []
  // A list instead of recursion: calls nest up to 1024 deep.
  const open = root.error === undefined ? [...(root.calls ?? [])].reverse() : []
  for (let frame = open.pop(); frame; frame = open.pop()) {
    if (frame.error !== undefined) continue
    const one = /^(?:CALL|CREATE2?|SELFDESTRUCT)$/.test(frame.type) ? moved(frame.from, frame.to, frame.value) : null
    if (one) found.push(one)
    // One by one: so many parameters as a call may have calls, no function takes.
    for (const call of [...(frame.calls ?? [])].reverse()) open.push(call)
  }
  return found
}
