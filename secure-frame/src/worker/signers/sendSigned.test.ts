import { codes, errors, RpcError } from '@latchkey/protocol'
import { bytesToHex, keccak256, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { fakeContext } from '../../testing/fakeNode.js'
import type { SmartAccount } from './context.js'
import { prepareSequence } from './evm/sequence.js'
import { prepareTransaction } from './evm/transaction.js'
import type { Rpc } from './rpc.js'
import { prepareOperation } from './safe/prepareOperation.js'

const offline = () => new RpcError(codes.resourceUnavailable, errors.somethingWentWrong, { data: { reason: 'offline' } })

/** A node whose answers to what it is sent get lost, so often. */
function losing(answers: number, takes: (raw: string) => boolean) {
  const taken = new Set<string>()
  let left = answers
  const context = fakeContext({
    answers: {
      eth_sendRawTransaction([raw]) {
        const hash = keccak256(raw as `0x${string}`)
        if (takes(String(raw))) taken.add(hash)
        left -= 1
        if (left >= 0) throw offline()
        if (!takes(String(raw))) throw new RpcError(-32000, 'insufficient funds')
        return hash
      },
      eth_getTransactionByHash: ([hash]) => (taken.has(String(hash)) ? { hash } : null),
    },
  })
  return { context, taken }
}
const payment = [{ from: fakeContext().account, to: `0x${'22'.repeat(20)}`, value: `0x${parseEther('1').toString(16)}` }]

test('behavior: a transaction that the node took, though its answer got lost, is not called failed', async () => {
  const { context, taken } = losing(1, () => true)
  const { payload, execute } = await prepareTransaction(payment, context)
  expect([await execute(payload)]).toEqual([...taken])
})

test('behavior: a transaction that did not arrive is sent once more, the same to the byte', async () => {
  let attempts = 0
  const { context, taken } = losing(1, () => ++attempts > 1)
  const { payload, execute } = await prepareTransaction(payment, context)
  expect([await execute(payload)]).toEqual([...taken])
  expect(bytesToHex(payload)).toMatch(/^0x02/)
})

test('behavior: a transaction that the node has already is not called failed, though the node does not show it yet', async () => {
  let attempts = 0
  const context = fakeContext({
    answers: {
      eth_sendRawTransaction() {
        attempts += 1
        throw attempts === 1 ? offline() : new RpcError(-32_000, 'already known')
      },
      eth_getTransactionByHash: () => null,
    },
  })
  const { payload, execute } = await prepareTransaction(payment, context)
  expect(await execute(payload)).toMatch(/^0x[0-9a-f]{64}$/)
})

test('error: a transaction does not take the place of one that was sent from elsewhere since it was shown', async () => {
  const sent: unknown[] = []
  let next = 5
  const context = fakeContext({
    answers: { eth_getTransactionCount: () => next, eth_sendRawTransaction: ([raw]) => sent.push(raw) },
  })
  const [call] = payment
  const alone = await prepareTransaction(payment, context)
  const chosen = await prepareTransaction([{ ...call, nonce: '0x4' }], context)
  const listed = await prepareSequence([{ to: `0x${'22'.repeat(20)}`, value: 1n, data: '0x' }], context, async (hashes) => hashes)
  next = 6
  for (const { payload, execute } of [alone, listed]) await expect(execute(payload)).rejects.toMatchObject({ message: 'nonce too low' })
  expect(sent).toEqual([])
  // This one is shown as what it is.
  expect(chosen.content.warnings).toMatchObject([{ title: { id: 'warn.nonce' } }])
  await chosen.execute(chosen.payload)
  expect(sent).toHaveLength(1)
})

test('error: a transaction that the node refuses is refused, with its reason', async () => {
  const { context, taken } = losing(0, () => false)
  const { payload, execute } = await prepareTransaction(payment, context)
  await expect(execute(payload)).rejects.toMatchObject({ code: -32000, message: 'insufficient funds' })
  expect(taken.size).toBe(0)
})

test('error: where the node stays out of reach, nobody is told that it was sent', async () => {
  const { context } = losing(Number.POSITIVE_INFINITY, () => false)
  const { payload, execute } = await prepareTransaction(payment, context)
  await expect(execute(payload)).rejects.toMatchObject({ data: { reason: 'offline' } })
})

test.each([
  ['waits there', new RpcError(-32_602, 'UserOperation already known')],
  ['happened already', new RpcError(-32_500, 'AA25 invalid account nonce')],
])('behavior: a user operation whose answer got lost is not called failed: it %s', async (_name, refusal) => {
  const sent: unknown[] = []
  const bundler: Rpc = async (method, params) => {
    switch (method) {
      case 'eth_estimateUserOperationGas':
        return { preVerificationGas: '0x1', verificationGasLimit: '0x1', callGasLimit: '0x1' }
      case 'eth_sendUserOperation':
        sent.push((params as readonly unknown[])[0])
        throw sent.length === 1 ? offline() : refusal
      case 'eth_getUserOperationReceipt': {
        const receipt = { transactionHash: '0x1', blockHash: '0x1', blockNumber: '0x1', gasUsed: '0x1' }
        return sent.length > 1 && refusal.code === -32_500 ? { success: true, logs: [], receipt } : null
      }
      default:
        throw new RpcError(-32_601, method)
    }
  }
  const { account } = fakeContext()
  const address = `0x${account.slice(2)}` as const
  const underway = { get: () => null, set: () => undefined }
  const smart: SmartAccount = { address, owner: `0x${'33'.repeat(20)}`, bundler, sponsored: false, underway }
  const context = fakeContext({ contracts: [account], answers: { eth_call: () => `0x${'0'.repeat(64)}` } }, { smart })
  const calls = [{ to: `0x${'22'.repeat(20)}`, value: 1n, data: '0x' }] as const
  const { payload, execute } = await prepareOperation(calls, context, smart, async (hash) => hash)
  expect(await execute(payload)).toMatch(/^0x[0-9a-f]{64}$/)
  expect(sent).toEqual([sent[0], sent[0]])
})
