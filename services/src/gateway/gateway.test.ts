import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { always, type FakeNode, failing, type RpcRequest, startFakeNode } from '../testing/fakeNode.js'
import { bodyOf, openGateway } from '../testing/gateway.js'

let node: FakeNode
let opened: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  node = await startFakeNode()
  opened = await openGateway([node])
})
afterEach(async () => {
  await opened.gateway.close()
  await node.close()
})

const rpc = (id: unknown, method: string, params: unknown = []) => ({ jsonrpc: '2.0', id, method, params })

describe('createGateway: who asks', () => {
  test('error: without a project id', async () => {
    const answer = await opened.post('{"jsonrpc":"2.0","id":7,"method":"eth_chainId"}', { projectId: null })
    expect(answer.status).toBe(401)
    expect(bodyOf(answer)).toEqual({ jsonrpc: '2.0', id: 7, error: { code: 4100, message: 'Project ID Not Configured' } })
  })

  test('error: with an unknown project id', async () => {
    const answer = await opened.post('{"jsonrpc":"2.0","id":"a","method":"eth_chainId"}', { projectId: 'nobody' })
    expect(answer.status).toBe(401)
    expect(bodyOf(answer)).toEqual({ jsonrpc: '2.0', id: 'a', error: { code: 4100, message: 'Invalid Project ID' } })
  })

  test('error: while the database fails, 503 with Retry-After', async () => {
    const answer = await opened.post('{}', { projectId: 'broken' })
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('1')
  })

  test.each([
    ['no origin', undefined, 200],
    ['an allowed page', 'https://shop.example.com', 200],
    ['the dialog', 'https://dialog.example.com', 200],
    ['the secure frame', 'https://secure.example.com', 200],
    ['an extension', 'chrome-extension://abcdefghijklmnop', 200],
    ['a sandboxed document', 'null', 200],
    ['a foreign page', 'https://evil.example.com', 403],
    ['a foreign page in capitals', 'HTTPS://EVIL.example.com', 403],
    ['a lookalike', 'https://shop.example.com.evil.com', 403],
    ['a development page, as the project is in production', 'http://localhost:3000', 403],
  ])('behavior: %s', async (_, origin, status) => {
    const answer = await opened.post('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}', origin === undefined ? {} : { origin })
    expect(answer.status).toBe(status)
    if (status === 403) expect(bodyOf(answer)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: 4100, message: 'Origin Not Allowed' } })
  })

  test.each([null, '', '31337', 'eip155:1', '__proto__', 'constructor'])('error: the chain %j is not configured', async (chainId) => {
    const answer = await opened.post('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}', { chainId })
    expect(answer.status).toBe(400)
    expect(bodyOf(answer)).toMatchObject({ id: 1, error: { code: -32602 } })
  })
})

describe('createGateway: which networks', () => {
  test('error: a network that the project does not name is not asked, whatever the operator has nodes for', async () => {
    const request = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
    expect((await opened.post(request, { projectId: 'narrow' })).status).toBe(400)
    expect((await opened.post(request, { projectId: 'preview' })).status).toBe(400)
    expect(node.bodies).toEqual([])
    await opened.gateway.close()
    opened = await openGateway([node], { chain: { testnet: true } })
    expect((await opened.post(request, { projectId: 'preview' })).status).toBe(200)
  })

  test('behavior: eth_getLogs up to the newest block is judged by the height of the chain, in batches too', async () => {
    await opened.gateway.close()
    opened = await openGateway([node], { limits: { logsRange: 1_000 } })
    node.answer = (body, text) => always((body as RpcRequest).method === 'eth_blockNumber' ? '0x3e9' : [])(body, text)
    const logs = (fromBlock: string) => rpc(1, 'eth_getLogs', [{ fromBlock }])
    expect(bodyOf(await opened.post(JSON.stringify(logs('0x0'))))).toMatchObject({ error: { code: -32005 } })
    expect(bodyOf(await opened.post(JSON.stringify(logs('0x1'))))).toMatchObject({ result: [] })
    expect(bodyOf(await opened.post(JSON.stringify([logs('earliest'), logs('0x1')])))).toMatchObject([
      { error: { code: -32005 } },
      { result: [] },
    ])
    expect(node.methods.filter((method) => method === 'eth_getLogs')).toHaveLength(2)
  })
})

describe('createGateway: limits', () => {
  test('error: more calls than the bucket holds are refused with 429, -32005 and Retry-After; each call of a batch counts', async () => {
    await opened.gateway.close()
    opened = await openGateway([node], { limits: { rpc: { perSecond: 0.001, burst: 5 } } })
    const batch = JSON.stringify([1, 2, 3].map((id) => rpc(id, 'eth_chainId')))
    const first = await opened.post(batch)
    expect(first).toMatchObject({ status: 200, headers: { 'ratelimit-limit': '5', 'ratelimit-remaining': '2' } })
    const second = await opened.post(batch)
    expect(second.status).toBe(429)
    expect(bodyOf(second)).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32005, message: 'Rate Limited' } })
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
    const other = await opened.post(batch, { ip: '203.0.113.8' })
    expect(other.status).toBe(200)
  })

  test('error: a large request costs what it announces, before it is read', async () => {
    await opened.gateway.close()
    opened = await openGateway([node], { limits: { rpc: { perSecond: 0.001, burst: 10 } } })
    const body = JSON.stringify(rpc(1, 'eth_chainId', ['a'.repeat(400_000)]))
    expect(await opened.post(body)).toMatchObject({ status: 200, headers: { 'ratelimit-remaining': '3' } })
    let read = false
    const request = { chainId: 'eip155:31337', projectId: 'shop', origin: undefined, ip: '203.0.113.7', announced: 400_000 }
    const refused = await opened.gateway.answer({
      ...request,
      read: async () => {
        read = true
        return Buffer.from(body)
      },
    })
    expect([refused.status, read]).toEqual([429, false])
  })

  test('error: a batch over the limit is said to be too long, and its calls cost nothing', async () => {
    await opened.gateway.close()
    opened = await openGateway([node], { limits: { rpc: { perSecond: 0.001, burst: 1_010 } } })
    const batch = (size: number) => JSON.stringify(Array.from({ length: size }, (_, id) => rpc(id, 'eth_chainId')))
    for (const size of [1_001, 1_002]) expect((await opened.post(batch(size))).status).toBe(413)
    expect((await opened.post(batch(1_000))).status).toBe(200)
  })

  test('error: a batch over the limit is refused with 413 and -32005; one at the limit is answered', async () => {
    const batch = (size: number) => JSON.stringify(Array.from({ length: size }, (_, id) => rpc(id, 'eth_chainId')))
    const over = await opened.post(batch(1_001))
    expect(over.status).toBe(413)
    expect(bodyOf(over)).toMatchObject({ error: { code: -32005 } })
    const at = await opened.post(batch(1_000))
    expect(at.status).toBe(200)
    expect(bodyOf(at)).toHaveLength(1_000)
  })
})

describe('createGateway: bodies', () => {
  test.each([
    ['{', -32700],
    ['', -32700],
    ['[]', -32600],
    ['{}', -32600],
    ['7', -32600],
    ['{"jsonrpc":"2.0","id":1}', -32600],
  ])('error: %j is answered with 400 and %i', async (body, code) => {
    const answer = await opened.post(body)
    expect(answer.status).toBe(400)
    expect(bodyOf(answer)).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  test('behavior: a notification is not executed and gets no body', async () => {
    const answer = await opened.post('{"jsonrpc":"2.0","method":"eth_sendRawTransaction","params":["0x"]}')
    expect(answer).toMatchObject({ status: 204, body: null })
    expect((await opened.post('[{"jsonrpc":"2.0","method":"eth_blockNumber"}]')).status).toBe(204)
    expect(node.methods).toEqual([])
  })

  test.each(['1', '"a\\"b"', 'null', '123456789012345678901234567890', '1.0', '-0'])(
    'behavior: the id %s comes back verbatim',
    async (id) => {
      const single = await opened.post(`{"jsonrpc":"2.0","id":${id},"method":"eth_blockNumber"}`)
      expect(single.body).toBe(`{"jsonrpc":"2.0","id":${id},"result":"0x1"}`)
      const batch = await opened.post(`[{"jsonrpc":"2.0","id":${id},"method":"eth_gasPrice"}]`)
      expect(batch.body).toBe(`[{"jsonrpc":"2.0","id":${id},"result":"0x1"}]`)
    },
  )

  test('behavior: results and params keep every digit', async () => {
    node.answer = (_, text) => ({
      text: text.includes('18446744073709551615') ? '{"jsonrpc":"2.0","id":1,"result":{"n":99999999999999999999.10}}' : '',
    })
    const answer = await opened.post('{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[18446744073709551615]}')
    expect(answer.body).toBe('{"jsonrpc":"2.0","id":1,"result":{"n":99999999999999999999.10}}')
  })

  test("behavior: a chain's own error comes inside 200, with code, message and data untouched", async () => {
    const error = { code: 3, message: 'execution reverted: no', data: '0x08c379a0' }
    node.answer = (body) => ({ json: { jsonrpc: '2.0', id: (body as { id: number }).id, error } })
    const answer = await opened.call('eth_call', [{ to: '0x1' }, 'latest'])
    expect(answer.status).toBe(200)
    expect(bodyOf(answer)).toEqual({ jsonrpc: '2.0', id: 1, error })
  })

  test('behavior: a batch keeps order and ids, mixes answers and errors, and sends one request', async () => {
    node.answer = (body) => ({
      json: [...(body as RpcRequest[])].reverse().map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method })),
    })
    const answer = await opened.post(
      JSON.stringify([
        rpc('b', 'eth_blockNumber'),
        { nonsense: true },
        rpc(2, 'eth_gasPrice'),
        { jsonrpc: '2.0', method: 'eth_call' },
        rpc(2, 'debug_traceBlock'),
        rpc(null, 'eth_chainId'),
        rpc('b', 'eth_blockNumber'),
      ]),
    )
    expect(answer.status).toBe(200)
    expect(bodyOf(answer)).toEqual([
      { jsonrpc: '2.0', id: 'b', result: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } },
      { jsonrpc: '2.0', id: 2, result: 'eth_gasPrice' },
      { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'the method debug_traceBlock does not exist/is not available' } },
      { jsonrpc: '2.0', id: null, result: '0x7a69' },
      { jsonrpc: '2.0', id: 'b', result: 'eth_blockNumber' },
    ])
    expect(node.bodies).toHaveLength(1)
    expect(node.methods).toEqual(['eth_blockNumber', 'eth_gasPrice'])
  })

  test('behavior: a large batch reaches the node in requests of at most a hundred', async () => {
    node.answer = (body) => ({
      json: (body as RpcRequest[]).map(({ id, params }) => ({ jsonrpc: '2.0', id, result: params[0] })),
    })
    const answer = await opened.post(JSON.stringify(Array.from({ length: 250 }, (_, id) => rpc(id, 'eth_getBalance', [`0x${id}`]))))
    expect((bodyOf(answer) as { id: number; result: string }[]).every(({ id, result }) => result === `0x${id}`)).toBe(true)
    expect(node.bodies.map((body) => (JSON.parse(body) as unknown[]).length)).toEqual([100, 100, 50])
  })

  test('error: a call that the node leaves out of a batch is told so, and the others are answered', async () => {
    node.answer = (body) => ({ json: (body as RpcRequest[]).slice(1).map(({ id }) => ({ jsonrpc: '2.0', id, result: 'ok' })) })
    const answer = await opened.post(JSON.stringify([rpc(1, 'eth_blockNumber'), rpc(2, 'eth_gasPrice')]))
    expect(answer.status).toBe(200)
    expect(bodyOf(answer)).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, result: 'ok' },
    ])
  })
})

describe('createGateway: sharing', () => {
  test('behavior: the same read, asked by many at once, is asked once', async () => {
    let release = () => undefined as undefined
    const held = new Promise<void>((resolve) => {
      release = () => void resolve() as undefined
    })
    node.answer = async (body, text) => {
      await held
      return always('0x5')(body, text)
    }
    const asked = Array.from({ length: 30 }, () => opened.call('eth_blockNumber'))
    await expect.poll(() => node.bodies.length).toBe(1)
    release()
    for (const answer of await Promise.all(asked)) expect(bodyOf(answer)).toMatchObject({ result: '0x5' })
    expect(node.bodies).toHaveLength(1)
  })

  test('behavior: nonces and sends are never shared', async () => {
    await Promise.all(
      [1, 2, 3].flatMap(() => [opened.call('eth_getTransactionCount', ['0x1', 'latest']), opened.call('eth_sendRawTransaction', ['0x1'])]),
    )
    expect(node.bodies).toHaveLength(6)
  })

  test('behavior: with a block time, answers about the newest block are kept; a send voids them', async () => {
    await opened.gateway.close()
    opened = await openGateway([node], { chain: { blockTime: 12_000 } })
    await opened.call('eth_blockNumber')
    await opened.call('eth_blockNumber')
    expect(node.methods).toEqual(['eth_blockNumber'])
    await opened.call('eth_sendRawTransaction', ['0x1'])
    await opened.call('eth_blockNumber')
    expect(node.methods).toEqual(['eth_blockNumber', 'eth_sendRawTransaction', 'eth_blockNumber'])
  })

  test('behavior: an error is not kept', async () => {
    await opened.gateway.close()
    opened = await openGateway([node], { chain: { blockTime: 12_000 } })
    node.answer = failing(-32000, 'nope')
    await opened.call('eth_blockNumber')
    node.answer = always('0x2')
    expect(bodyOf(await opened.call('eth_blockNumber'))).toMatchObject({ result: '0x2' })
  })
})
