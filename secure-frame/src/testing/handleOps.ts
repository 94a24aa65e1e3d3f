import { createPublicClient, createWalletClient, encodeFunctionData, type Hex, http, numberToHex, parseEventLogs } from 'viem'
import {
  entryPoint07Abi,
  entryPoint07Address,
  formatUserOperation,
  getUserOperationHash,
  type RpcUserOperation,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import { createRpc, type Rpc } from '../worker/signers/rpc.js'

/** Gas that is enough for every operation of the tests; a real bundler measures it. */
const gas = { preVerificationGas: 80_000n, verificationGasLimit: 900_000n, callGasLimit: 900_000n }

type Receipt = {
  readonly transactionHash: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly gasUsed: Hex
  readonly logs: never[]
}

/**
 * The least that a wallet needs of a bundler, for tests of the wallet alone: operations go to the real entry point at once, from an account of the
 * chain. It keeps nothing and judges nothing; whatever the entry point refuses, it refuses.
 */
export function handleOps(url: string, chainId: number): Rpc {
  const node = createRpc(url)
  const client = createPublicClient({ transport: http(url) })
  const receipts = new Map<string, Hex>()
  const hashOf = (operation: RpcUserOperation<'0.7'>) =>
    getUserOperationHash({
      chainId,
      entryPointAddress: entryPoint07Address,
      entryPointVersion: '0.7',
      userOperation: formatUserOperation(operation),
    })

  async function send(operation: RpcUserOperation<'0.7'>) {
    const [from] = (await node('eth_accounts', [])) as Hex[]
    if (!from) throw new Error('No account')
    const packed = toPackedUserOperation(formatUserOperation(operation))
    const wallet = createWalletClient({ account: from, transport: http(url) })
    const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args: [[packed], from] })
    const transaction = await wallet.sendTransaction({ chain: null, to: entryPoint07Address, data, gas: 5_000_000n })
    const { status } = await client.waitForTransactionReceipt({ hash: transaction, pollingInterval: 20 })
    if (status !== 'success') await node('eth_call', [{ from, to: entryPoint07Address, data }, 'latest'])
    const hash = hashOf(operation)
    receipts.set(hash, transaction)
    return hash
  }

  async function receiptOf(hash: string) {
    const transaction = receipts.get(hash)
    if (!transaction) return null
    const receipt = (await node('eth_getTransactionReceipt', [transaction])) as Receipt
    const [event] = parseEventLogs({ abi: entryPoint07Abi, eventName: 'UserOperationEvent', logs: receipt.logs })
    return { userOpHash: hash, success: event?.args.success, logs: receipt.logs, receipt }
  }

  return async (method, params) => {
    const [first] = params as readonly never[]
    if (method === 'eth_sendUserOperation') return send(first as never)
    if (method === 'eth_getUserOperationReceipt') return receiptOf(first as never)
    if (method === 'eth_estimateUserOperationGas')
      return Object.fromEntries(Object.entries(gas).map(([name, value]) => [name, numberToHex(value)]))
    throw Object.assign(new Error('Method not found'), { code: -32601 })
  }
}
