import { OpenAPIHono } from '@hono/zod-openapi'
import { eventLimits } from '@latchkey/protocol'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { projects, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiEnv } from '../api/context.js'
import { checkConfig } from '../config/readConfig.js'
import type { OpenDatabase } from '../db/database.js'
import { openDatabase } from '../db/openDatabase.js'
import { analyticsEvents } from '../db/schema.js'
import { createProjectStore, seedProjects } from '../projects/projectStore.js'
import { reportRoutes } from './reportRoutes.js'
import { openReports } from './reports.js'

const report = (changes: object = {}, props: object = {}) => ({
  eventId: crypto.randomUUID(),
  url: 'https://shop.example.com/cart?session=secret#card',
  domain: 'shop.example.com',
  timestamp: 1_790_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false }, ...props },
  ...changes,
})

describe.each(everyDatabase)('reports of visits ($kind)', ({ open }) => {
  let folder: TestDatabase
  let database: OpenDatabase
  let time = Date.UTC(2026, 10, 1)
  beforeAll(async () => {
    folder = await open()
    database = await openDatabase(folder.options)
    await seedProjects(
      database.db,
      checkConfig({
        urls,
        chains: [
          {
            id: 31_337,
            name: 'Local',
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            upstreams: [{ url: 'http://127.0.0.1:1' }],
          },
        ],
        projects,
      }).projects,
    )
  }, 60_000)
  afterAll(async () => {
    await database?.close()
    await folder?.remove()
  }, 60_000)
  beforeEach(async () => void (await database.db.delete(analyticsEvents)))

  /** The endpoints as an operator gets them who keeps reports, or does not. */
  const serve = (enabled = true) => {
    const config = checkConfig({
      urls,
      chains: [
        {
          id: 31_337,
          name: 'Local',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [{ url: 'http://127.0.0.1:1' }],
        },
      ],
      projects,
    })
    const reports = openReports(
      database.db,
      { enabled, retentionDays: 30 },
      () => {},
      () => time,
    )
    const app = new OpenAPIHono<ApiEnv>()
    reportRoutes(app, { config, chains: [], projects: createProjectStore(database.db), log: {} as never, reports })
    const post = (path: string, body: unknown, project = 'listed', type = 'text/plain;charset=UTF-8', ip = '198.51.100.1') =>
      app.request(
        `${path}?projectId=${project}&st=latchkey&sv=html-1.2.3`,
        {
          method: 'POST',
          headers: { 'content-type': type, origin: urls.dialog },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        },
        { ip },
      )
    return { app, post, reports }
  }
  const rows = () => database.db.select().from(analyticsEvents)

  test('behavior: a batch is kept, with the page but without what its address holds besides', async () => {
    const { post } = serve()
    const one = report({}, { address: '0xabc' })
    const answer = await post('/batch', [one, report({}, { event: 'CONNECT_ERROR', type: 'error', properties: { reason: 'locked' } })])
    expect([answer.status, await answer.text()]).toEqual([202, ''])
    expect(await rows()).toHaveLength(2)
    expect((await rows()).find(({ id }) => id === one.eventId)).toMatchObject({
      projectId: 'listed',
      url: 'https://shop.example.com/cart',
      domain: 'shop.example.com',
      type: 'track',
      event: 'MODAL_OPEN',
      address: '0xabc',
      properties: { connected: false },
      sdkVersion: 'html-1.2.3',
      happenedAt: new Date(1_790_000_000_000),
    })
  })

  test('behavior: one event by itself; a report that comes twice is kept once; that a page was loaded is nobody’s business', async () => {
    const { post } = serve()
    const one = report()
    for (const body of [one, one, report({}, { event: 'MODAL_CREATED' })])
      expect((await post('/e', body, 'listed', 'application/json')).status).toBe(202)
    expect((await rows()).map(({ id }) => id)).toEqual([one.eventId])
  })

  test('behavior: what a dialog of another version reports is kept, with what of it can be read', async () => {
    const { app } = serve()
    const { type: _type, ...props } = report().props
    const sent = report({ props: { ...props, event: 'VIEW_OF_LATER', address: null, properties: { network: null, wallet: 'Harbor' } } })
    const answer = await app.request('/e?projectId=listed&sv=%00', { method: 'POST', body: JSON.stringify(sent) })
    expect([answer.status, await answer.text()]).toEqual([202, ''])
    expect(await rows()).toMatchObject([
      { type: 'track', event: 'VIEW_OF_LATER', address: null, properties: { wallet: 'Harbor' }, sdkVersion: null },
    ])
  })

  test('behavior: an operator who keeps none says so, and keeps none', async () => {
    const { app, post } = serve(false)
    const answer = await app.request('/getAnalyticsConfig?projectId=listed')
    expect([answer.status, await answer.json()]).toEqual([200, { isAnalyticsEnabled: false }])
    expect((await post('/batch', [report()])).status).toBe(202)
    expect(await rows()).toEqual([])
    expect(await (await serve().app.request('/getAnalyticsConfig?projectId=listed')).json()).toEqual({ isAnalyticsEnabled: true })
  })

  test('behavior: at most five errors a minute are kept of one address', async () => {
    const { post } = serve()
    expect(
      (
        await post(
          '/batch',
          Array.from({ length: 9 }, () => report({}, { type: 'error', event: 'ERROR_SHOWN' })),
        )
      ).status,
    ).toBe(202)
    expect(await rows()).toHaveLength(5)
  })

  test('behavior: the errors of one project, or of one address, take nothing from another', async () => {
    const { post } = serve()
    const failures = (url: string) => Array.from({ length: 9 }, () => report({ url }, { type: 'error', event: 'ERROR_SHOWN' }))
    expect((await post('/batch', failures('https://shop.example.com/'))).status).toBe(202)
    for (const ip of ['198.51.100.1', '203.0.113.7'])
      expect((await post('/batch', failures('http://localhost:5173/'), 'open', 'text/plain', ip)).status).toBe(202)
    expect((await rows()).map(({ projectId }) => projectId).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'listed'),
      ...Array.from({ length: 10 }, () => 'open'),
    ])
  })

  test('behavior: a body of exactly the largest size is taken, and what it says besides is left out', async () => {
    const { post } = serve()
    const one = { ...report(), secret: '' }
    const body = JSON.stringify([{ ...one, secret: 'x'.repeat(eventLimits.body - JSON.stringify([one]).length) }])
    expect(body).toHaveLength(eventLimits.body)
    expect((await post('/batch', body)).status).toBe(202)
    expect(JSON.stringify(await rows())).not.toContain('xxx')
    expect((await post('/batch', `${body} `)).status).toBe(413)
    expect((await post('/e', `${body} `)).status).toBe(413)
    expect(await rows()).toHaveLength(1)
  })

  test('error: a body without a length is counted while it comes, and not read to its end', async () => {
    const { app } = serve()
    let pieces = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1
        if (pieces > 1_000) return controller.close()
        controller.enqueue(new Uint8Array(16_384).fill(0x20))
      },
    })
    const answer = await app.request('/batch?projectId=listed', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(413)
    expect(pieces).toBeLessThan(20)
  })

  test('behavior: as many as are allowed at a time', async () => {
    const unwanted = Array.from({ length: eventLimits.perBatch }, () => ({ props: { event: 'MODAL_CREATED' } }))
    expect((await serve().post('/batch', unwanted)).status).toBe(202)
    expect(await rows()).toEqual([])
  })

  test('behavior: they are deleted after the time that the operator set', async () => {
    const { post, reports } = serve()
    await post('/e', report())
    time += 29 * 86_400_000
    await post('/e', report())
    await reports.sweep()
    expect(await rows()).toHaveLength(2)
    time += 2 * 86_400_000
    await reports.sweep()
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    ['no JSON', '/batch', '{', 400],
    ['no list', '/batch', report(), 400],
    ['no report', '/e', { event: 'x' }, 400],
    ['an event whose name is none', '/e', report({}, { event: 'what was typed' }), 400],
    ['a time that no database holds', '/e', report({ timestamp: 1_700_000_000_000_000 }), 400],
    ['a text that no database holds', '/e', report({ domain: 'a\0b' }), 400],
    ['half a character', '/e', report({}, { properties: { name: '\ud800' } }), 400],
    ['an address of something else', '/e', report({ url: 'data:text/html,x' }), 400],
    ['too many', '/batch', Array.from({ length: 501 }, () => ({ props: { event: 'MODAL_CREATED' } })), 413],
    ['too large', '/batch', [report({}, { properties: { a: 'x'.repeat(70_000) } })], 413],
  ])('error: %s', async (_what, path, body, status) => {
    expect((await serve().post(path, body)).status).toBe(status)
    expect(await rows()).toEqual([])
  })

  test('error: a page that the project does not allow, and a project that there is not', async () => {
    const { app, post } = serve()
    const foreign = await post('/batch', [report({ url: 'https://other.example/' })])
    expect([foreign.status, await foreign.text()]).toEqual([403, 'Forbidden - https://other.example is not an allowed origin.'])
    expect((await post('/batch', [report()], 'nobody')).status).toBe(403)
    for (const query of ['', '?projectId=nobody']) expect((await app.request(`/getAnalyticsConfig${query}`)).status).toBe(403)
    expect(await rows()).toEqual([])
  })
})
