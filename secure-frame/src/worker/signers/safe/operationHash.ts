import { encodePacked, type Hex, hashTypedData } from 'viem'
import { toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { contracts } from './contracts.js'

/** What the module hashes (Safe4337Module 0.3.0): the whole operation, the time in which it counts, and the entry point. */
const types = {
  SafeOp: [
    { name: 'safe', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'verificationGasLimit', type: 'uint128' },
    { name: 'callGasLimit', type: 'uint128' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'maxPriorityFeePerGas', type: 'uint128' },
    { name: 'maxFeePerGas', type: 'uint128' },
    { name: 'paymasterAndData', type: 'bytes' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
    { name: 'entryPoint', type: 'address' },
  ],
} as const

/**
 * The hash that the account's owner signs.
 *
 * @param validUntil seconds since 1970; afterwards the operation cannot happen any more
 */
export function operationHash(operation: UserOperation<'0.7'>, validUntil: number, chainId: number): Hex {
  const { initCode, paymasterAndData } = toPackedUserOperation(operation)
  const { sender, nonce, callData, verificationGasLimit, callGasLimit, preVerificationGas, maxPriorityFeePerGas, maxFeePerGas } = operation
  const gas = { verificationGasLimit, callGasLimit, preVerificationGas, maxPriorityFeePerGas, maxFeePerGas }
  const rest = { initCode, paymasterAndData, validAfter: 0, validUntil, entryPoint: contracts.entryPoint }
  return hashTypedData({
    types,
    primaryType: 'SafeOp',
    domain: { chainId, verifyingContract: contracts.module },
    message: { safe: sender, nonce, callData, ...gas, ...rest },
  })
}

/** The signature as the module takes it: the time in which it counts, then the owner's. */
export const operationSignature = (validUntil: number, signature: Hex): Hex =>
  encodePacked(['uint48', 'uint48', 'bytes'], [0, validUntil, signature])
