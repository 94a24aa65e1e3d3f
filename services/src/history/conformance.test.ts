import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { solanaNames } from '../chainReads/solanaNames.js'
import type { Chain } from '../config/chains.js'
import type { NodeAnswer } from '../testing/fakeNode.js'
import { faults, openSolana, startFaultyNode, startFaultyService } from '../testing/upstreams.js'
import { blockscoutHistory } from './blockscout.js'
import type { HistoryProvider } from './historyProvider.js'
import { openHistory } from './openHistory.js'
import { solanaNodeHistory } from './solanaNode.js'

/* What every provider of history that asks somebody else does when that one is broken. */

type Opened = { readonly provider: HistoryProvider; readonly chain: Chain; readonly address: string }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const subjects: Readonly<Record<string, (answer: NodeAnswer) => Promise<Opened>>> = {
  Blockscout: async (answer) => {
    const { url, close } = await startFaultyService(answer)
    closing.push(close)
    const chain = { caipNetworkId: 'eip155:1', tokens: [], blockscout: { url } } as unknown as Chain
    return { provider: blockscoutHistory, chain, address: '0x00000000000000000000000000000000000000ff' }
  },
  'a Solana node': async (answer) => {
    const node = await startFaultyNode(answer)
    const { gateway, chain } = await openSolana(node.url)
    closing.push(node.close, gateway.close)
    const provider = solanaNodeHistory(gateway.ask, solanaNames(gateway.ask))
    return { provider, chain, address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' }
  },
}

describe.each(Object.entries(subjects))('history of %s', (_name, open) => {
  test.each(faults)('behavior: $what is no answer', async ({ answer }) => {
    const { provider, chain, address } = await open(answer)
    await expect(provider.pageOf({ chains: [chain], address, signal: AbortSignal.timeout(20_000) })).rejects.toThrow()
  })

  test('behavior: who is silent is given up in time', async () => {
    const { provider, chain, address } = await open('hang')
    const dependencies = { providers: [provider], prices: { of: async () => new Map() }, rateOf: async () => undefined }
    const history = openHistory({ ...dependencies, log: pino({ level: 'silent' }) }, { timeout: 100 })
    const started = Date.now()
    await expect(history.of({ chains: [chain], address, currency: 'usd' })).rejects.toThrow('Nobody answers.')
    expect(Date.now() - started).toBeLessThan(2_000)
  })
})
