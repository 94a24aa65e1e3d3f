import { z } from '@latchkey/protocol/schemas/secure'
import { decodeFunctionResult, encodeFunctionData, type Hex, numberToHex } from 'viem'
import { formatUserOperationRequest, type UserOperation } from 'viem/account-abstraction'
import type { SignerContext, SmartAccount } from '../context.js'
import { readPrice } from '../evm/fees.js'
import type { Rpc } from '../rpc.js'
import { deploymentOf } from './account.js'
import { type Call, encodeCalls } from './calls.js'
import { contracts, entryPointAbi } from './contracts.js'
import { isDeployed } from './deployed.js'
import { operationSignature } from './operationHash.js'

/** Checked like a real signature, and refused: by it a bundler learns what checking costs. */
const dummySignature: Hex = `0x${'ff'.repeat(31)}fe${'7f'.repeat(32)}1b`
/** What a signature that is right costs beyond one that is not. */
const signatureGas = 20_000n

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const quantity = z.pipe(
  hex,
  z.transform((text: string) => BigInt(text)),
)
const data = z.pipe(
  hex,
  z.transform((text: string): Hex => `0x${text.slice(2)}`),
)
const gasPrice = z.object({ standard: z.object({ maxFeePerGas: quantity, maxPriorityFeePerGas: quantity }) })
const estimated = z.object({
  preVerificationGas: quantity,
  verificationGasLimit: quantity,
  callGasLimit: quantity,
  paymasterVerificationGasLimit: z.optional(z.nullable(quantity)),
  paymasterPostOpGasLimit: z.optional(z.nullable(quantity)),
})
/** ERC-7677. */
const sponsored = z.object({
  paymaster: data,
  paymasterData: data,
  paymasterVerificationGasLimit: z.optional(quantity),
  paymasterPostOpGasLimit: z.optional(quantity),
  isFinal: z.optional(z.boolean()),
})

type Fields = Omit<UserOperation<'0.7'>, 'signature'>

/** Asks the bundler what it wants; those that have no method for it take what the network takes. */
export async function priceOf(bundler: Rpc, rpc: Rpc) {
  const answer = await bundler('pimlico_getUserOperationGasPrice', []).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === -32601) return null
    throw error
  })
  return answer === null ? readPrice(rpc) : gasPrice.parse(answer).standard
}

async function readEntryPoint(rpc: Rpc, functionName: 'getNonce' | 'balanceOf', call: Hex): Promise<bigint> {
  const answer = data.parse(await rpc('eth_call', [{ to: contracts.entryPoint, data: call }, 'latest']))
  return decodeFunctionResult({ abi: entryPointAbi, functionName, data: answer })
}

/** The next number of an account's operations. A key other than 0 starts a row of its own, which waits for nothing. */
const readNonce = (rpc: Rpc, account: Hex, key: bigint) =>
  readEntryPoint(rpc, 'getNonce', encodeFunctionData({ abi: entryPointAbi, functionName: 'getNonce', args: [account, key] }))

/** What an account has left with the entry point from earlier fees. */
export const readDeposit = (rpc: Rpc, account: Hex) =>
  readEntryPoint(rpc, 'balanceOf', encodeFunctionData({ abi: entryPointAbi, functionName: 'balanceOf', args: [account] }))

/** Asks the operator's paymaster (ERC-7677). One that does not want to pay is no error: the account pays itself then. */
async function askPaymaster(bundler: Rpc, method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData', operation: Fields, chainId: number) {
  const request = [formatUserOperationRequest(operation), contracts.entryPoint, numberToHex(chainId), {}]
  return bundler(method, request).then(
    (answer) => sponsored.parse(answer),
    () => null,
  )
}

/** A user operation without its signature, and whether somebody else pays for it. */
export type BuiltOperation = { readonly operation: Fields; readonly deploys: boolean; readonly isSponsored: boolean }

/**
 * Builds the user operation that makes these calls. Everything in it comes from the account, our own node and the operator's bundler.
 *
 * @param nonceKey row of numbers that it counts in
 * @throws RpcError the bundler's own: it tried the operation, and refuses it
 */
export async function buildOperation(
  calls: readonly Call[],
  { rpc, network }: Pick<SignerContext, 'rpc' | 'network'>,
  smart: Pick<SmartAccount, 'address' | 'owner' | 'bundler' | 'sponsored'>,
  nonceKey = 0n,
): Promise<BuiltOperation> {
  const { address, owner, bundler } = smart
  const chainId = Number(network.id)
  // First: it may have to start, and to put its contracts there.
  const price = await priceOf(bundler, rpc)
  const [deployed, nonce] = await Promise.all([isDeployed(rpc, address), readNonce(rpc, address, nonceKey)])
  const { maxFeePerGas, maxPriorityFeePerGas } = price
  const bare: Fields = {
    sender: address,
    nonce,
    callData: encodeCalls(calls),
    ...(deployed ? {} : deploymentOf(owner)),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas,
    maxPriorityFeePerGas,
  }
  const stub = smart.sponsored ? await askPaymaster(bundler, 'pm_getPaymasterStubData', bare, chainId) : null
  const { isFinal, ...payer } = stub ?? {}
  const trial: UserOperation<'0.7'> = { ...bare, ...payer, signature: operationSignature(0, dummySignature) }
  const gas = estimated.parse(await bundler('eth_estimateUserOperationGas', [formatUserOperationRequest(trial), contracts.entryPoint]))
  const operation: Fields = {
    ...bare,
    ...payer,
    preVerificationGas: gas.preVerificationGas,
    verificationGasLimit: gas.verificationGasLimit + signatureGas,
    callGasLimit: gas.callGasLimit,
    ...(stub
      ? {
          paymasterVerificationGasLimit: gas.paymasterVerificationGasLimit ?? stub.paymasterVerificationGasLimit ?? 0n,
          paymasterPostOpGasLimit: gas.paymasterPostOpGasLimit ?? stub.paymasterPostOpGasLimit ?? 0n,
        }
      : {}),
  }
  if (!stub || isFinal) return { operation, deploys: !deployed, isSponsored: Boolean(stub) }
  const final = await askPaymaster(bundler, 'pm_getPaymasterData', operation, chainId)
  if (final) {
    const { paymaster, paymasterData } = final
    return { operation: { ...operation, paymaster, paymasterData }, deploys: !deployed, isSponsored: true }
  }
  // It promised, and then did not.
  return buildOperation(calls, { rpc, network }, { ...smart, sponsored: false }, nonceKey)
}

/** The most that an operation may cost its payer. */
export function highestCost({ operation }: BuiltOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation
  const gas =
    callGasLimit + verificationGasLimit + preVerificationGas + (paymasterVerificationGasLimit ?? 0n) + (paymasterPostOpGasLimit ?? 0n)
  return gas * operation.maxFeePerGas
}
