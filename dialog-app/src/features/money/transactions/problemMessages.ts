import type { MessageId } from '../../../lib/i18n.js'
import type { TransactionProblem } from './problem.js'

/** The sentence for each problem: what happened, and what to do. */
export const problemMessages = {
  executionReverted: 'transaction.executionReverted',
  feeCapTooHigh: 'transaction.feeCapTooHigh',
  feeCapTooLow: 'transaction.feeCapTooLow',
  nonceTooHigh: 'transaction.nonceTooHigh',
  nonceTooLow: 'transaction.nonceTooLow',
  nonceMax: 'transaction.nonceMax',
  insufficientFunds: 'transaction.insufficientFunds',
  intrinsicGasTooHigh: 'transaction.intrinsicGasTooHigh',
  intrinsicGasTooLow: 'transaction.intrinsicGasTooLow',
  transactionTypeNotSupported: 'transaction.transactionTypeNotSupported',
  tipAboveFeeCap: 'transaction.tipAboveFeeCap',
  expired: 'transaction.expired',
  refused: 'transaction.refused',
  busy: 'transaction.busy',
  changed: 'transaction.changed',
  unreachable: 'transaction.unreachable',
  notAllowed: 'transaction.notAllowed',
  unknownNode: 'transaction.unknownNode',
} as const satisfies Readonly<Record<TransactionProblem, MessageId>>
