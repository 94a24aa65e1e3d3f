import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'
import { always, type FakeNode, failing, startFakeNode } from '../testing/fakeNode.js'
import { bundlerMethods, withFunds } from './bundlers.js'

const url = (query: Record<string, string> = {}) =>
  `${urls.api}/v1/bundler?${new URLSearchParams({ projectId: 'open', chainId: 'eip155:31337', ...query })}`
const callOf = (method: string, params: unknown = []) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
const operation = { sender: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', nonce: '0x0' }

describe('POST /v1/bundler', () => {
  let database: TestDatabase
  let node: FakeNode
  let bundler: FakeNode
  let paymaster: FakeNode
  let running: RunningServices
  beforeAll(async () => {
    const [pglite] = databases
    if (!pglite) throw new Error('No database')
    ;[database, node, bundler, paymaster] = await Promise.all([pglite.open(), startFakeNode(), startFakeNode(), startFakeNode()])
    const chain = localChain(node.url)
    running = await startTestServices({
      database: database.options,
      node: node.url,
      limits: { api: { perSecond: 1, burst: 100 }, paymaster: { perSecond: 0.001, burst: 30 } },
      chains: [
        { ...chain, bundler: { url: `${bundler.url}/key`, paymaster: paymaster.url } },
        { ...chain, id: 31_338, bundler: { url: bundler.url } },
        { ...chain, id: 31_339 },
      ],
    })
  }, 120_000)
  afterAll(async () => {
    await running.close()
    await Promise.all([database.remove(), node.close(), bundler.close(), paymaster.close()])
  })
  beforeEach(() => {
    for (const one of [bundler, paymaster]) {
      one.bodies.length = 0
      one.answer = always('0xhash')
    }
  })

  const post = (body: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    ask(running.port, url(query), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

  test.each(bundlerMethods)('behavior: %s goes to whom it is for, and its answer comes back under the caller’s id', async (method) => {
    const answer = await post(callOf(method, [operation]))
    expect([answer.status, answer.json]).toEqual([200, { jsonrpc: '2.0', id: 7, result: '0xhash' }])
    const [asked, other] = method.startsWith('pm_') ? [paymaster, bundler] : [bundler, paymaster]
    expect(asked.bodies.map((text) => (JSON.parse(text) as { method: string }).method)).toEqual([method])
    expect(other.bodies).toEqual([])
  })

  test.each([
    'eth_getUserOperationByHash',
    'eth_supportedEntryPoints',
    'eth_chainId',
    'debug_bundler_sendBundleNow',
    'pm_other',
    'constructor',
  ])('error: %s is no method here: 422, and nobody is asked', async (method) => {
    const answer = await post(callOf(method))
    expect([answer.status, answer.json]).toMatchObject([422, { reasons: [{ field: 'method' }] }])
    expect([...bundler.bodies, ...paymaster.bodies]).toEqual([])
  })

  test.each<[string, string, Record<string, string>, Record<string, string>, number, string]>([
    ['what is no JSON', '{', {}, {}, 400, 'body'],
    ['a batch', `[${callOf('eth_sendUserOperation')}]`, {}, {}, 422, 'body'],
    ['parameters that are no list', callOf('eth_sendUserOperation', {}), {}, {}, 422, 'params'],
    ['another version', '{"id":1,"method":"eth_sendUserOperation"}', {}, {}, 422, 'jsonrpc'],
    ['a chain without a bundler', callOf('eth_sendUserOperation'), { chainId: 'eip155:31339' }, {}, 400, 'chainId'],
    ['a chain that is not configured', callOf('eth_sendUserOperation'), { chainId: 'eip155:1' }, {}, 400, 'chainId'],
    [
      'a chain that the project does not use',
      callOf('eth_sendUserOperation'),
      { projectId: 'listed', chainId: 'eip155:31338' },
      {},
      400,
      'chainId',
    ],
    ['an address of the caller’s own', callOf('eth_sendUserOperation'), { bundler: 'https://bundler.example' }, {}, 400, 'bundler'],
    ['an unknown project', callOf('eth_sendUserOperation'), { projectId: 'nobody' }, {}, 401, 'authentication'],
    [
      'a page of a foreign origin',
      callOf('eth_sendUserOperation'),
      { projectId: 'listed' },
      { origin: 'https://evil.example' },
      403,
      'origin',
    ],
    ['a body of a megabyte', callOf('eth_sendUserOperation', ['x'.repeat(1_048_576)]), {}, {}, 413, 'body'],
  ])('error: %s', async (_what, body, query, headers, status, field) => {
    const answer = await post(body, query, headers)
    expect([answer.status, answer.json]).toMatchObject([status, { status: 'FAILED', reasons: [{ field }] }])
    expect([...bundler.bodies, ...paymaster.bodies]).toEqual([])
  })

  test('behavior: the wallet’s own frame may ask for every project', async () => {
    expect((await post(callOf('eth_sendUserOperation'), { projectId: 'listed' }, { origin: urls.secure })).status).toBe(200)
  })

  test('behavior: what the bundler refuses arrives in its words', async () => {
    bundler.answer = failing(-32_521, 'UserOperation reverted during simulation')
    expect((await post(callOf('eth_estimateUserOperationGas', [operation, '0x']))).json).toMatchObject({
      error: { code: -32_521, message: 'UserOperation reverted during simulation' },
    })
  })

  test('error: without a paymaster there is nobody to ask for one', async () => {
    const answer = await post(callOf('pm_getPaymasterData'), { chainId: 'eip155:31338' })
    expect([answer.status, answer.json]).toMatchObject([200, { error: { code: -32_601 } }])
    expect(bundler.bodies).toEqual([])
  })

  test.each(['pm_getPaymasterData', 'pm_getPaymasterStubData'])(
    'security: %s about another chain does not reach the paymaster, which may serve that one, too',
    async (method) => {
      const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
      for (const chainId of ['0x1', 1, ['0x7a69']]) {
        const answer = await post(callOf(method, [operation, entryPoint, chainId, {}]))
        expect([answer.status, answer.json]).toMatchObject([200, { error: { code: -32_602 } }])
      }
      expect(paymaster.bodies).toEqual([])
      for (const params of [[operation, entryPoint, '0x7a69', {}], [operation]])
        expect((await post(callOf(method, params))).json).toMatchObject({ result: '0xhash' })
    },
  )

  test('error: a bundler that does not answer: 503 with Retry-After, and it was asked once', async () => {
    bundler.answer = () => ({ status: 500, text: 'oops' })
    const answer = await post(callOf('eth_sendUserOperation', [operation]))
    expect([answer.status, answer.headers['retry-after'], answer.json]).toMatchObject([503, '2', { id: 7, error: { code: -32_603 } }])
    expect(bundler.bodies.length).toBe(1)
  })

  test('security: one client may ask the paymaster less often than the bundler: 429 with Retry-After, and the paymaster is not asked', async () => {
    let answer = await post(callOf('pm_getPaymasterData', [operation]))
    for (let count = 0; count < 40 && answer.status === 200; count++) answer = await post(callOf('pm_getPaymasterData', [operation]))
    expect([answer.status, answer.json]).toMatchObject([429, { id: 7, error: { code: -32_005 } }])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(1)
    const asked = paymaster.bodies.length
    for (const method of ['pm_getPaymasterStubData', 'pm_sponsorUserOperation'])
      expect((await post(callOf(method, [operation]), { projectId: 'listed' })).status).toBe(429)
    expect(paymaster.bodies.length).toBe(asked)
    expect((await post(callOf('eth_sendUserOperation', [operation]))).json).toMatchObject({ result: '0xhash' })
  })

  test('error: too many requests of one client: 429 with Retry-After', async () => {
    let status = 0
    for (let count = 0; count < 110 && status !== 429; count++) status = (await post(callOf('eth_getUserOperationReceipt'))).status
    expect(status).toBe(429)
  })
})

describe('withFunds', () => {
  const estimate = (...params: unknown[]) => withFunds({ method: 'eth_estimateUserOperationGas', params }).params

  test('behavior: gas is measured as if the account had money', () => {
    expect(estimate(operation, '0xe')).toEqual([operation, '0xe', { [operation.sender]: { balance: '0x56bc75e2d63100000' } }])
  })

  test('behavior: a caller’s own state, and every other method, stay as they are', () => {
    expect(estimate(operation, '0xe', {})).toEqual([operation, '0xe', {}])
    expect(estimate('no operation', '0xe')).toEqual(['no operation', '0xe'])
    expect(withFunds({ method: 'eth_sendUserOperation', params: [operation, '0xe'] }).params).toEqual([operation, '0xe'])
  })
})
