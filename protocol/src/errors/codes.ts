/** JSON-RPC 2.0, EIP-1474, EIP-1193 and EIP-5792 codes. */

export const parse = -32700
export const invalidRequest = -32600
export const methodNotFound = -32601
export const invalidParams = -32602
export const internal = -32603
export const invalidInput = -32000
export const resourceNotFound = -32001
export const resourceUnavailable = -32002
export const transactionRejected = -32003
export const methodNotSupported = -32004
export const limitExceeded = -32005
export const versionUnsupported = -32006
export const userRejected = 4001
export const unauthorized = 4100
export const unsupportedMethod = 4200
export const disconnected = 4900
export const chainDisconnected = 4901
export const chainNotAdded = 4902
/** WalletConnect's "user rejected"; treated as 4001, passed on untouched. */
export const userRejectedLegacy = 5000
/** WalletConnect's "user rejected methods". */
export const userRejectedMethods = 5002
export const unsupportedCapability = 5700
export const unsupportedChain = 5710
export const duplicateBundleId = 5720
export const unknownBundleId = 5730
export const bundleTooLarge = 5740
export const atomicUpgradeRejected = 5750
export const atomicityNotSupported = 5760
