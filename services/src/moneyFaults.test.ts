import { nativeTokenAddress } from '@latchkey/protocol'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from './startServices.js'
import type { FakeNode, NodeAnswer } from './testing/fakeNode.js'
import { type Recorded, startRecordedServer } from './testing/recordedServer.js'
import { faults, startFaultyNode } from './testing/upstreams.js'

/* The endpoints about money while whom they ask is broken. */

const holder = '0x00000000000000000000000000000000000a11ce'
const [kind] = databases
if (!kind) throw new Error('There is no database.')

/** A chain for each way of not answering, which its node and its explorer have in common. */
const broken = [...faults, { what: 'silence', answer: 'hang' as const }].map((fault, index) => ({ ...fault, id: 40_001 + index }))
type Upstream = { readonly node: FakeNode; readonly explorer: Awaited<ReturnType<typeof startRecordedServer>> }
const upstreams = new Map<number, Upstream>()
const recordedOf = (answer: NodeAnswer): Recorded =>
  typeof answer === 'string' ? answer : { body: answer.text ?? '', status: answer.status ?? 200 }

let database: TestDatabase
let running: RunningServices
beforeAll(async () => {
  database = await kind.open()
  for (const { id, answer } of broken) {
    const [node, explorer] = await Promise.all([startFaultyNode(answer), startRecordedServer(() => recordedOf(answer))])
    node.identity = { 'eth_chainId []': `0x${id.toString(16)}` }
    upstreams.set(id, { node, explorer })
  }
  const ens = { universalResolver: '0x0000000000000000000000000000000000000001' }
  running = await startTestServices({
    database: database.options,
    node: 'http://127.0.0.1:9',
    chains: [
      ...[...upstreams].map(([id, { node, explorer }]) => ({
        ...localChain(node.url),
        id,
        blockTime: 0,
        testnet: true,
        blockscout: { url: explorer.url },
        ens,
      })),
      localChain(),
    ],
    limits: { api: { perSecond: 1, burst: 200 } },
  })
}, 120_000)
afterAll(async () => {
  await running?.close()
  await Promise.all([database?.remove(), ...[...upstreams.values()].flatMap(({ node, explorer }) => [node.close(), explorer.close()])])
}, 60_000)

const get = (path: string) => ask(running.port, `${urls.api}${path}${path.includes('?') ? '&' : '?'}projectId=open&sv=html-1`)

describe('the endpoints about money', () => {
  test.each(broken)(
    'behavior: of a chain whose node and explorer answer with $what, they say so, and invent nothing',
    async ({ id }) => {
      const price = { projectId: 'open', currency: 'usd', addresses: [`eip155:${id}:${nativeTokenAddress}`] }
      const [balance, history, prices] = await Promise.all([
        get(`/v1/account/${holder}/balance?currency=usd&chainId=eip155:${id}`),
        get(`/v1/account/${holder}/history?chainId=eip155:${id}`),
        ask(running.port, `${urls.api}/v1/fungible/price`, { method: 'POST', body: JSON.stringify(price) }),
      ])
      for (const one of [balance, history]) {
        expect(one.status).toBe(503)
        expect(one.headers['retry-after']).toMatch(/^[1-9]\d*$/)
        expect(one.headers['ratelimit-remaining']).toMatch(/^\d+$/)
        expect(one.json).toMatchObject({ status: 'FAILED' })
      }
      expect(prices.json).toMatchObject({ fungibles: [{ price: 0 }] })
      const { node, explorer } = upstreams.get(id) ?? expect.fail('There is no chain.')
      expect(explorer.asked.length).toBeGreaterThan(0)
      expect(node.methods).toContain('eth_getBalance')
    },
    30_000,
  )

  test('behavior: a name that nobody tells is no name', async () => {
    const answer = await get(`/v1/identity/${holder}`)
    expect([answer.status, answer.json]).toMatchObject([503, { status: 'FAILED' }])
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  })

  test('behavior: a caller who asks too often hears when to come back', async () => {
    const asked = await Promise.all(Array.from({ length: 400 }, () => get('/v1/identity/nobody')))
    const refused = asked.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) {
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['200', '0'])
    }
  }, 60_000)
})
