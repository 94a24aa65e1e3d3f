import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmReader } from '../../chainReads/evmReader.js'
import { lying, openEvm, startEvm, startFaultyNode } from '../../testing/upstreams.js'
import { createPoolFinder, exchangeOf } from './findPools.js'
import { createTransferFees } from './transferFees.js'

const { tokens } = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const at = (key: string) => tokens[key]?.address.toLowerCase() ?? expect.fail(`There is no ${key}.`)

let folder: string
let evm: Awaited<ReturnType<typeof startEvm>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-fees-'))
  evm = await startEvm(folder)
}, 60_000)
afterAll(async () => {
  await Promise.all([evm?.close(), rm(folder, { recursive: true, force: true })])
})

test('behavior: that the node did not answer once says nothing of the token an hour long', async () => {
  const through = lying(evm.url, {})
  const node = await startFaultyNode(through)
  const { gateway, chain } = await openEvm(node.url)
  try {
    const exchange = exchangeOf(chain) ?? expect.fail('There are no pools.')
    const [found = []] = await createPoolFinder()(chain, evmReader(gateway.ask, chain), exchange, [[at('FEE'), at('WETH')]])
    const pool = found[0]?.address ?? expect.fail('There is no pool.')
    const keepsPart = createTransferFees(gateway.ask)
    for (const refusal of [-32_005, 'cut'] as const) {
      node.answer = (body) =>
        refusal === 'cut'
          ? refusal
          : { json: { jsonrpc: '2.0', id: (body as { id: number }).id, error: { code: refusal, message: 'slow down' } } }
      expect(await keepsPart(chain, at('FEE'), pool)).toBe(false)
    }
    node.answer = through
    expect(await keepsPart(chain, at('FEE'), pool)).toBe(true)
  } finally {
    await gateway.close()
    await node.close()
  }
}, 30_000)
