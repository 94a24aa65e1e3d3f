import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nativeTokenAddress } from '@latchkey/protocol'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { buildServices, createServerProcess, quietPort, type ServerProcess } from '@latchkey/testkit/src/server/serverProcess.ts'
import { projects, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEvm } from './testing/upstreams.js'

/* Whom the real server reaches, seen in its own process, while every endpoint is asked. */

const chainId = 'eip155:31337'
const contracts = localContracts()[chainId] ?? expect.fail('There is no first chain.')
const holder = contracts.faucet
const usdc = contracts.tokens.USDC?.address ?? expect.fail('There is no USDC.')

/** What fills the places of a path, and what a question needs besides; by name. */
const places: Readonly<Record<string, string>> = {
  address: holder,
  name: 'alice.eth',
  hash: `0x${'1'.repeat(64)}`,
  id: '1',
  code: 'USD',
  symbol: 'USDC',
  sender: holder,
  data: '0x.json',
}
const query = {
  ...{ projectId: 'open', sv: 'html-1', currency: 'usd', chainId, origin: urls.app, page: '1', entries: '10', country: 'US' },
  ...{ from: `${chainId}:${nativeTokenAddress}`, to: `${chainId}:${usdc}`, amount: '1000000000000000', gasPrice: '1000000000' },
  ...{ tokenAddress: `${chainId}:${usdc}`, userAddress: `${chainId}:${holder}` },
}
/** One body for all: each endpoint takes of it what it knows, and what it takes further than a mistake in it. */
const body = {
  ...query,
  ...{ addresses: [`${chainId}:${nativeTokenAddress}`, `${chainId}:${usdc}`], eip155: { slippage: 1 } },
  ...{ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [holder, 'latest'] },
  ...{ urls: ['https://pictures.example/1.png'], destinationWallets: [{ address: holder, assets: ['USDC'], blockchains: [chainId] }] },
  ...{ defaultNetwork: chainId, purchaseCurrency: { id: 'USDC', symbol: 'USDC' }, paymentCurrency: { id: 'USD' }, network: chainId },
  ...{ email: 'ann@mail.example', provider: 'google' },
}
/** What has to have gone the whole way: its answer is one of a chain, and not of a mistake in the question. */
const whole = [
  'GET /v1/account/{address}/balance',
  'GET /v1/account/{address}/history',
  'GET /v1/account/{address}/nfts',
  'GET /v1/identity/{address}',
  'POST /v1/fungible/price',
  'GET /v1/convert/quotes',
  'POST /v1/',
]

describe('whom the server reaches', () => {
  let folder: string
  let evm: Awaited<ReturnType<typeof startEvm>>
  let server: ServerProcess | undefined
  let count = 0
  beforeAll(async () => {
    await buildServices()
    folder = await mkdtemp(join(tmpdir(), 'latchkey-outbound-'))
    evm = await startEvm(folder)
  }, 120_000)
  afterEach(async () => {
    await server?.kill()
  })
  afterAll(async () => {
    await evm?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Starts the server with what has to be configured, and asks it everything. @returns whom it reached, and what it answered */
  async function reached() {
    count += 1
    const own = join(folder, `${count}`)
    const written = `${own}-reached`
    const config = {
      listen: { port: await quietPort() },
      urls,
      log: { level: 'silent' as const },
      database: { folder: own },
      accounts: { kms: { file: `${own}-kms.json` } },
      chains: [{ ...localChain(evm.url), ...contractsConfig(31_337), testnet: true, indexer: 'full' as const }],
      projects,
    }
    const watch = pathToFileURL(join(import.meta.dirname, 'testing/outbound.js')).href
    server = await createServerProcess(config, folder, { NODE_OPTIONS: `--import ${watch}`, LATCHKEY_OUTBOUND: written })
    await server.start()
    const send = server.send
    const { paths } = (await (await send(new Request(`${urls.api}/openapi.json`))).json()) as { paths: Record<string, object> }
    const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const statuses = new Map<string, number>()
    const askOne = async (endpoint: string) => {
      const [method = '', path = ''] = endpoint.split(' ')
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name] ?? name))
      const request = new Request(`${urls.api}${filled}?${new URLSearchParams(query)}`, {
        method,
        ...(method === 'POST' ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      })
      statuses.set(endpoint, (await send(request)).status)
    }
    const bundler = `${urls.api}/v1/bundler?${new URLSearchParams(query)}`
    await send(new Request(bundler, { method: 'POST', body: JSON.stringify({ ...body, method: 'eth_supportedEntryPoints', params: [] }) }))
    // The indexer and the prices have work of their own, which is under way once the chain was read.
    await expect.poll(async () => (await send(new Request(`${urls.api}/ready`))).status, { timeout: 30_000 }).toBe(200)
    for (const endpoint of endpoints) if (!endpoint.endsWith('/changes')) await askOne(endpoint)
    await expect
      .poll(
        async () => {
          for (const endpoint of whole) await askOne(endpoint)
          return whole.map((endpoint) => statuses.get(endpoint))
        },
        { timeout: 30_000, interval: 500 },
      )
      .toEqual(whole.map(() => 200))
    const noted = (await readFile(written, 'utf8')).trim().split('\n')
    return {
      statuses,
      own: noted.filter((line) => line === 'watching').length,
      noted: [...new Set(noted)].filter((line) => line !== 'watching'),
    }
  }

  test('behavior: with nothing configured but a chain it is the chain’s node, and nobody else', async () => {
    const { noted, own, statuses } = await reached()
    const { hostname, port } = new URL(evm.url)
    // An address is its own name.
    expect(noted.toSorted()).toEqual([`connect ${hostname}:${port}`, `lookup ${hostname}`])
    // The threads are watched, too, and there was much to answer.
    expect(own).toBeGreaterThan(1)
    expect(statuses.size).toBeGreaterThan(60)
  }, 120_000)
})
