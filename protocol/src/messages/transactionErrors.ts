/** What nodes answer to a transaction they refuse, by the kind of refusal. */

export const executionReverted = 'execution reverted'
export const feeCapTooHigh = 'fee cap too high'
export const feeCapTooLow = 'fee cap too low'
export const nonceTooHigh = 'nonce too high'
export const nonceTooLow = 'nonce too low'
export const nonceMax = 'nonce has max value'
export const insufficientFunds = 'insufficient funds'
export const intrinsicGasTooHigh = 'intrinsic gas too high'
export const intrinsicGasTooLow = 'intrinsic gas too low'
export const transactionTypeNotSupported = 'transaction type not supported'
export const tipAboveFeeCap = 'tip above fee cap'
export const unknownNode = 'unknown node error'
