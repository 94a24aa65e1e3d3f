import { afterEach, describe, expect, test } from 'vitest'
import { always, type FakeNode, failing, startFakeNode } from '../testing/fakeNode.js'
import { bodyOf, openGateway } from '../testing/gateway.js'
import { openNodes } from './nodes.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Line = { readonly chain: string; readonly node: string; readonly answer: string }

/** Nodes of which the first is of another chain, a gateway over them, and what it writes to the log. */
async function setUp(identity: FakeNode['identity'], { count = 2, caip2 }: { readonly count?: number; readonly caip2?: string } = {}) {
  const nodes: FakeNode[] = []
  for (let index = 0; index < count; index++) nodes.push(await startFakeNode())
  const [first, second] = nodes as [FakeNode, FakeNode]
  first.identity = identity
  const log: Line[] = []
  const opened = await openGateway(
    nodes.map(({ url }) => ({ url: `${url}/v2/secret-key` })),
    {
      ...(caip2 ? { chain: { caip2, blockTime: 0 } } : {}),
      log: { error: (line: unknown) => void log.push(line as Line), warn: () => undefined, info: () => undefined },
    },
  )
  closing.push(...nodes.map((node) => node.close), opened.gateway.close)
  return { ...opened, first, second, log }
}

describe('a node of another chain', () => {
  test('security: is never asked for anything; the next one answers, the log names its host, and the state counts it', async () => {
    const { call, first, second, gateway, log } = await setUp({ 'eth_chainId []': '0x1' })
    first.answer = always('0xbad')
    second.answer = always('0x2')
    for (let count = 0; count < 20; count++) expect(bodyOf(await call('eth_blockNumber'))).toMatchObject({ result: '0x2' })
    expect(first.bodies).toEqual([])
    expect(log).toEqual([{ chain: 'eip155:31337', node: '127.0.0.1', answer: '0x1' }])
    expect(gateway.status()).toEqual({ 'eip155:31337': { upstreams: 2, usable: 1, ofAnotherChain: 1 } })
  })

  test('security: gets no transaction, and the send goes to a node of the chain', async () => {
    const { call, first, second } = await setUp({ 'eth_chainId []': '0x1' })
    second.answer = always('0xhash')
    expect(bodyOf(await call('eth_sendRawTransaction', ['0x02ab']))).toMatchObject({ result: '0xhash' })
    expect([first.methods, second.methods]).toEqual([[], ['eth_sendRawTransaction']])
  })

  test('error: when it is the only one, the chain has no node, and says when to come back', async () => {
    const { call, first, gateway, log } = await setUp({ 'eth_chainId []': '0x1' }, { count: 1 })
    for (let count = 0; count < 5; count++) {
      const answer = await call('eth_getBalance', ['0x0000000000000000000000000000000000000001', 'latest'])
      expect(answer.status).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(20)
    }
    expect([first.bodies, first.identified, log.length]).toEqual([[], 1, 1])
    expect(gateway.status()).toEqual({ 'eip155:31337': { upstreams: 1, usable: 0, ofAnotherChain: 1 } })
  })

  test.each([
    [solana, 'getGenesisHash []', 'getSlot'],
    [bitcoin, 'getblockhash [0]', 'getblockcount'],
  ])('security: of %s is told by its first block', async (caip2, question, method) => {
    const { call, first, second } = await setUp({ [question]: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' }, { caip2 })
    second.answer = always(7)
    expect(bodyOf(await call(method))).toMatchObject({ result: 7 })
    expect(first.bodies).toEqual([])
  })

  test('security: one that refuses to say which chain it is of is not asked either', async () => {
    const { call, first, second, log } = await setUp({})
    first.answer = failing(-32_601, 'no such method')
    second.answer = always('0x2')
    for (let count = 0; count < 3; count++) expect(bodyOf(await call('eth_blockNumber'))).toMatchObject({ result: '0x2' })
    expect(first.methods).toEqual(['eth_chainId'])
    expect(log).toMatchObject([{ answer: 'no such method' }])
  })
})

describe('a node of the chain', () => {
  test('behavior: is asked once which chain it is of, however many call at once and afterwards', async () => {
    const { call, first } = await setUp({ 'eth_chainId []': '0x7A69' }, { count: 1 })
    await Promise.all(Array.from({ length: 50 }, (_, index) => call('eth_getBalance', [`0x${String(index).padStart(40, '0')}`, 'latest'])))
    for (let count = 0; count < 20; count++) await call('eth_gasPrice')
    expect([first.identified, first.bodies.length]).toEqual([1, 70])
  })

  test('security: after it was away it has to say it again: another one may stand at its address', async () => {
    const { call, first, second } = await setUp({ 'eth_chainId []': '0x7a69' })
    first.answer = always('0x1')
    second.answer = always('0x2')
    expect(bodyOf(await call('eth_blockNumber'))).toMatchObject({ result: '0x1' })
    await first.close()
    expect(bodyOf(await call('eth_blockNumber'))).toMatchObject({ result: '0x2' })
    const other = await startFakeNode(Number(new URL(first.url).port))
    closing.push(other.close)
    other.identity = { 'eth_chainId []': '0x1' }
    for (let count = 0; count < 10; count++) expect(bodyOf(await call('eth_blockNumber'))).toMatchObject({ result: '0x2' })
    expect([other.identified, other.bodies]).toEqual([1, []])
  })

  test('behavior: one that was of another chain is asked again after half a minute, and used when it is right', async () => {
    const node = await startFakeNode()
    node.identity = { 'eth_chainId []': '0x1' }
    const clock = { now: 1_000_000 }
    const chain = {
      caipNetworkId: 'eip155:31337' as const,
      id: 31_337,
      name: 'Chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      upstreams: [{ url: node.url, weight: 1 }],
      testnet: false,
      rpcMethods: [],
    }
    const told: unknown[] = []
    const nodes = openNodes(chain, { now: () => clock.now, onChange: (_host, isBack) => void told.push(isBack) })
    closing.push(node.close, nodes.close)
    const states: unknown[] = []
    for (const [wait, chainId] of [
      [0, '0x1'],
      [10_000, '0x7a69'],
      [30_000, '0x7a69'],
    ] as const) {
      clock.now += wait
      node.identity = { 'eth_chainId []': chainId }
      await nodes.probe()
      const [only] = nodes.all
      states.push([only?.identity.isWrong(), only?.breaker.isClosed(), only?.head])
    }
    expect(states).toEqual([
      [true, false, undefined],
      [true, false, undefined],
      [false, true, 1],
    ])
    expect(told).toEqual([true])
  })
})
