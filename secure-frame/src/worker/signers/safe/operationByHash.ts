import { z } from '@latchkey/protocol/schemas/secure'
import { type ContractFunctionArgs, decodeFunctionData, encodeFunctionData, type Hex, hexToBigInt, numberToHex, size, slice } from 'viem'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import type { Rpc } from '../rpc.js'
import { operationReceipt } from './bundler.js'
import { contracts, entryPointAbi } from './contracts.js'

type Packed = ContractFunctionArgs<typeof entryPointAbi, 'nonpayable', 'handleOps'>[0][number]

const transaction = z.object({
  input: z.pipe(
    z.string().check(z.regex(/^0x[0-9a-fA-F]*$/)),
    z.transform((text: string): Hex => `0x${text.slice(2)}`),
  ),
})

/** The two numbers that the entry point packs into one word. */
const halves = (word: Hex): [bigint, bigint] => [hexToBigInt(slice(word, 0, 16)), hexToBigInt(slice(word, 16, 32))]
const rest = (bytes: Hex, from: number): Hex => (size(bytes) > from ? slice(bytes, from) : '0x')

/** An operation of a bundle in the words of JSON-RPC (ERC-7769). */
function unpack({ sender, nonce, callData, preVerificationGas, signature, ...packed }: Packed) {
  const [verificationGasLimit, callGasLimit] = halves(packed.accountGasLimits)
  const [maxPriorityFeePerGas, maxFeePerGas] = halves(packed.gasFees)
  const { initCode, paymasterAndData: payer } = packed
  return formatUserOperationRequest({
    ...{ sender, nonce, callData, preVerificationGas, signature, verificationGasLimit, callGasLimit, maxPriorityFeePerGas, maxFeePerGas },
    ...(initCode === '0x' ? {} : { factory: slice(initCode, 0, 20), factoryData: rest(initCode, 20) }),
    ...(payer === '0x'
      ? {}
      : {
          paymaster: slice(payer, 0, 20),
          paymasterVerificationGasLimit: hexToBigInt(slice(payer, 20, 36)),
          paymasterPostOpGasLimit: hexToBigInt(slice(payer, 36, 52)),
          paymasterData: rest(payer, 52),
        }),
  })
}

/** Answers `eth_getUserOperationByHash` from the chain; null as long as it did not happen. */
export async function operationByHash(hash: string, bundler: Rpc, rpc: Rpc): Promise<unknown> {
  const found = await operationReceipt(bundler, hash)
  if (!found) return null
  const { transactionHash, blockHash, blockNumber } = found.receipt
  const { input } = transaction.parse(await rpc('eth_getTransactionByHash', [transactionHash]))
  const bundle = decodeFunctionData({ abi: entryPointAbi, data: input })
  if (bundle.functionName !== 'handleOps') return null
  for (const packed of bundle.args[0]) {
    const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'getUserOpHash', args: [packed] })
    if ((await rpc('eth_call', [{ to: contracts.entryPoint, data }, 'latest'])) === hash)
      return {
        userOperation: unpack(packed),
        entryPoint: contracts.entryPoint,
        transactionHash,
        blockHash,
        blockNumber: numberToHex(BigInt(blockNumber)),
      }
  }
  return null
}
