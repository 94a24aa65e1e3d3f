// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Dialog } from '../../../lib/dialog.js'
import { destroy } from '../../../lib/lifetime.js'
import { isOver, transactionsStore } from '../../../state/transactions.js'
import { currentView } from '../../../state/view.js'
import { evmNode } from '../../../testing/evmNode.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { address, deferred, otherAddress, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { push } from '../../navigator/view.js'
import { onNetwork } from '../onNetwork.js'
import { hearOfTransaction } from './followTransaction.js'
import { readTransactions } from './kept.js'
import { canBatch, type SendParameters, sendTransaction, untilTransaction } from './sendTransaction.js'
import { startTransactions } from './startTransactions.js'
import { changeTransaction, findTransaction, forgetTransaction } from './transactions.js'

const chain = 'eip155:31337'
const hashOf = (digit: string) => `0x${digit.repeat(64)}`
const call = { to: otherAddress, value: 5n }
let node = evmNode(address)

beforeEach(() => {
  localStorage.clear()
  node = evmNode(address)
  vi.stubGlobal('fetch', node.fetch)
})
afterEach(() => vi.useRealTimers())

const pageWith = async (replies: Parameters<typeof scriptedWallet>[0], projectId: string = crypto.randomUUID()) => {
  const wallet = scriptedWallet(replies)
  const page = await connectedPage(wallet, { boot: { projectId } })
  onTestFinished(() => destroy(page.dialog))
  return { ...page, wallet, projectId }
}
function parameters(dialog: Dialog, more: Partial<SendParameters> = {}): SendParameters {
  const of = onNetwork(dialog)
  if (!of) throw new Error('Nothing is connected')
  return { purpose: 'send', of, calls: [call], ...more }
}
const statusOf = (dialog: Dialog, id: string) => findTransaction(dialog, id)?.status

describe('sendTransaction', () => {
  test('behavior: one that failed with a long reason is still known after a reload', async () => {
    const { dialog } = await pageWith({ eth_sendTransaction: () => node.send(hashOf('a')) })
    const { id } = await sendTransaction(dialog, parameters(dialog))
    changeTransaction(dialog, id, { status: 'failed', reason: 'No. '.repeat(10_000) })
    expect(readTransactions(dialog).map((one) => one.status)).toEqual(['failed'])
  })

  test('behavior: asks the wallet once, and follows what it sent until it is confirmed', async () => {
    const { dialog, wallet } = await pageWith({ eth_sendTransaction: () => node.send(hashOf('a')) })
    const sent = await sendTransaction(dialog, parameters(dialog, { about: { amount: '5' } }))
    expect(wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')).toEqual([
      { method: 'eth_sendTransaction', params: [{ from: address, to: otherAddress, value: '0x5', data: '0x' }] },
    ])
    expect(sent).toMatchObject({ status: 'pending', hash: hashOf('a'), nonce: 0, networkId: chain, about: { amount: '5' } })
    node.mine(hashOf('a'))
    hearOfTransaction(dialog, { chain, hash: hashOf('a'), status: 'confirmed' })
    expect(await untilTransaction(dialog, sent.id, ({ status }) => status !== 'pending')).toMatchObject({ status: 'confirmed' })
  })

  test.each([
    ['refused', { code: 4001, message: 'User rejected the request.' }],
    ['refused', { code: 5000, message: 'Rejected' }],
    ['busy', { code: -32002, message: 'Already pending' }],
    ['unreachable', { code: 4900, message: 'Disconnected' }],
    ['notAllowed', { code: 4200, message: 'Unsupported' }],
    ['insufficientFunds', { code: -32603, message: 'Internal', data: { message: 'insufficient funds for gas * price + value' } }],
    ['executionReverted', { code: 3, message: 'execution reverted: paused' }],
    ['feeCapTooHigh', { code: -32000, message: 'fee cap higher than 2^256-1' }],
    ['feeCapTooLow', { code: -32000, message: 'max fee per gas less than block base fee' }],
    ['nonceTooHigh', { code: -32000, message: 'nonce too high' }],
    ['nonceTooLow', { code: -32000, message: 'nonce too low: next nonce 3, tx nonce 1' }],
    ['nonceMax', { code: -32000, message: 'nonce has max value' }],
    ['intrinsicGasTooHigh', { code: -32000, message: 'intrinsic gas too high' }],
    ['intrinsicGasTooLow', { code: -32000, message: 'intrinsic gas too low: have 20000, want 21000' }],
    ['transactionTypeNotSupported', { code: -32000, message: 'transaction type not supported' }],
    ['tipAboveFeeCap', { code: -32000, message: 'max priority fee per gas higher than max fee per gas' }],
    ['unknownNode', { code: -32000, message: 'something else' }],
  ] as const)('error: %s, and nothing is kept of it', async (problem, error) => {
    const { dialog } = await pageWith({
      eth_sendTransaction: () => {
        throw error
      },
    })
    await expect(sendTransaction(dialog, parameters(dialog))).rejects.toMatchObject({ name: 'TransactionError', problem })
    expect(transactionsStore(dialog).getState().transactions).toEqual([])
  })

  test('error: another account or network than the user was shown: the wallet is not asked', async () => {
    const { dialog, wallet } = await pageWith({})
    const { of } = parameters(dialog)
    const elsewhere = { ...of, networkId: 'eip155:31338' as const, key: `eip155:31338:${of.address}` }
    await expect(sendTransaction(dialog, parameters(dialog, { of: elsewhere }))).rejects.toMatchObject({ problem: 'changed' })
    expect(wallet.methods()).not.toContain('eth_sendTransaction')
  })

  describe('while the wallet is asked in another tab', () => {
    /** Locks that the tabs of one browser share; a tab that is gone gives its own back. */
    function shareLocks() {
      const held = new Set<string>()
      const request = async (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
        if (options.ifAvailable) return await work(held.has(name) ? null : ({ name, mode: 'exclusive' } as Lock))
        held.add(name)
        options.signal?.addEventListener('abort', () => held.delete(name))
        return await Promise.resolve(work({ name, mode: 'exclusive' } as Lock)).finally(() => held.delete(name))
      }
      Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
      onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    }
    const purposes = ['send', 'approve', 'swap'] as const
    test.each(purposes.flatMap((there) => purposes.map((here) => [there, here] as const)))(
      'error: about a transaction to %s, one to %s is refused here, and goes through once that is answered',
      async (there, here) => {
        shareLocks()
        const answer = deferred()
        const first = await pageWith({ eth_sendTransaction: () => answer.promise.then(() => node.send(hashOf('a'))) })
        const second = await pageWith({ eth_sendTransaction: () => node.send(hashOf('b')) }, first.projectId)
        const asking = sendTransaction(first.dialog, parameters(first.dialog, { purpose: there }))
        await vi.waitFor(() => expect(first.wallet.methods()).toContain('eth_sendTransaction'))
        const refused = sendTransaction(second.dialog, parameters(second.dialog, { purpose: here }))
        await expect(refused).rejects.toMatchObject({ problem: 'busy' })
        expect(second.wallet.methods()).not.toContain('eth_sendTransaction')
        answer.resolve(undefined)
        await asking
        expect(await sendTransaction(second.dialog, parameters(second.dialog, { purpose: here }))).toMatchObject({ status: 'pending' })
      },
    )

    test('behavior: another account is not kept from sending, and nobody once that tab is gone', async () => {
      shareLocks()
      const first = await pageWith({ eth_sendTransaction: () => new Promise(() => {}) })
      const second = await pageWith(
        { eth_accounts: [otherAddress], eth_requestAccounts: [otherAddress], eth_sendTransaction: () => node.send(hashOf('b')) },
        first.projectId,
      )
      const third = await pageWith({ eth_sendTransaction: () => node.send(hashOf('c')) }, first.projectId)
      void sendTransaction(first.dialog, parameters(first.dialog)).catch(() => {})
      await vi.waitFor(() => expect(first.wallet.methods()).toContain('eth_sendTransaction'))
      expect(parameters(second.dialog).of.address).toBe(otherAddress)
      await sendTransaction(second.dialog, parameters(second.dialog))
      await expect(sendTransaction(third.dialog, parameters(third.dialog))).rejects.toMatchObject({ problem: 'busy' })
      destroy(first.dialog)
      await vi.waitFor(async () =>
        expect(await sendTransaction(third.dialog, parameters(third.dialog))).toMatchObject({ status: 'pending' }),
      )
    })
  })

  test('behavior: the callbacks run, and only an error or a refusal goes back', async () => {
    let answer: unknown = { code: 4001, message: 'User rejected the request.' }
    const { dialog, call: page } = await pageWith({
      eth_sendTransaction: () => {
        if (typeof answer === 'string') return answer
        throw answer
      },
    })
    void page('open', { id: 'a', view: 'WalletReceive' })
    await vi.waitFor(() => expect(currentView(dialog)).toBe('WalletReceive'))
    push(dialog, 'Networks')
    const [onSuccess, onError, onCancel] = [vi.fn(), vi.fn(), vi.fn()]
    const callbacks = { onSuccess, onError, onCancel }
    await sendTransaction(dialog, parameters(dialog, callbacks)).catch(() => {})
    expect(onCancel).toHaveBeenCalledOnce()
    expect(currentView(dialog)).toBe('WalletReceive')
    push(dialog, 'Networks')
    answer = node.send(hashOf('a'))
    await sendTransaction(dialog, parameters(dialog, callbacks))
    expect([onSuccess.mock.calls.length, onError.mock.calls.length]).toEqual([1, 0])
    expect(currentView(dialog)).toBe('Networks')
  })

  test('behavior: several calls are one batch where the wallet can, and its status tells the end', async () => {
    let status = 100
    const receipts = [{ transactionHash: hashOf('b'), status: '0x1' }]
    const { dialog, wallet } = await pageWith({
      wallet_getCapabilities: { '0x7a69': { atomic: { status: 'supported' } } },
      wallet_sendCalls: { id: 'batch' },
      wallet_getCallsStatus: () => (status === 100 ? { status } : { status, receipts }),
    })
    expect(await canBatch(dialog, parameters(dialog).of)).toBe(true)
    const sent = await sendTransaction(dialog, parameters(dialog, { calls: [call, { ...call, data: '0x01' }] }))
    expect(wallet.calls.find(({ method }) => method === 'wallet_sendCalls')?.params).toEqual([
      {
        ...{ version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: true },
        calls: [
          { to: otherAddress, value: '0x5', data: '0x' },
          { to: otherAddress, value: '0x5', data: '0x01' },
        ],
      },
    ])
    status = 200
    expect(await untilTransaction(dialog, sent.id, ({ status: now }) => now === 'confirmed')).toMatchObject({ hash: hashOf('b') })
  })

  test('behavior: a wallet that says nothing of batches has none', async () => {
    const { dialog } = await pageWith({})
    expect(await canBatch(dialog, parameters(dialog).of)).toBe(false)
  })
})

describe('followTransaction', () => {
  test('behavior: replaced, failed, and taken back by the chain after it was confirmed', async () => {
    const { dialog } = await pageWith({ eth_sendTransaction: () => node.send(hashOf('a')) })
    const first = await sendTransaction(dialog, parameters(dialog))
    const hear = (hash: string) => hearOfTransaction(dialog, { chain, hash, status: 'replaced' })
    node.forget(hashOf('a'))
    node.counts.pending = 0
    node.mine(node.send(hashOf('b')))
    hear(hashOf('a'))
    await untilTransaction(dialog, first.id, ({ status }) => status === 'replaced')
    expect(findTransaction(dialog, first.id)).toMatchObject({ status: 'replaced', replacedBy: hashOf('b') })
    forgetTransaction(dialog, first.id)

    const again = node.send(hashOf('c'))
    node.results.eth_sendTransaction = () => again
    const { dialog: other } = await pageWith({ eth_sendTransaction: () => again })
    const second = await sendTransaction(other, parameters(other))
    node.mine(again, { status: '0x0' })
    hearOfTransaction(other, { chain, hash: again, status: 'failed' })
    await untilTransaction(other, second.id, ({ status }) => status === 'failed')
    // The block is gone, and the transaction waits again.
    node.forget(again)
    node.counts.pending = 1
    node.counts.latest = 1
    node.send(again)
    hearOfTransaction(other, { chain, hash: again, status: 'pending' })
    await untilTransaction(other, second.id, ({ status }) => status === 'pending')
    expect(statusOf(other, second.id)).toBe('pending')
  })

  test('behavior: what the wallet sent again for a higher fee is the same transaction: it is followed under its new hash', async () => {
    const { dialog } = await pageWith({ eth_sendTransaction: () => node.send(hashOf('a')) })
    const { id } = await sendTransaction(dialog, parameters(dialog))
    node.forget(hashOf('a'))
    node.counts.pending = 0
    node.mine(node.send(hashOf('b'), { to: otherAddress.toLowerCase(), value: '0x5' }))
    hearOfTransaction(dialog, { chain, hash: hashOf('a'), status: 'replaced' })
    expect(await untilTransaction(dialog, id, isOver)).toMatchObject({ status: 'confirmed', hash: hashOf('b') })
  })

  test('error: where nobody knows what took its place, nobody says that the transfer was not made', async () => {
    const { dialog } = await pageWith({ eth_sendTransaction: () => node.send(hashOf('a')) })
    const { id } = await sendTransaction(dialog, parameters(dialog))
    node.forget(hashOf('a'))
    node.counts.latest = 1
    hearOfTransaction(dialog, { chain, hash: hashOf('a'), status: 'replaced' })
    const ended = await untilTransaction(dialog, id, isOver)
    expect(ended).toMatchObject({ status: 'replaced' })
    expect(ended?.replacedBy).toBeUndefined()
  })

  test('behavior: a transaction that no node knows for a minute counts as dropped, and may come back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { dialog } = await pageWith({ eth_sendTransaction: hashOf('d') })
    const { id } = await sendTransaction(dialog, parameters(dialog))
    await vi.advanceTimersByTimeAsync(50_000)
    expect(statusOf(dialog, id)).toBe('pending')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(statusOf(dialog, id)).toBe('dropped')
    node.send(hashOf('d'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(statusOf(dialog, id)).toBe('pending')
  })

  test('behavior: a user operation that failed is told with its reason, though its transaction succeeded', async () => {
    const { dialog } = await pageWith({ eth_sendTransaction: () => node.send(hashOf('e')) })
    const { id } = await sendTransaction(dialog, parameters(dialog))
    const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
    const sender = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const word = (value: string) => value.padStart(64, '0')
    const reason = `08c379a0${word('20')}${word('6')}${'paused'.replace(/./g, (c) => c.charCodeAt(0).toString(16)).padEnd(64, '0')}`
    const topics = ['0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201', word('0x').replace('0x', ''), sender]
    topics[1] = `0x${word('1')}`
    const size = (reason.length / 2).toString(16)
    node.mine(hashOf('e'), {
      to: entryPoint,
      logs: [
        { address: entryPoint, topics, data: `0x${word('0')}${word('40')}${word(size)}${reason.padEnd(256, '0')}` },
        {
          address: entryPoint,
          topics: ['0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f', `0x${word('1')}`, sender, `0x${word('0')}`],
          data: `0x${word('0')}${word('0')}${word('1')}${word('1')}`,
        },
      ],
    })
    hearOfTransaction(dialog, { chain, hash: hashOf('e'), status: 'confirmed' })
    expect(await untilTransaction(dialog, id, ({ status }) => status === 'failed')).toMatchObject({ reason: 'paused' })
  })
})

describe('startTransactions', () => {
  test('behavior: after a reload a pending transaction is there again, and followed', async () => {
    const first = await pageWith({ eth_sendTransaction: () => node.send(hashOf('f')) })
    const { id } = await sendTransaction(first.dialog, parameters(first.dialog))
    destroy(first.dialog)
    const { dialog } = await pageWith({}, first.projectId)
    startTransactions(dialog)
    expect(findTransaction(dialog, id)).toMatchObject({ hash: hashOf('f'), status: 'pending' })
    node.mine(hashOf('f'))
    hearOfTransaction(dialog, { chain, hash: hashOf('f'), status: 'confirmed' })
    expect(await untilTransaction(dialog, id, ({ status }) => status !== 'pending')).toMatchObject({ status: 'confirmed' })
    forgetTransaction(dialog, id)
    expect(statusOf((await pageWith({}, first.projectId)).dialog, id)).toBeUndefined()
  })

  test('behavior: left while the wallet was asking: found again by its number and its calls, or told as unsure', async () => {
    const waiting = deferred<string>()
    const first = await pageWith({ eth_sendTransaction: () => waiting.promise })
    void sendTransaction(first.dialog, parameters(first.dialog)).catch(() => {})
    await vi.waitFor(() => expect(transactionsStore(first.dialog).getState().transactions).toHaveLength(1))
    const [{ id = '' } = {}] = transactionsStore(first.dialog).getState().transactions
    destroy(first.dialog)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { dialog } = await pageWith({}, first.projectId)
    startTransactions(dialog)
    await vi.waitFor(() => expect(statusOf(dialog, id)).toBe('unsure'))
    // The user approved it after all; somebody else's transaction came before it.
    node.mine(node.send(hashOf('1'), { to: otherAddress, value: '0x6' }))
    node.mine(node.send(hashOf('2'), { to: otherAddress.toLowerCase(), value: '0x5' }))
    await vi.advanceTimersByTimeAsync(6_000)
    await vi.waitFor(() => expect(findTransaction(dialog, id)).toMatchObject({ status: 'confirmed', hash: hashOf('2') }))
  })
})
