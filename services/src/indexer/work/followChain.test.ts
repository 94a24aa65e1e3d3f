import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { startFakeNode } from '../../testing/fakeNode.js'
import { blockOf, openEmpty, settingsFor, startChain } from '../testing/harness.js'
import { createTraffic } from '../testing/money.js'

test.each(['breaks off', 'refuses'])(
  'behavior: a node that %s over the calls of many blocks is asked for fewer',
  async (how) => {
    const anvil = await startAnvil()
    const traffic = await createTraffic(anvil.url, 31)
    const [from, to] = traffic.accounts as [Hex, Hex]
    for (let block = 0; block < 40; block += 1) await traffic.mineBlock([{ from, to, value: '0x1', gas: '0x5208' }])
    const height = Number(await traffic.rpc<Hex>('eth_blockNumber'))
    /** It answers for a few blocks at a time. */
    const node = await startFakeNode()
    node.answer = async (body) => {
      const calls = Array.isArray(body) ? body : [body]
      const isLarge = calls.filter(({ method, params }) => method === 'trace_block' && params[0] !== 'latest').length > 3
      if (isLarge && how === 'breaks off') return 'cut'
      const answers = calls.map(async ({ id, method, params }, index) =>
        isLarge && index > 2
          ? { jsonrpc: '2.0', id, error: { code: -32_003, message: 'response too large' } }
          : { jsonrpc: '2.0', id, result: await traffic.rpc(method, params) },
      )
      return { json: Array.isArray(body) ? await Promise.all(answers) : await answers[0] }
    }
    const database = await openEmpty()
    const chain = startChain(database, settingsFor(node.url, { transactions: 1_000 }))
    try {
      await expect.poll(() => blockOf(database), { timeout: 30_000 }).toBe(height)
    } finally {
      await chain.stop()
      await database.close()
      await node.close()
      await anvil.stop()
    }
  },
  60_000,
)
