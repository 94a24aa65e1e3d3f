import { connect } from 'node:net'
import { authRoutes, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { projects, startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from './startServices.js'
import { always, type FakeNode, startFakeNode } from './testing/fakeNode.js'
import { writeSites } from './testing/sites.js'

const rpcUrl = (project = 'open', chain = 'eip155:31337') =>
  `${urls.api}/v1/?${new URLSearchParams({ chainId: chain, projectId: project })}`
const call = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })

describe.each(everyDatabase)('startServices on $kind', ({ open }) => {
  let database: TestDatabase
  let sites: Awaited<ReturnType<typeof writeSites>>
  let node: FakeNode
  let running: RunningServices
  let port: number
  beforeAll(async () => {
    ;[database, sites, node] = await Promise.all([open(), writeSites(), startFakeNode()])
    running = await startTestServices({ database: database.options, folders: sites.folders, node: node.url })
    port = running.port
  }, 120_000)
  afterAll(async () => {
    await running.close()
    await Promise.all([database.remove(), sites.remove(), node.close()])
  }, 120_000)

  test('behavior: GET /appkit/v1/config gives the features, undecided ones as null', async () => {
    const answer = await ask(port, `${urls.api}/appkit/v1/config?projectId=open&st=appkit&sv=x`)
    expect(answer.status).toBe(200)
    const { features } = answer.json as { features: { id: string; isEnabled: boolean; config: unknown }[] }
    expect(features.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['social_login', 'swap', 'onramp', 'activity', 'reown_branding', 'multi_wallet']),
    )
    expect(features.every(({ isEnabled, config }) => isEnabled && config === null)).toBe(true)
    expect((await ask(port, `${urls.api}/appkit/v1/config?projectId=listed`)).json).toEqual({
      features: [{ id: 'swap', isEnabled: false, config: [] }],
    })
  })

  test('behavior: GET /projects/v1/origins gives the patterns as configured', async () => {
    expect((await ask(port, `${urls.api}/projects/v1/origins?projectId=listed`)).json).toEqual({
      allowedOrigins: ['https://shop.example.com'],
    })
    expect((await ask(port, `${urls.api}/projects/v1/origins?projectId=open`)).json).toEqual({ allowedOrigins: [] })
  })

  test.each([
    ['/appkit/v1/config', 'nobody', 403, 'projectId', 'Invalid Project ID'],
    ['/appkit/v1/config', '', 403, 'projectId', 'Project ID Not Configured'],
    ['/appkit/v1/config', 'off', 403, 'projectId', 'Invalid Project ID'],
    ['/projects/v1/origins', 'nobody', 401, 'authentication', 'Invalid Project ID'],
    ['/projects/v1/origins', '', 401, 'projectId', 'Project ID Not Configured'],
  ])('error: %s for the project %j', async (path, project, status, field, description) => {
    const answer = await ask(port, `${urls.api}${path}?projectId=${project}`)
    expect(answer.status).toBe(status)
    expect(answer.json).toEqual({ status: 'FAILED', reasons: [{ field, description }] })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['x-request-id']).toBeTruthy()
  })

  test('error: a foreign page is refused, our dialog is not', async () => {
    const url = `${urls.api}/appkit/v1/config?projectId=listed`
    expect((await ask(port, url, { headers: { origin: 'https://evil.example' } })).json).toEqual({
      status: 'FAILED',
      reasons: [{ field: 'origin', description: 'Origin Not Allowed' }],
    })
    expect((await ask(port, url, { headers: { origin: urls.dialog } })).status).toBe(200)
  })

  test('behavior: GET /v1/supported-chains lists the chains that have a node and revalidates', async () => {
    const answer = await ask(port, `${urls.api}/v1/supported-chains`)
    expect(answer.json).toEqual({ http: ['eip155:31337', 'eip155:31338', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'], ws: [] })
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
    const again = await ask(port, `${urls.api}/v1/supported-chains`, { headers: { 'if-none-match': answer.headers.etag ?? '' } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('behavior: /health and /ready answer, also to a probe that knows no hostname', async () => {
    expect((await ask(port, `${urls.api}/health`)).text).toMatch(/^OK v\d+\.\d+\.\d+, commit hash: .+, features: .+, uptime: \d+ seconds$/)
    const ready = await ask(port, 'http://10.1.2.3:8080/ready')
    expect(ready.status).toBe(200)
    expect(ready.json).toMatchObject({ ready: true, database: true, chains: { 'eip155:31337': { upstreams: 1, usable: 1 } }, indexer: {} })
  })

  test.each([...Object.values(urls), 'http://localhost:8080', 'http://127.0.0.1'])('behavior: probes are answered on %s', async (base) => {
    const [health, ready] = [await ask(port, `${base}/health`), await ask(port, `${base}/ready`)]
    expect([health.status, health.text.slice(0, 2), ready.status]).toEqual([200, 'OK', 200])
    for (const { headers } of [health, ready]) expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('behavior: in development a server on this machine asks the API by an address, the gateway included', async () => {
    const { search } = new URL(rpcUrl())
    for (const base of ['http://localhost:4100', 'http://127.0.0.1:4100']) {
      expect((await ask(port, `${base}/siwx/jwks.json`)).json).toMatchObject({ keys: [{}] })
      expect((await ask(port, `${base}/v1/${search}`, { method: 'POST', body: call('eth_chainId') })).json).toMatchObject({
        result: '0x7a69',
      })
    }
  })

  test('behavior: a preflight is allowed, and the headers that a page may read are named', async () => {
    const answer = await ask(port, rpcUrl(), {
      method: 'OPTIONS',
      headers: {
        origin: 'http://foo.localhost',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-headers']).toContain('content-type')
    const real = await ask(port, rpcUrl(), { method: 'POST', body: call('eth_chainId'), headers: { origin: 'http://foo.localhost' } })
    expect(real.headers['access-control-allow-origin']).toBe('*')
    for (const name of ['Retry-After', 'RateLimit-Remaining', 'x-request-id'])
      expect(real.headers['access-control-expose-headers']).toContain(name)
  })

  test("behavior: a caller's request id comes back, unless it is no id", async () => {
    const give = async (id: string) => (await ask(port, `${urls.api}/health`, { headers: { 'x-request-id': id } })).headers['x-request-id']
    expect(await give('abcd-1234')).toBe('abcd-1234')
    expect(await give('<script>')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('behavior: the gateway answers at /v1 and /v1/, whatever the content type', async () => {
    for (const path of ['/v1', '/v1/']) {
      const url = `${urls.api}${path}?chainId=eip155:31337&projectId=open`
      const answer = await ask(port, url, { method: 'POST', body: call('eth_chainId'), headers: { 'content-type': 'text/plain' } })
      expect(answer.json).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
      expect(answer.headers['content-type']).toBe('application/json')
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect((await ask(port, rpcUrl())).status).toBe(405)
  })

  test('error: malformed and hostile bodies are answered and pollute nothing', async () => {
    const bodies = [
      '{"__proto__":{"polluted":1}}',
      '[{"__proto__":{"polluted":1}}]',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '\u0000',
      '{"a":',
      '[[[[',
      'ÿþ',
    ]
    for (const body of bodies) {
      const answer = await ask(port, rpcUrl(), { method: 'POST', body })
      expect([200, 400], body).toContain(answer.status)
      expect(answer.json).toBeTruthy()
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    for (const query of ['projectId[]=open', '__proto__[x]=1', 'projectId=%00', `projectId=${'x'.repeat(5_000)}`])
      expect((await ask(port, `${urls.api}/appkit/v1/config?${query}`)).status).toBe(403)
  })

  test.each([
    ['APP.LOCALHOST:99', 200, '<!doctype html>'],
    ['app.localhost.', 200, '<!doctype html>'],
    ['evil.com', 421, 'This server answers for'],
    ['app.localhost.evil.com', 421, 'This server answers for'],
    ['__proto__', 421, 'This server answers for'],
    ['', 400, 'The Host header is missing or malformed.'],
    ['app.localhost:', 400, 'The Host header is missing or malformed.'],
    ['a b', 400, 'The Host header is missing or malformed.'],
    ['app.localhost/x', 400, 'The Host header is missing or malformed.'],
  ])('behavior: the Host %j is answered with %i', async (host, status, text) => {
    const raw = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))
      let received = ''
      socket.on('data', (data) => {
        received += data.toString()
      })
      socket.on('end', () => resolve(received))
      socket.on('error', reject)
    })
    expect(raw.split('\r\n')[0]).toContain(` ${status} `)
    expect(raw).toContain(text)
  })

  test('behavior: /openapi.json describes every endpoint', async () => {
    const { paths } = (await ask(port, `${urls.api}/openapi.json`)).json as { paths: object }
    const wallet = [...Object.values(authRoutes), ...Object.values(vaultRoutes)].map((route) => route.path)
    expect(
      Object.keys(paths)
        .filter((path) => /^\/(auth|vault)\//.test(path))
        .sort(),
    ).toEqual(wallet.sort())
    expect(
      Object.keys(paths)
        .filter((path) => !wallet.includes(path))
        .sort(),
    ).toEqual([
      '/appkit/v1/config',
      '/batch',
      '/ccip',
      '/ccip/{sender}/{data}',
      '/e',
      '/getAnalyticsConfig',
      '/getWalletImage/{id}',
      '/getWalletNames',
      '/getWallets',
      '/health',
      '/projects/v1/origins',
      '/public/getAssetImage/{id}',
      '/public/getCurrencyImage/{code}',
      '/public/getTokenImage/{symbol}',
      '/ready',
      '/siwx/jwks.json',
      '/siwx/me',
      '/siwx/nonce',
      '/siwx/sessions',
      '/siwx/sign-out',
      '/v1/',
      '/v1/account/{address}/balance',
      '/v1/account/{address}/changes',
      '/v1/account/{address}/history',
      '/v1/account/{address}/identity',
      '/v1/account/{address}/nfts',
      '/v1/account/{address}/transactions/{hash}',
      '/v1/bundler',
      '/v1/convert/allowance',
      '/v1/convert/arrival',
      '/v1/convert/build-approve',
      '/v1/convert/build-transaction',
      '/v1/convert/gas-price',
      '/v1/convert/quotes',
      '/v1/convert/tokens',
      '/v1/fungible/price',
      '/v1/generators/onrampurl',
      '/v1/identity/{address}',
      '/v1/image',
      '/v1/images',
      '/v1/onramp/options',
      '/v1/onramp/orders/{id}',
      '/v1/onramp/quote',
      '/v1/profile/account',
      '/v1/profile/account/{name}',
      '/v1/profile/account/{name}/address',
      '/v1/profile/account/{name}/addresses',
      '/v1/profile/account/{name}/attributes',
      '/v1/profile/reverse/{address}',
      '/v1/profile/suggestions/{name}',
      '/v1/sessions/{id}',
      '/v1/sessions/{id}/revoke',
      '/v1/supported-chains',
      '/verify',
    ])
  })

  test('error: an unknown endpoint is 404 in the common form', async () => {
    expect((await ask(port, `${urls.api}/nope`)).json).toEqual({
      status: 'FAILED',
      reasons: [{ field: 'path', description: 'There is no such endpoint.' }],
    })
  })

  describe('stopping and starting again', () => {
    const restart = async (changes: Parameters<typeof startTestServices>[0] | object = {}) => {
      await running.close()
      running = await startTestServices({ database: database.options, folders: sites.folders, node: node.url, ...changes })
      port = running.port
    }

    test('error: too many requests are 429 with Retry-After', async () => {
      await restart({ limits: { api: { perSecond: 0.01, burst: 2 } } })
      const url = `${urls.api}/appkit/v1/config?projectId=open`
      const answers = [await ask(port, url), await ask(port, url), await ask(port, url)]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
      expect(answers[0]?.headers['ratelimit-remaining']).toBe('1')
      expect(answers[2]?.json).toEqual({ status: 'FAILED', reasons: [{ field: 'rate', description: 'Rate Limited' }] })
      expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0)
    })

    test.each(['/e', '/batch', '/getAnalyticsConfig'])(
      'error: too many requests to %s are 429 with Retry-After, whatever they carry',
      async (path) => {
        await restart({ limits: { api: { perSecond: 0.01, burst: 2 } } })
        const post = () =>
          ask(port, `${urls.api}${path}?projectId=open`, path === '/getAnalyticsConfig' ? {} : { method: 'POST', body: '[]' })
        const answers = [await post(), await post(), await post()]
        expect(answers.map(({ status }) => status === 429)).toEqual([false, false, true])
        expect(answers[2]?.json).toEqual({ status: 'FAILED', reasons: [{ field: 'rate', description: 'Rate Limited' }] })
        expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0)
      },
      30_000,
    )

    test('error: whoever invents project ids is counted by address, and so is every call of the accounts', async () => {
      await restart({ limits: { api: { perSecond: 0.01, burst: 2 } } })
      const statuses = async (urlOf: (id: string) => string) => {
        const found: number[] = []
        for (const id of ['one', 'two', 'three']) found.push((await ask(port, urlOf(`invented-${id}`))).status)
        return found
      }
      expect(await statuses((id) => `${urls.api}/appkit/v1/config?projectId=${id}`)).toEqual([403, 403, 429])
      expect((await statuses((id) => `${urls.api}/auth/methods?projectId=${id}`)).at(-1)).toBe(429)
      expect((await ask(port, `${urls.api}/appkit/v1/config?projectId=open`)).status).toBe(200)
    })

    test('behavior: a restart finds its projects again, changed as configured', async () => {
      const [first, ...rest] = projects
      await restart({ projects: [{ ...first, origins: ['https://new.example'] }, ...rest] })
      expect((await ask(port, `${urls.api}/projects/v1/origins?projectId=open`)).json).toEqual({ allowedOrigins: ['https://new.example'] })
    })

    test('behavior: stopping lets a request finish, takes no new one, and may be asked for twice', async () => {
      await restart()
      let release = () => undefined as undefined
      const held = new Promise<void>((resolve) => {
        release = () => void resolve() as undefined
      })
      let arrived = false
      node.answer = async (body, text) => {
        arrived = true
        await held
        return always('0xlate')(body, text)
      }
      const late = ask(port, rpcUrl(), { method: 'POST', body: call('eth_gasPrice') })
      await expect.poll(() => arrived).toBe(true)
      const closing = [running.close(), running.close()]
      const state = () =>
        ask(port, `${urls.api}/health`).then(
          () => 'open',
          (error: NodeJS.ErrnoException) => error.code,
        )
      await expect.poll(state).toBe('ECONNREFUSED')
      release()
      expect((await late).json).toMatchObject({ result: '0xlate' })
      await Promise.all(closing)
      node.answer = always('0x1')
    })

    test('error: a taken port is one sentence, and the database is free again', async () => {
      await running.close()
      const holder = await startFakeNode()
      const taken = Number(new URL(holder.url).port)
      await expect(restart({ listen: { port: taken } })).rejects.toThrow(`Port ${taken} on 127.0.0.1 is already in use.`)
      await holder.close()
      await restart()
      expect((await ask(port, `${urls.api}/ready`)).status).toBe(200)
    })
  })
})
