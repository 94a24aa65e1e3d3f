import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../db/database.js'
import { chainPending } from '../../db/indexerTables.js'
import { type FakeNode, type RpcRequest, startFakeNode } from '../../testing/fakeNode.js'
import { openRpc, type Rpc } from '../node/rpc.js'
import { createStore } from '../store/createStore.js'
import { openEmpty, settingsFor } from '../testing/harness.js'
import type { ChainWork } from './chainWork.js'
import { createPendingCheck } from './pendingCheck.js'

const chain = 31_337
const recipient: Hex = `0x${'b'.repeat(40)}`
const addressOf = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const word = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

describe('transactions that wait', () => {
  let node: FakeNode
  let database: OpenDatabase
  let rpc: Rpc
  beforeEach(async () => {
    ;[node, database] = await Promise.all([startFakeNode(), openEmpty()])
    rpc = openRpc([node.url], chain)
  }, 60_000)
  afterEach(() => Promise.all([rpc.close(), node.close(), database.close()]))

  /** Checks of these transactions, each of a sender of the same number, ten seconds after each other. The node refuses what it has no answer for. */
  const openChecks = async (numbers: readonly number[], resultOf: (request: RpcRequest) => unknown) => {
    const reply = (request: RpcRequest) => {
      const result = request.method === 'eth_chainId' ? '0x7a69' : resultOf(request)
      const { id } = request
      return result === undefined ? { jsonrpc: '2.0', id, error: { code: -32_000, message: 'no' } } : { jsonrpc: '2.0', id, result }
    }
    node.answer = (body) => ({ json: Array.isArray(body) ? body.map(reply) : reply(body) })
    let time = 1_000_000
    const now = () => {
      time += 1
      return time
    }
    const store = createStore(database.db, now)
    for (const number of numbers) {
      const sender = addressOf(number)
      await store.addPending({
        ...{ chain, hash: word(number), sender, recipient, nonce: 1, value: 1n, method: null },
        ...{ operations: { [sender]: 'send' as const }, transfers: [] },
      })
    }
    const signal = new AbortController().signal
    const work: ChainWork = { settings: settingsFor(node.url), store, rpc, signal, now, report: () => undefined }
    const check = createPendingCheck(work)
    return () => {
      time += 10_000
      return check(0, 'none')
    }
  }
  const settled = async () =>
    (await database.db.select().from(chainPending)).flatMap(({ hash, status }) => (status === 'pending' ? [] : [`${hash} ${status}`]))

  test('security: many that never settle keep no later one from being looked at', async () => {
    const numbers = [...Array.from({ length: 250 }, (_, index) => index + 1), 500]
    const check = await openChecks(numbers, ({ method, params }) => {
      if (method === 'eth_getTransactionByHash') return params[0] === word(500) ? null : { blockNumber: null }
      return '0x0'
    })
    for (let times = 0; times < 4; times += 1) await check()
    expect(await settled()).toEqual([`${word(500)} dropped`])
  }, 60_000)

  test('behavior: what the node refuses of one keeps no other one from being settled', async () => {
    const check = await openChecks([1, 2], ({ method, params }) => {
      if (method === 'eth_getTransactionByHash') return null
      return params[0] === addressOf(1) ? undefined : '0x5'
    })
    await check()
    await expect(check()).rejects.toThrow('no')
    expect(await settled()).toEqual([`${word(2)} replaced`])
  })
})
