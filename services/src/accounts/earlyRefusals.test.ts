import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authRoutes, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { openPostgres } from '@latchkey/testkit/src/databases/databases.ts'
import { type Answer, ask } from '@latchkey/testkit/src/server/ask.ts'
import { createDevice } from '@latchkey/testkit/src/server/device.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'
import { writeSites } from '../testing/sites.js'

/* Whatever is refused, by whichever layer: the answer is kept by no cache, and carries the nonce without which the caller's next proof is refused, too. */

const routes = [...Object.values(authRoutes), ...Object.values(vaultRoutes)].map(({ method, path }) => ({ method, path }))
const json = { 'content-type': 'application/json', origin: urls.secure }
const large = Buffer.alloc(600 * 1_024, '0')

async function start() {
  const database = await openPostgres()
  const sites = await writeSites()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-refusals-'))
  const running = await startTestServices({
    node: 'http://127.0.0.1:9',
    database: database.options,
    folders: sites.folders,
    accounts: { mail: { smtp: 'smtp://127.0.0.1:9', from: 'wallet@example.com' }, kms: { file: join(folder, 'kms.json') } },
    limits: { api: { perSecond: 0.001, burst: 5_000 } },
  })
  const close = async () => {
    await running.close()
    await sites.remove()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, running, close }
}

const isMarked = ({ headers }: Pick<Answer, 'headers'>) => ({
  cache: headers['cache-control'],
  nonce: /^[\w-]{43}$/.test(String(headers['dpop-nonce'])),
  readable: String(headers['access-control-expose-headers']).toLowerCase().includes('dpop-nonce'),
})
const marked = { cache: 'no-store', nonce: true, readable: true }

describe('a refusal of the accounts', () => {
  let services: Awaited<ReturnType<typeof start>>
  let running: RunningServices
  beforeAll(async () => {
    services = await start()
    running = services.running
  }, 120_000)
  afterAll(async () => {
    await services?.close()
    await services?.database.remove()
  }, 120_000)

  const send = (path: string, request: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {}) =>
    ask(running.port, `${urls.api}${path}`, { ...request, headers: { ...json, ...request.headers } })
  const fieldOf = ({ text }: Answer) => (JSON.parse(text || '{}') as { reasons?: { field: string }[] }).reasons?.[0]?.field

  const refusals: readonly (readonly [
    string,
    number | undefined,
    string | undefined,
    (path: string, method: string) => Promise<Answer>,
  ])[] = [
    ['a body that is too large', 413, 'too_large', (path) => send(path, { method: 'POST', body: large })],
    [
      'a body in pieces that is too large',
      413,
      'too_large',
      (path) => send(path, { method: 'POST', body: large, headers: { 'transfer-encoding': 'chunked' } }),
    ],
    [
      'no proof, and a body of another type',
      undefined,
      undefined,
      (path) => send(path, { method: 'POST', body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ],
    ['no body', undefined, undefined, (path) => send(path, { method: 'POST' })],
    [
      'a proof that is none',
      undefined,
      undefined,
      (path) => send(path, { method: 'POST', body: '{}', headers: { dpop: 'x', authorization: 'DPoP y' } }),
    ],
    [
      'another site',
      undefined,
      undefined,
      (path) => send(path, { method: 'POST', body: '{}', headers: { origin: 'https://evil.example' } }),
    ],
    ['the method DELETE', 405, 'method', (path) => send(path, { method: 'DELETE' })],
    ['the method PUT', 405, 'method', (path) => send(path, { method: 'PUT', body: '{}' })],
    ['a path below', 404, 'path', (path, method) => send(`${path}/nothing`, { method })],
    ['the path of another spelling', 404, 'path', (path, method) => send(`${path}/`, { method })],
  ]

  test.each(refusals)('error: %s: no cache keeps it, and it has the nonce, on every path', async (_, status, field, refused) => {
    for (const { path, method } of routes) {
      if (status === 413 && method === 'GET') continue
      const answer = await refused(path, method)
      expect([path, answer.status >= 400, isMarked(answer)]).toEqual([path, true, marked])
      if (status !== undefined) expect([path, answer.status, fieldOf(answer)]).toEqual([path, status, field])
    }
  })

  test('error: another method than the call’s names the right one', async () => {
    for (const { path, method } of routes) {
      const answer = await send(path, { method: method === 'GET' ? 'POST' : 'GET' })
      expect([path, answer.status, answer.headers.allow, isMarked(answer)]).toEqual([path, 405, method, marked])
    }
  })

  test('error: a body that ends before its announced size, of a call that is refused without it', async () => {
    const { path } = authRoutes.challenge
    const { host } = new URL(urls.api)
    const socket = connect(running.port, '127.0.0.1')
    const head = [`POST ${path} HTTP/1.1`, `host: ${host}`, `origin: ${urls.secure}`, 'content-length: 100', '', '{"a']
    socket.end(head.join('\r\n'))
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1.1 40[01] /)
    expect(text).toMatch(/^cache-control: no-store\r$/im)
    expect(text).toMatch(/^dpop-nonce: [\w-]{43}\r$/im)
  })

  test('error: too many calls', async () => {
    let answer = await send(authRoutes.methods.path)
    for (let calls = 0; calls < 6_000 && answer.status !== 429; calls += 1) answer = await send(authRoutes.methods.path)
    for (const path of [authRoutes.methods.path, authRoutes.challenge.path, '/vault/v1/nothing', '/auth/nothing']) {
      answer = await send(path, { method: 'POST', body: '{}' })
      expect([path, answer.status, isMarked(answer)]).toEqual([path, 429, marked])
    }
  }, 60_000)
})

describe('a refusal of the accounts while the database is away', () => {
  test('error: the refusal is kept by no cache, and has the nonce', async () => {
    const { database, running, close } = await start()
    try {
      const device = await createDevice(async (request) => {
        const body = request.method === 'POST' ? { body: await request.text() } : {}
        const answer = await ask(running.port, request.url, {
          method: request.method,
          headers: Object.fromEntries(request.headers),
          ...body,
        })
        return new Response(answer.text, {
          status: answer.status,
          headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
        })
      })
      await database.remove()
      for (const { path } of routes) {
        const answer = await ask(running.port, `${urls.api}${path}`, { method: 'POST', body: '{}', headers: json })
        expect([path, answer.status >= 400, isMarked(answer)]).toEqual([path, true, marked])
      }
      const asked = device.must(authRoutes.challenge, { projectId: 'open', origin: 'http://app.localhost', email: 'a@example.com' })
      await expect(asked).rejects.toThrow()
    } finally {
      await close()
    }
  }, 60_000)
})
