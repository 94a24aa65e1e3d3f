import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { NodeAnswer } from '../testing/fakeNode.js'
import { faults, openEvm, startFaultyNode } from '../testing/upstreams.js'
import { openPrices } from './openPrices.js'
import { poolPrices } from './poolPrices.js'
import { nativeCoin } from './priceProvider.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
async function over(answer: NodeAnswer) {
  const node = await startFaultyNode(answer)
  const { gateway, chain } = await openEvm(node.url)
  closing.push(node.close, gateway.close)
  return { provider: poolPrices(gateway.ask), chain }
}

describe('poolPrices over a broken node', () => {
  test.each(faults)('behavior: $what is no answer', async ({ answer }) => {
    const { provider, chain } = await over(answer)
    await expect(provider.pricesOf({ chain, tokens: [nativeCoin], signal: AbortSignal.timeout(20_000) })).rejects.toThrow()
  })

  test('behavior: a node that is silent is given up in time, and nothing has a price', async () => {
    const { provider, chain } = await over('hang')
    const started = Date.now()
    expect(await openPrices([provider], pino({ level: 'silent' }), { timeout: 100 }).of(chain, [nativeCoin])).toEqual(new Map())
    expect(Date.now() - started).toBeLessThan(2_000)
  })
})
