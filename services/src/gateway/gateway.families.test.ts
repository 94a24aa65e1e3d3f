import { localSolanaId } from '@latchkey/testkit/src/chains/solana/genesis.js'
import { serveSolana } from '@latchkey/testkit/src/chains/solana/server.js'
import { afterEach, describe, expect, test } from 'vitest'
import { always, type FakeNode, failing, startFakeNode } from '../testing/fakeNode.js'
import { bodyOf, openGateway } from '../testing/gateway.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const someone = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Settings = { readonly count?: number; readonly rpcMethods?: readonly string[]; readonly blockTime?: number }

/** A gateway over nodes whose answers the test decides. */
async function setUp(caip2: string, { count = 2, rpcMethods = [], blockTime = 0 }: Settings = {}) {
  const nodes: FakeNode[] = []
  for (let index = 0; index < count; index++) nodes.push(await startFakeNode())
  const opened = await openGateway(nodes, { chain: { caip2, rpcMethods: [...rpcMethods], blockTime } })
  closing.push(...nodes.map((node) => node.close), opened.gateway.close)
  const [first, second] = nodes as [FakeNode, FakeNode]
  return { ...opened, first, second }
}

describe('createGateway for Solana', () => {
  test('behavior: a real chain answers through it, single and in batches', async () => {
    const chain = await serveSolana({ port: 0 })
    const opened = await openGateway([chain], { chain: { caip2: localSolanaId, rpcMethods: ['requestAirdrop'], blockTime: 0 } })
    closing.push(chain.close, opened.gateway.close)
    const { result: signature } = bodyOf(await opened.call('requestAirdrop', [someone, 1_000_000_000])) as { result: string }
    const calls = [
      { jsonrpc: '2.0', id: 'a', method: 'getBalance', params: [someone] },
      { jsonrpc: '2.0', id: 'b', method: 'getSignatureStatuses', params: [[signature]] },
      { jsonrpc: '2.0', id: 'c', method: 'getProgramAccounts', params: [someone] },
    ]
    expect(bodyOf(await opened.post(JSON.stringify(calls)))).toMatchObject([
      { id: 'a', result: { value: 1_000_000_000 } },
      { id: 'b', result: { value: [{ err: null, confirmationStatus: 'finalized' }] } },
      { id: 'c', error: { code: -32_601 } },
    ])
    const refused = bodyOf(await opened.call('sendTransaction', ['AQ==', { encoding: 'base64' }]))
    expect(refused).toMatchObject({ error: { code: -32_602 } })
  })

  test.each(['requestAirdrop', 'getProgramAccounts', 'getClusterNodes', 'signatureSubscribe', 'eth_blockNumber', 'constructor'])(
    'error: %s does not exist here',
    async (method) => {
      const { call, first } = await setUp(solana)
      expect(bodyOf(await call(method))).toMatchObject({ error: { code: -32_601 } })
      expect(first.methods).toEqual([])
    },
  )

  test('behavior: a node that is behind leaves the answer to the next one', async () => {
    const { call, first, second } = await setUp(solana)
    first.answer = failing(-32_005, 'Node is behind by 1042 slots')
    second.answer = always(7)
    expect(bodyOf(await call('getSlot'))).toMatchObject({ result: 7 })
  })

  test('error: a failed trial run is the answer, with all it says, and a send reaches one node only', async () => {
    const { call, first, second } = await setUp(solana)
    const error = {
      code: -32_002,
      message: 'Transaction simulation failed: Error',
      data: { err: { InstructionError: [0, { Custom: 1 }] } },
    }
    first.answer = (body) => ({ json: { jsonrpc: '2.0', id: (body as { id: number }).id, error } })
    expect(bodyOf(await call('sendTransaction', ['AQ==']))).toMatchObject({ error })
    first.answer = () => 'cut'
    expect((await call('sendTransaction', ['AQ=='])).status).toBe(503)
    expect(second.methods).toEqual([])
  })

  test('behavior: what is known of the newest slot is shared for a moment, and void after a send', async () => {
    const { call, first } = await setUp(solana, { count: 1, blockTime: 4_000 })
    const asked = () => first.methods.filter((method) => method === 'getBalance').length
    await call('getBalance', [someone])
    await call('getBalance', [someone])
    expect(asked()).toBe(1)
    await call('sendTransaction', ['AQ=='])
    await call('getBalance', [someone])
    expect(asked()).toBe(2)
  })

  test('behavior: ranks by height', async () => {
    const { call, first, second } = await setUp(solana)
    await call('getSlot')
    await expect.poll(() => second.methods, { interval: 100 }).toContain('getSlot')
    expect(first.methods).not.toContain('eth_blockNumber')
  })
})

describe('createGateway for Bitcoin', () => {
  test('behavior: an error with status 500, as older nodes answer it, is an answer', async () => {
    const { call, first, second } = await setUp(bitcoin)
    first.answer = failing(-5, 'No such mempool or blockchain transaction', 500)
    expect(bodyOf(await call('getrawtransaction', ['00']))).toMatchObject({ error: { code: -5 } })
    first.answer = failing(-1, 'getblockhash height', 500)
    expect(bodyOf(await call('getblockhash', []))).toMatchObject({ error: { code: -1 } })
    expect(second.methods).toEqual([])
  })

  test('behavior: a node that starts up leaves the answer to the next one', async () => {
    const { call, first, second } = await setUp(bitcoin)
    first.answer = failing(-28, 'Loading block index…', 500)
    second.answer = always(850_000)
    expect(bodyOf(await call('getblockcount'))).toMatchObject({ result: 850_000 })
  })

  test.each(['sendtoaddress', 'dumpprivkey', 'importdescriptors', 'stop', 'addnode', 'generatetoaddress', 'scantxoutset'])(
    'error: %s does not exist here',
    async (method) => {
      const { call, first } = await setUp(bitcoin)
      expect(bodyOf(await call(method))).toMatchObject({ error: { code: -32_601 } })
      expect(first.methods).toEqual([])
    },
  )

  test('behavior: more where the operator says so; a send reaches one node only', async () => {
    const { call, first, second } = await setUp(bitcoin, { rpcMethods: ['scantxoutset'] })
    first.answer = always({ total_amount: 1 })
    expect(bodyOf(await call('scantxoutset', ['start', []]))).toMatchObject({ result: { total_amount: 1 } })
    first.answer = () => 'cut'
    expect((await call('sendrawtransaction', ['00'])).status).toBe(503)
    expect(second.methods).toEqual([])
  })
})
