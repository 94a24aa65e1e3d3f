import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig, listedTokens } from '@latchkey/testkit/src/chains/localTokens.js'
import { localSolanaId } from '@latchkey/testkit/src/chains/solana/genesis.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { projects, startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiEnv } from './api/context.js'
import { resolveChains } from './config/chains.js'
import { checkConfig } from './config/readConfig.js'
import { changesRoutes } from './live/changesRoutes.js'
import type { RunningServices } from './startServices.js'
import { shopStore } from './testing/gateway.js'
import { startEvm, startSolana } from './testing/upstreams.js'

/* What every endpoint about money keeps to, whatever it says: who is refused and how, and who may keep an answer. */

const { tokens } = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const evm = 'eip155:31337'
const usdc = `${evm}:${tokens.USDC?.address}`
const weth = `${evm}:${tokens.WETH?.address}`
const holder = '0x00000000000000000000000000000000000a11ce'
const solanaHolder = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const localSolana = { caip2: localSolanaId, name: 'Solana', nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } }
const hash = `0x${'ab'.repeat(32)}`

/** `cache`: who may keep an answer that says something. */
type Endpoint = { readonly path: string; readonly query?: Record<string, string>; readonly body?: object; readonly cache: string | RegExp }
const swap = { from: usdc, to: weth, amount: '1000000' }
const endpoints: readonly Endpoint[] = [
  { path: `/v1/account/${holder}/balance`, query: { currency: 'usd', sv: 'html-1', chainId: evm }, cache: 'no-store' },
  { path: `/v1/account/${solanaHolder}/history`, query: { chainId: localSolanaId }, cache: 'no-store' },
  { path: `/v1/account/${holder}/nfts`, query: { chainId: evm }, cache: 'no-store' },
  // A stream is never kept: what it says is that something happened now.
  { path: `/v1/account/${solanaHolder}/changes`, cache: /^no-(?:store|cache)$/ },
  { path: `/v1/account/${holder}/transactions/${hash}`, query: { chainId: evm }, cache: 'no-store' },
  { path: `/v1/account/${holder}/identity`, cache: /^public, max-age=\d+$/ },
  { path: `/v1/identity/${holder}`, cache: /^public, max-age=\d+$/ },
  { path: '/v1/fungible/price', body: { currency: 'usd', addresses: [usdc] }, cache: 'no-store' },
  { path: '/v1/convert/tokens', query: { chainId: evm }, cache: 'public, max-age=3600' },
  { path: '/v1/convert/quotes', query: swap, cache: 'no-store' },
  { path: '/v1/convert/gas-price', query: { chainId: evm }, cache: 'no-store' },
  { path: '/v1/convert/allowance', query: { tokenAddress: usdc, userAddress: `${evm}:${holder}` }, cache: 'no-store' },
  { path: '/v1/convert/build-approve', query: swap, cache: 'no-store' },
  {
    path: '/v1/convert/build-transaction',
    body: { ...swap, userAddress: `${evm}:${holder}`, eip155: { slippage: 1 }, disableEstimate: true },
    cache: 'no-store',
  },
]

/** With what is the endpoint's own in its path: titles are cut. */
const named = endpoints.map((endpoint) => ({ ...endpoint, name: endpoint.path.replace(/(?:0x)?\w{32,}/g, '…') }))

/** The envelope of every refusal, with the field that it is about. */
const refusal = (field: string) => ({ status: 'FAILED', reasons: [{ field, description: expect.stringMatching(/./) }] })
/** Requests that one project's pages may send at a time. Nothing is given back while the tests run. */
const burst = 60

describe.each(databases)('endpoints about money on $kind', ({ open }) => {
  let folder: string
  let node: Awaited<ReturnType<typeof startEvm>>
  let solana: Awaited<ReturnType<typeof startSolana>>
  let database: TestDatabase
  let running: RunningServices
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-contracts-'))
    ;[node, solana, database] = await Promise.all([startEvm(folder), startSolana(), open()])
    running = await startTestServices({
      database: database.options,
      node: node.url,
      chains: [
        { ...localChain(node.url), ...contractsConfig(31_337), blockTime: 0, testnet: true },
        { ...localSolana, upstreams: [{ url: solana.url }], testnet: true, tokens: listedTokens(localSolanaId) },
      ],
      projects: [...projects, { id: 'busy', name: 'Busy', mode: 'development' }],
      limits: { api: { perSecond: 0.001, burst } },
    })
  }, 120_000)
  afterAll(async () => {
    await running?.close()
    await Promise.all([node?.close(), solana?.close(), database?.remove(), rm(folder, { recursive: true, force: true })])
  }, 60_000)

  const urlOf = ({ path, query }: Pick<Endpoint, 'path' | 'query'>, projectId: string) =>
    `${urls.api}${path}?${new URLSearchParams({ projectId, ...query })}`
  const call = (endpoint: Endpoint, projectId: string, headers: Record<string, string> = {}, body: string | undefined = bodyOf(endpoint)) =>
    ask(running.port, urlOf(endpoint, projectId), { headers, ...(body === undefined ? {} : { method: 'POST', body }) })
  const bodyOf = ({ body }: Endpoint) => body && JSON.stringify(body)

  /** How an answer begins: a stream has no end. */
  function begin(endpoint: Endpoint): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders }> {
    const { host, pathname, search } = new URL(urlOf(endpoint, 'open'))
    const body = bodyOf(endpoint)
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port: running.port, path: pathname + search, method: body ? 'POST' : 'GET', headers: { host } },
        ({ statusCode, headers }) => {
          resolve({ status: statusCode ?? 0, headers })
          outgoing.destroy()
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  test.each(named)('behavior: an answer of $name may be kept as it says', async (endpoint) => {
    const { status, headers } = await begin(endpoint)
    expect(status).toBe(200)
    expect(headers['cache-control']).toMatch(endpoint.cache)
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'ratelimit-limit': String(burst) })
    expect(headers['x-request-id']).toBeTruthy()
  })

  test.each(named)('error: $name refuses a page of an origin that is not allowed', async (endpoint) => {
    const answer = await call(endpoint, 'listed', { origin: 'https://evil.example' })
    expect([answer.status, answer.json]).toEqual([403, refusal('origin')])
    // The page may read why.
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  test.each(named)('error: $name refuses an unknown project', async (endpoint) => {
    const answer = await call(endpoint, 'nobody')
    expect([answer.status, answer.json]).toEqual([401, refusal('authentication')])
  })

  test.each(named.filter(({ body }) => body))('error: $name refuses a body that is too large', async (endpoint) => {
    const answer = await call(endpoint, 'open', {}, JSON.stringify({ ...endpoint.body, filling: 'x'.repeat(65_536) }))
    expect([answer.status, answer.json]).toEqual([413, refusal('body')])
  })

  test('error: every one of them refuses who asks too often, and says when to come back', async () => {
    const [first] = endpoints
    if (!first) expect.fail('There is no endpoint.')
    await Promise.all(Array.from({ length: burst }, () => call({ ...first, path: '/v1/account/nobody/balance' }, 'busy')))
    for (const endpoint of endpoints) {
      const answer = await call(endpoint, 'busy')
      expect([endpoint.path, answer.status, answer.json]).toEqual([endpoint.path, 429, refusal('rate')])
      expect(answer.headers).toMatchObject({ 'ratelimit-limit': String(burst), 'ratelimit-remaining': '0' })
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(answer.headers['access-control-expose-headers']).toContain('Retry-After')
    }
    // Others are not affected.
    expect((await call(first, 'open')).status).toBe(200)
  })

  test('behavior: everybody may ask which chains there are, and keep it for five minutes', async () => {
    const answer = await call({ path: '/v1/supported-chains', cache: '' }, 'nobody', { origin: 'https://evil.example' })
    expect([answer.status, answer.json]).toEqual([200, { http: [evm, localSolanaId], ws: [] }])
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
    const again = await call({ path: '/v1/supported-chains', cache: '' }, 'open', { 'if-none-match': answer.headers.etag ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('GET /v1/account/{address}/changes', () => {
  /** The endpoint alone, over chains that never have news. */
  async function alone() {
    const config = checkConfig({
      urls: { dialog: 'https://dialog.example.com', secure: 'https://secure.example.com', api: 'https://api.example.com' },
      chains: [{ ...localChain(), blockTime: 0, testnet: true }],
    })
    const app = new OpenAPIHono<ApiEnv>()
    const state = { isStopping: false, listeners: 0 }
    changesRoutes(app, {
      config,
      chains: await resolveChains(config.chains),
      projects: shopStore,
      log: pino({ level: 'silent' }),
      indexer: {
        chains: [31_337],
        watch: async () => undefined,
        changes: {
          subscribe: () => {
            state.listeners += 1
            return () => {
              state.listeners -= 1
            }
          },
          hint: () => undefined,
          close: async () => undefined,
        },
      } as never,
      solanaChanges: { hasRoom: () => false, subscribe: () => undefined, close: () => undefined },
      isStopping: () => state.isStopping,
    })
    let clients = 0
    // Each from an address of its own: one address has fewer.
    const listen = async () => app.request(`/v1/account/${holder}/changes?projectId=shop`, {}, { ip: `client ${clients++}` })
    return { state, listen }
  }
  const most = 2_000

  test('error: one stream more than the process can bear is refused, until another one ends', async () => {
    const { state, listen } = await alone()
    const streams = await Promise.all(Array.from({ length: most }, listen))
    expect([...new Set(streams.map(({ status }) => status))]).toEqual([200])
    expect(state.listeners).toBe(most)
    const refused = await listen()
    expect([refused.status, await refused.json()]).toEqual([503, refusal('server')])
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    await streams.pop()?.body?.cancel()
    await expect.poll(() => state.listeners).toBe(most - 1)
    const taken = await listen()
    expect(taken.status).toBe(200)
    expect(state.listeners).toBe(most)
    await Promise.all([...streams, taken].map(({ body }) => body?.cancel()))
  })

  test('error: a server that stops takes no new stream', async () => {
    const { state, listen } = await alone()
    state.isStopping = true
    const refused = await listen()
    expect([refused.status, await refused.json()]).toEqual([503, refusal('server')])
    expect(refused.headers.get('retry-after')).toBe('30')
  })
})
