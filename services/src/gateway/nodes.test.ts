import { afterEach, describe, expect, test } from 'vitest'
import { always, type FakeNode, startFakeNode } from '../testing/fakeNode.js'
import { type Nodes, openNodes } from './nodes.js'

const fakes: FakeNode[] = []
let nodes: Nodes | undefined
afterEach(async () => {
  await nodes?.close()
  await Promise.all(fakes.splice(0).map((fake) => fake.close()))
})

async function setUp(weights: readonly number[]) {
  for (const _ of weights) fakes.push(await startFakeNode())
  nodes = openNodes({
    caipNetworkId: 'eip155:31337',
    id: 31_337,
    name: 'Chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    upstreams: fakes.map(({ url }, index) => ({ url, weight: weights[index] ?? 1 })),
    testnet: false,
    rpcMethods: [],
    blockTime: 2_000,
  })
  return nodes
}
const order = (opened: Nodes) => opened.ranked().map((node) => opened.all.indexOf(node))

describe('openNodes', () => {
  test('behavior: before any probe the configured order and weights decide', async () => {
    expect(order(await setUp([1, 1]))).toEqual([0, 1])
    await nodes?.close()
    expect(order(await setUp([1, 1, 3]))[0]).toBe(2)
  })

  test('behavior: a failing node comes last', async () => {
    const opened = await setUp([1, 1])
    ;(fakes[0] as FakeNode).answer = () => ({ status: 500, text: '' })
    await opened.probe()
    expect(order(opened)).toEqual([1, 0])
  })

  test('behavior: a slower node comes after a faster one', async () => {
    const opened = await setUp([1, 1])
    ;(fakes[0] as FakeNode).answer = async (body, text) => {
      await new Promise((resolve) => setTimeout(resolve, 80))
      return always('0x1')(body, text)
    }
    for (let round = 0; round < 3; round++) await opened.probe()
    expect(order(opened)).toEqual([1, 0])
  })

  test('behavior: a node that lags behind comes last, however fast', async () => {
    const opened = await setUp([1, 1])
    ;(fakes[0] as FakeNode).answer = always('0x64')
    ;(fakes[1] as FakeNode).answer = async (body, text) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return always('0xc8')(body, text)
    }
    await opened.probe()
    expect(order(opened)).toEqual([1, 0])
  })

  test('behavior: only the last ten probes count', async () => {
    const opened = await setUp([1, 1])
    ;(fakes[0] as FakeNode).answer = () => ({ status: 500, text: '' })
    for (let round = 0; round < 4; round++) await opened.probe()
    ;(fakes[0] as FakeNode).answer = always('0x1')
    for (let round = 0; round < 10; round++) await opened.probe()
    expect(opened.all[0]?.samples).toHaveLength(10)
    expect(opened.all[0]?.samples.every(({ ok }) => ok)).toBe(true)
  })

  test('behavior: a probe that succeeds puts a failed node back into use', async () => {
    const opened = await setUp([1, 1])
    for (let count = 0; count < 5; count++) opened.all[0]?.breaker.failed()
    expect(opened.all[0]?.breaker.isClosed()).toBe(false)
    await opened.probe()
    expect(opened.all[0]?.breaker.admits()).toBe(true)
  })
})
