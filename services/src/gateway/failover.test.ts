import { freePort } from '@latchkey/testkit/src/freePort.js'
import { keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { always, type FakeNode, failing, type RpcRequest, startFakeNode } from '../testing/fakeNode.js'
import { bodyOf, openGateway } from '../testing/gateway.js'

const nodes: FakeNode[] = []
let opened: Awaited<ReturnType<typeof openGateway>> | undefined
/** Nodes in the order of the configuration, and a gateway over them. The first is asked first until facts say otherwise. */
async function setUp(count: number, extra: readonly string[] = []) {
  for (let index = 0; index < count; index++) nodes.push(await startFakeNode())
  opened = await openGateway([...extra.map((url) => ({ url })), ...nodes])
  return { ...opened, nodes }
}
beforeEach(() => {
  nodes.length = 0
})
afterEach(async () => {
  await opened?.gateway.close()
  await Promise.all(nodes.map((node) => node.close()))
})

const asked = (index: number, method: string) => nodes[index]?.methods.filter((name) => name === method).length

describe('failover of reads', () => {
  test.each<[string, FakeNode['answer']]>([
    ['status 500', () => ({ status: 500, text: 'oops' })],
    ['status 429', () => ({ status: 429, text: '' })],
    ['status 403', () => ({ status: 403, text: 'forbidden' })],
    ['status 401', () => ({ status: 401, text: '' })],
    ['status 404', () => ({ status: 404, text: '<html>' })],
    ['status 413', () => ({ status: 413, text: '' })],
    ['a page instead of JSON', () => ({ text: '<html>' })],
    ['JSON that is no answer', () => ({ json: { hello: 1 } })],
    ['the code -1', failing(-1, 'x')],
    ['the code -32005', failing(-32005, 'x')],
    ['the code -32603', failing(-32603, 'x')],
    ...[429, 403, 1015, -32011, -32046, -32090].map((code): [string, FakeNode['answer']] => [`the code ${code}`, failing(code, 'x')]),
    ['words with a code of the chain', failing(-32600, 'Too many requests')],
    [
      'words beside the message',
      () => ({ json: { jsonrpc: '2.0', id: 1, error: { code: 0, message: '', details: 'Rate limit reached' } } }),
    ],
    ['a page in the message', failing(0, '<!DOCTYPE html><title>Attention Required!</title>')],
    ['a quota', failing(-32000, 'daily quota exceeded, upgrade your plan')],
    ['a missing header', failing(-32000, 'header not found')],
    ['a closed connection', () => 'cut'],
  ])('behavior: %s makes the next node answer', async (_, answer) => {
    const { call } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = answer
    ;(nodes[1] as FakeNode).answer = always('0x2')
    const result = await call('eth_blockNumber')
    expect(result.status).toBe(200)
    expect(bodyOf(result)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2' })
  })

  test.each<[string, FakeNode['answer']]>([
    ['a revert', failing(3, 'execution reverted')],
    ['an unknown method', failing(-32601, 'not here')],
    ['bad params', failing(-32602, 'bad')],
    ['an answer with status 400', failing(-32602, 'bad', 400)],
    ['an ordinary -32000', failing(-32000, 'insufficient funds for gas')],
    ['a revert in the words of a limit', failing(-32000, 'execution reverted: rate limit, try again')],
    ['a revert with the code of a failure', failing(-32603, 'VM Exception while processing transaction: revert')],
  ])('behavior: %s is an answer, and no other node is asked', async (_, answer) => {
    const { call } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = answer
    const result = await call('eth_call', [{}])
    expect(result.status).toBe(200)
    expect(bodyOf(result)).toMatchObject({ error: { code: expect.any(Number) } })
    expect(asked(1, 'eth_call')).toBe(0)
  })

  test('behavior: when every node has an error of its own, its words arrive', async () => {
    const { call } = await setUp(2)
    for (const node of nodes) node.answer = failing(-32005, 'slow down')
    const result = await call('eth_blockNumber')
    expect(result.status).toBe(200)
    expect(bodyOf(result)).toMatchObject({ error: { code: -32005, message: 'slow down' } })
  })

  test('behavior: a node that does not answer is left after 3 s', async () => {
    const { call } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = () => 'hang'
    ;(nodes[1] as FakeNode).answer = always('0x2')
    const started = Date.now()
    expect(bodyOf(await call('eth_blockNumber'))).toMatchObject({ result: '0x2' })
    expect(Date.now() - started).toBeGreaterThan(2_900)
    expect(Date.now() - started).toBeLessThan(6_000)
  })

  test('error: when no node answers, 503 comes within 8 s, with Retry-After', async () => {
    const { call } = await setUp(4)
    for (const node of nodes) node.answer = () => 'hang'
    const started = Date.now()
    const result = await call('eth_blockNumber')
    expect(Date.now() - started).toBeLessThan(9_000)
    expect(result.status).toBe(503)
    expect(Number(result.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(bodyOf(result)).toMatchObject({ id: 1, error: { code: -32603 } })
  })

  test('behavior: a single node whose kept connection was closed is asked again', async () => {
    const { call } = await setUp(1)
    let first = true
    ;(nodes[0] as FakeNode).answer = (body, text) => {
      if (!first) return always('0x3')(body, text)
      first = false
      return 'cut'
    }
    expect(bodyOf(await call('eth_blockNumber'))).toMatchObject({ result: '0x3' })
  })

  test('error: the Retry-After of the only node is honoured and passed on', async () => {
    const { call } = await setUp(1)
    ;(nodes[0] as FakeNode).answer = () => ({ status: 429, headers: { 'retry-after': '7' }, text: '' })
    const result = await call('eth_blockNumber')
    expect(result.status).toBe(503)
    expect(Number(result.headers['retry-after'])).toBeGreaterThan(5)
    expect(bodyOf(result)).toMatchObject({ error: { code: -32005 } })
    ;(nodes[0] as FakeNode).answer = always('0x1')
    expect((await call('eth_gasPrice')).status).toBe(503)
    expect(asked(0, 'eth_gasPrice')).toBe(0)
  })

  test('behavior: a node that asked for a pause is left alone while others answer', async () => {
    const { call } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = () => ({ status: 503, headers: { 'retry-after': '60' }, text: '' })
    for (let count = 0; count < 3; count++) expect((await call('eth_blockNumber')).status).toBe(200)
    expect(asked(0, 'eth_blockNumber')).toBe(1)
  })

  test('behavior: after five failures in a row a node is not asked for a while', async () => {
    const { call, gateway } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = () => ({ status: 500, text: '' })
    for (let count = 0; count < 12; count++) expect((await call('eth_blockNumber')).status).toBe(200)
    expect(asked(0, 'eth_blockNumber')).toBe(5)
    expect(gateway.status()).toEqual({ 'eip155:31337': { upstreams: 2, usable: 1 } })
  })

  test('behavior: requests that always fail inside the node do not take the node out', async () => {
    const { call, gateway } = await setUp(1)
    ;(nodes[0] as FakeNode).answer = failing(-32603, 'always')
    for (let count = 0; count < 12; count++) expect((await call('eth_call', [{ count }])).status).toBe(200)
    expect(gateway.status()).toEqual({ 'eip155:31337': { upstreams: 1, usable: 1 } })
  })

  test('behavior: a batch moves on as a whole', async () => {
    const { post } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = failing(-32005, 'too many')
    ;(nodes[1] as FakeNode).answer = always('ok')
    const batch = ['eth_blockNumber', 'eth_gasPrice'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] }))
    expect(bodyOf(await post(JSON.stringify(batch)))).toMatchObject([{ result: 'ok' }, { result: 'ok' }])
  })

  test('error: a batch that nobody answers is 503 with an error for each call', async () => {
    const { post } = await setUp(2)
    for (const node of nodes) node.answer = () => ({ status: 502, text: '' })
    const batch = ['eth_blockNumber', 'eth_gasPrice'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] }))
    const answer = await post(JSON.stringify(batch))
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
    expect(bodyOf(answer)).toMatchObject([
      { id: 0, error: { code: -32603 } },
      { id: 1, error: { code: -32603 } },
    ])
  })
})

describe('failover of sends', () => {
  test.each<[string, FakeNode['answer']]>([
    ['a closed connection', () => 'cut'],
    ['status 500', () => ({ status: 500, text: '' })],
    ['status 429', () => ({ status: 429, text: '' })],
    ['status 503 with a pause', () => ({ status: 503, headers: { 'retry-after': '1' }, text: '' })],
    ['the code -32603', failing(-32603, 'x')],
    ['a page instead of JSON', () => ({ text: '<html>' })],
  ])('error: after %s a send reaches no other node, and not the same one again', async (_, answer) => {
    const { call } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = answer
    const result = await call('eth_sendRawTransaction', ['0x01'])
    expect(bodyOf(result)).toMatchObject({ error: { code: expect.any(Number) } })
    expect([asked(0, 'eth_sendRawTransaction'), asked(1, 'eth_sendRawTransaction')]).toEqual([1, 0])
  })

  test('error: after a timeout a send reaches no other node', async () => {
    const { call } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = () => 'hang'
    expect((await call('eth_sendRawTransaction', ['0x01'])).status).toBe(503)
    expect(asked(1, 'eth_sendRawTransaction')).toBe(0)
  })

  test('behavior: a connection refused before anything was written goes to the next node', async () => {
    const { call } = await setUp(1, [`http://127.0.0.1:${await freePort()}`])
    ;(nodes[0] as FakeNode).answer = always('0xhash')
    const result = await call('eth_sendRawTransaction', ['0x01'])
    expect(bodyOf(result)).toEqual({ jsonrpc: '2.0', id: 1, result: '0xhash' })
    expect(asked(0, 'eth_sendRawTransaction')).toBe(1)
  })

  test('behavior: in a batch, each send goes out once and alone', async () => {
    const { post } = await setUp(1)
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [`0x0${id}`] }))
    expect((await post(JSON.stringify(batch))).status).toBe(200)
    expect(nodes[0]?.bodies.map((body) => (JSON.parse(body) as { params: string[] }).params[0])).toEqual(['0x01', '0x02'])
  })

  test('behavior: after a send, reads of the same caller go to the node that got it; those of others to the best one', async () => {
    const port = await freePort()
    const { call, post } = await setUp(1, [`http://127.0.0.1:${port}`])
    ;(nodes[0] as FakeNode).answer = always('the one that got it')
    await call('eth_sendRawTransaction', ['0x01'])
    const better = await startFakeNode(port)
    nodes.push(better)
    better.answer = always('the first one')
    expect(bodyOf(await call('eth_blockNumber'))).toMatchObject({ result: 'the one that got it' })
    const other = await post('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}', { ip: '203.0.113.99' })
    expect(bodyOf(other)).toMatchObject({ result: 'the first one' })
  })
})

describe('what another node may know', () => {
  const byMethod =
    (answers: Readonly<Record<string, unknown>>): FakeNode['answer'] =>
    (body) => {
      const reply = ({ id, method }: RpcRequest) => ({ jsonrpc: '2.0', id, result: answers[method] ?? null })
      return { json: Array.isArray(body) ? body.map(reply) : reply(body) }
    }

  test.each([
    'eth_getTransactionReceipt',
    'eth_getTransactionByHash',
    'eth_getBlockByHash',
    'eth_getBlockByNumber',
    'eth_getBlockReceipts',
  ])('behavior: %s is asked of the next node while one answers null', async (method) => {
    const { call } = await setUp(3)
    for (const node of nodes) node.answer = byMethod({})
    ;(nodes[2] as FakeNode).answer = byMethod({ [method]: { found: true } })
    expect(bodyOf(await call(method, ['0x1']))).toMatchObject({ result: { found: true } })
    ;(nodes[2] as FakeNode).answer = byMethod({})
    expect(bodyOf(await call(method, ['0x2']))).toMatchObject({ result: null })
  })

  test.each([
    ['after', [byMethod({}), failing(-32005, 'slow down')]],
    ['before', [failing(-32005, 'slow down'), byMethod({})]],
  ] as const)('behavior: null is an answer, also when a node refuses that is asked %s', async (_, answers) => {
    const { call } = await setUp(2)
    for (const [index, answer] of answers.entries()) (nodes[index] as FakeNode).answer = answer
    expect(bodyOf(await call('eth_getTransactionReceipt', ['0x1']))).toEqual({ jsonrpc: '2.0', id: 1, result: null })
  })

  test('behavior: of a batch, what a node refuses is asked of the next one', async () => {
    const { post } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = (body) => ({
      json: (body as unknown as RpcRequest[]).map(({ id, method }) =>
        method === 'eth_gasPrice'
          ? { jsonrpc: '2.0', id, result: '0x1' }
          : { jsonrpc: '2.0', id, error: { code: -32005, message: 'slow down' } },
      ),
    })
    ;(nodes[1] as FakeNode).answer = byMethod({ eth_gasPrice: '0x2', eth_getBalance: '0x5' })
    const rpc = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })
    const batch = ['eth_gasPrice', 'eth_getBalance', 'eth_getTransactionReceipt'].map((method, id) => rpc(id, method))
    expect(bodyOf(await post(JSON.stringify(batch)))).toMatchObject([{ result: '0x1' }, { result: '0x5' }, { result: null }])
    expect(nodes[1]?.methods).toEqual(['eth_getBalance', 'eth_getTransactionReceipt'])
  })

  test('behavior: the same in a batch, asking again only what was not found', async () => {
    const { post } = await setUp(2)
    ;(nodes[0] as FakeNode).answer = byMethod({ eth_gasPrice: '0x1' })
    ;(nodes[1] as FakeNode).answer = byMethod({ eth_gasPrice: '0x2', eth_getTransactionReceipt: { status: '0x1' } })
    const rpc = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })
    const batch = ['eth_gasPrice', 'eth_getTransactionReceipt', 'eth_getBlockByHash'].map((method, id) => rpc(id, method))
    expect(bodyOf(await post(JSON.stringify(batch)))).toMatchObject([{ result: '0x1' }, { result: { status: '0x1' } }, { result: null }])
    expect(nodes[1]?.methods).toEqual(['eth_getTransactionReceipt', 'eth_getBlockByHash'])
  })
})

describe('a send that is repeated after its answer was lost', () => {
  const raw = '0x02f8'

  test.each(['already known', 'AlreadyKnown', 'Known transaction', 'transaction already imported', 'already in mempool'])(
    'behavior: %j is answered with the hash of the transaction',
    async (message) => {
      const { call } = await setUp(1)
      ;(nodes[0] as FakeNode).answer = failing(-32000, message)
      expect(bodyOf(await call('eth_sendRawTransaction', [raw]))).toMatchObject({ result: keccak256(raw) })
    },
  )

  test('behavior: a nonce that is too low, when the chain has this very transaction, is its hash; else it stays an error', async () => {
    const { call } = await setUp(1)
    let found: unknown = { nonce: '0x0' }
    ;(nodes[0] as FakeNode).answer = (body, text) =>
      (body as RpcRequest).method === 'eth_getTransactionByHash' ? always(found)(body, text) : failing(-32000, 'nonce too low')(body, text)
    expect(bodyOf(await call('eth_sendRawTransaction', [raw]))).toMatchObject({ result: keccak256(raw) })
    found = null
    expect(bodyOf(await call('eth_sendRawTransaction', [raw]))).toMatchObject({ error: { message: 'nonce too low' } })
  })

  test('error: other refusals, and what is no transaction, stay what they are', async () => {
    const { call } = await setUp(1)
    ;(nodes[0] as FakeNode).answer = failing(-32000, 'insufficient funds')
    expect(bodyOf(await call('eth_sendRawTransaction', [raw]))).toMatchObject({ error: { message: 'insufficient funds' } })
    ;(nodes[0] as FakeNode).answer = failing(-32000, 'already known')
    for (const params of [[], ['0x'], ['hello'], [5], ['0x03ff']])
      expect(bodyOf(await call('eth_sendRawTransaction', params))).toMatchObject({ error: { message: 'already known' } })
  })
})
