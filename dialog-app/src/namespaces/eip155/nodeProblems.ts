import {
  ExecutionRevertedError,
  FeeCapTooHighError,
  FeeCapTooLowError,
  InsufficientFundsError,
  IntrinsicGasTooHighError,
  IntrinsicGasTooLowError,
  NonceMaxValueError,
  NonceTooHighError,
  NonceTooLowError,
  TipAboveFeeCapError,
  TransactionTypeNotSupportedError,
} from 'viem'
import { errorTexts } from '../errorTexts.js'
import type { NodeProblem } from '../transactions.js'

/** What nodes call each problem; the more telling ones first, because one message may fit several. */
const spellings: readonly (readonly [NodeProblem, ...RegExp[]])[] = [
  ['insufficientFunds', InsufficientFundsError.nodeMessage, /insufficient (?:funds|balance)|AA21/i],
  ['feeCapTooHigh', FeeCapTooHighError.nodeMessage],
  ['feeCapTooLow', FeeCapTooLowError.nodeMessage, /fee cap too low|max fee per gas less than/i],
  ['tipAboveFeeCap', TipAboveFeeCapError.nodeMessage, /tip above fee cap/i],
  ['nonceTooHigh', NonceTooHighError.nodeMessage],
  ['nonceTooLow', NonceTooLowError.nodeMessage, /AA25/],
  ['nonceMax', NonceMaxValueError.nodeMessage],
  ['intrinsicGasTooHigh', IntrinsicGasTooHighError.nodeMessage, /exceeds block gas limit/i],
  ['intrinsicGasTooLow', IntrinsicGasTooLowError.nodeMessage],
  ['transactionTypeNotSupported', TransactionTypeNotSupportedError.nodeMessage, /transaction type not supported/i],
  ['executionReverted', ExecutionRevertedError.nodeMessage, /reverted/i],
]
/** The code of JSON-RPC errors that mean a revert. */
const reverted = 3

/** What an EVM node, a bundler (ERC-4337) or a wallet that repeats it says of a transaction that it refuses. */
export function problemOf(error: unknown): NodeProblem | undefined {
  const text = errorTexts(error)
  const found = spellings.find(([, ...patterns]) => patterns.some((pattern) => pattern.test(text)))
  if (found) return found[0]
  return typeof error === 'object' && error !== null && 'code' in error && error.code === reverted ? 'executionReverted' : undefined
}
