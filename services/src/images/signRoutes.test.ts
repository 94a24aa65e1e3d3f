import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'
import { type FakeNode, startFakeNode } from '../testing/fakeNode.js'

const picture = 'https://img.example.com/a.png'
const shop = 'https://shop.example.com'

describe('POST /v1/images', () => {
  let database: TestDatabase
  let node: FakeNode
  let running: RunningServices
  beforeAll(async () => {
    const [pglite] = databases
    if (!pglite) throw new Error('No database')
    ;[database, node] = await Promise.all([pglite.open(), startFakeNode()])
    running = await startTestServices({ database: database.options, node: node.url, limits: { api: { perSecond: 1, burst: 40 } } })
  }, 120_000)
  afterAll(async () => {
    await running.close()
    await Promise.all([database.remove(), node.close()])
  })

  const post = (body: unknown, { project = 'listed', origin = urls.dialog }: { project?: string; origin?: string } = {}) =>
    ask(running.port, `${urls.api}/v1/images?projectId=${project}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin ? { origin } : {}) },
      body: JSON.stringify(body),
    })
  const status = async (...parameters: Parameters<typeof post>) => (await post(...parameters)).status
  const show = (path: string) => ask(running.port, `${urls.api}${path}`)

  test('behavior: the dialog gets addresses that this server shows for its project, and for no other', async () => {
    const { status, json } = await post({ origin: shop, urls: [picture, picture] })
    expect([status, json]).toEqual([200, { images: { [picture]: expect.stringMatching(/^\/v1\/image\?.*projectId=listed/) } }])
    const path = (json as { images: Record<string, string> }).images[picture] ?? ''
    // The name resolves to nothing: it was asked for, so the signature is good.
    expect((await show(path)).status).toBe(502)
    expect((await show(path.replace('projectId=listed', 'projectId=open'))).status).toBe(403)
    expect((await show(path.replace('projectId=listed', 'projectId=nobody'))).status).toBe(403)
  })

  test('error: what may never be fetched is not signed', async () => {
    const bad = ['http://img.example.com/a.png', 'https://127.0.0.1/a', 'https://metadata.internal/', 'https://a:b@img.example.com/', 'x']
    expect((await post({ origin: shop, urls: bad })).json).toEqual({ images: {} })
  })

  test('error: an origin that the project does not allow, a caller that is not the dialog, an unknown project', async () => {
    const urlsOf = { urls: [picture] }
    expect(await status({ origin: 'https://other.example', ...urlsOf })).toBe(403)
    expect(await status({ origin: 'nonsense', ...urlsOf })).toBe(403)
    for (const origin of [shop, urls.secure, '', 'null']) expect(await status({ origin: shop, ...urlsOf }, { origin })).toBe(403)
    expect(await status({ origin: shop, ...urlsOf }, { project: 'nobody' })).toBe(403)
  })

  test('error: more than a page may name, none, or no list', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `${picture}?${index}`)
    expect(await status({ origin: shop, urls: many })).toBe(400)
    expect(await status({ origin: shop, urls: [] })).toBe(400)
    expect(await status({ origin: shop, urls: [`${picture}?${'x'.repeat(2_100)}`] })).toBe(400)
    expect(await status({ origin: shop, urls: ['x'.repeat(500_000)] })).toBe(413)
  })

  test('error: 429 for who asks too often', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => status({ origin: shop, urls: [picture] }, { project: 'open' })))
    expect(answers).toContain(429)
  })
})
