import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { buildServices, createServerProcess, quietPort, type ServerProcess } from '@latchkey/testkit/src/server/serverProcess.ts'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConfigInput } from '../config/schema.js'
import { openDatabase } from '../db/openDatabase.js'
import { blockOf, dump, factsOf, openEmpty, settingsFor, startChain } from './testing/harness.js'
import { createRandom, createTraffic, type Traffic } from './testing/money.js'
import { recompute } from './testing/oracle.js'

const kills = process.env.LATCHKEY_LONG ? 30 : 2
/** Transactions that are being worked through, and milliseconds until the kill at most: it comes before they are all done. */
const transactions = process.env.LATCHKEY_LONG ? 150 : 40
const longestPause = process.env.LATCHKEY_LONG ? 400 : 160
/** Milliseconds. */
const timeout = process.env.LATCHKEY_LONG ? 1_800_000 : 180_000

type Ready = {
  readonly indexer: Readonly<Record<string, { readonly block: number; readonly lag: number; readonly internalTransfers?: boolean }>>
}

describe.each(databases)('a server on $kind that is killed', ({ kind, open }) => {
  let anvil: Anvil
  let traffic: Traffic
  let files: TestDatabase
  let folder: string
  let server: ServerProcess
  let api: string
  beforeAll(async () => {
    await buildServices()
    ;[files, anvil, folder] = await Promise.all([open(), startAnvil(), mkdtemp(join(tmpdir(), 'latchkey-crash-'))])
    // What takes long the first time is no part of the test.
    await (await openDatabase(files.options)).close()
    traffic = await createTraffic(anvil.url, kind === 'pglite' ? 7 : 8)
    const port = await quietPort()
    api = `http://api.localhost:${port}`
    const config: ConfigInput & { listen: { port: number } } = {
      listen: { port },
      urls: { dialog: `http://dialog.localhost:${port}`, secure: `http://secure.localhost:${port}`, api },
      log: { level: 'error', file: join(folder, 'log') },
      database: files.options.url === undefined ? { folder: files.options.folder } : { url: files.options.url },
      chains: [
        {
          id: 31_337,
          name: 'Local',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [{ url: anvil.url }],
          testnet: true,
          blockTime: 0,
          indexer: 'full',
        },
      ],
    }
    server = await createServerProcess(config, folder)
  }, timeout)
  afterAll(async () => {
    await server.kill()
    await Promise.all([files.remove(), anvil.stop(), rm(folder, { recursive: true, force: true })])
  })

  const indexed = async () => {
    const { indexer } = (await (await server.send(new Request(`${api}/ready`))).json()) as Ready
    return indexer['eip155:31337']
  }

  test(
    'behavior: what is indexed after kill -9 at any moment is what would be without it',
    async () => {
      const random = createRandom(9)
      for (let kill = 0; kill < kills; kill += 1) {
        await server.start()
        const before = (await indexed())?.block ?? -1
        // While it works through these, at a moment that nobody chose.
        const mining = traffic.mine(transactions)
        await expect.poll(async () => ((await indexed())?.block ?? -1) > before, { timeout, interval: 5 }).toBe(true)
        await new Promise((resolve) => setTimeout(resolve, random.below(longestPause)))
        await server.kill()
        await mining
      }
      await server.start()
      const height = Number(await traffic.rpc<Hex>('eth_blockNumber'))
      await expect.poll(indexed, { timeout }).toMatchObject({ block: height, lag: 0, internalTransfers: true })
      await server.kill()

      const [database, afresh] = [await openDatabase(files.options), await openEmpty()]
      const facts = await factsOf(database)
      const expected = await recompute(traffic, traffic.money.wrapped)
      expect(facts).toEqual(expected)
      const again = startChain(afresh, settingsFor(anvil.url))
      await expect.poll(() => blockOf(afresh), { timeout }).toBe(height)
      await again.stop()
      expect(await dump(database)).toEqual(await dump(afresh))
      await database.close()
      await afresh.close()
    },
    timeout,
  )
})
