import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyDatabase, openPostgres, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from './db/database.js'
import { openDatabase } from './db/openDatabase.js'
import { loggableError } from './log.js'
import type { RunningServices } from './startServices.js'
import { type FakeNode, startFakeNode } from './testing/fakeNode.js'
import { writeSites } from './testing/sites.js'

const rpc = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
const page = 'origin=https://shop.example.com'

describe('startServices, when its database goes away', () => {
  let folder: string
  let sites: Awaited<ReturnType<typeof writeSites>>
  let node: FakeNode
  let running: RunningServices
  beforeAll(async () => {
    const database = await openPostgres()
    ;[sites, node] = await Promise.all([writeSites(), startFakeNode()])
    folder = await mkdtemp(join(tmpdir(), 'latchkey-down-'))
    const log = { level: 'info' as const, file: join(folder, 'services.log') }
    running = await startTestServices({ database: database.options, folders: sites.folders, node: node.url, log })
    await ask(running.port, `${urls.api}/appkit/v1/config?projectId=open`)
    await database.remove()
  }, 120_000)
  afterAll(async () => {
    await running.close()
    await Promise.all([sites.remove(), node.close(), rm(folder, { recursive: true })])
  }, 120_000)

  test.each([
    ['GET', `${urls.api}/appkit/v1/config?projectId=listed`],
    ['GET', `${urls.api}/projects/v1/origins?projectId=listed`],
    ['GET', `${urls.api}/getWallets?projectId=listed`],
    ['POST', `${urls.api}/batch?projectId=listed`],
    ['GET', `${urls.api}/v1/image?projectId=listed&url=https://a.example/b.png`],
    ['POST', `${urls.api}/v1/images?projectId=listed`],
    ['POST', `${urls.api}/v1/bundler?projectId=listed&chainId=eip155:31337`],
    ['POST', `${urls.api}/v1/?projectId=listed&chainId=eip155:31337`],
    ['GET', `${urls.api}/ready`],
    ['GET', `${urls.dialog}/?project=listed&${page}`],
    ['GET', `${urls.secure}/sdk?project=listed&${page}`],
  ])('error: %s %s is 503 with Retry-After', async (method, url) => {
    const answer = await ask(running.port, url, { method, ...(method === 'POST' ? { body: rpc } : {}) })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  const linesOf = async () =>
    (await readFile(join(folder, 'services.log'), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { readonly level: string; readonly msg: string; readonly status?: number })

  test('behavior: the outage has one line, and no 503 is called usual', async () => {
    for (let asked = 0; asked < 3; asked += 1) await ask(running.port, `${urls.api}/ready`)
    const told = async () => (await linesOf()).filter(({ msg }) => msg.startsWith('The database does not answer'))
    await vi.waitFor(async () => expect((await told()).map(({ level }) => level)).toEqual(['warn']))
    const refused = (await linesOf()).filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ level }) => level))).toEqual(new Set(['warn']))
    expect(await told()).toHaveLength(1)
  })

  test('behavior: what is known is answered, and what somebody invents is refused', async () => {
    expect((await ask(running.port, `${urls.api}/appkit/v1/config?projectId=open`)).status).toBe(200)
    expect((await ask(running.port, `${urls.api}/appkit/v1/config?projectId=invented`)).status).toBe(403)
  })

  test("behavior: every answer's x-request-id is in its log line", async () => {
    const asked = [
      ['GET', `${urls.api}/health`, 200],
      ['GET', `${urls.api}/appkit/v1/config?projectId=listed`, 503],
      ['GET', `${urls.dialog}/nothing`, 404],
      ['GET', `${urls.secure}/sdk?project=listed&${page}`, 503],
      ['GET', 'http://elsewhere.example/', 421],
      ['POST', `${urls.api}/v1/?projectId=nobody&chainId=eip155:31337`, 401],
      ['POST', `${urls.api}/v1/?projectId=listed&chainId=eip155:31337`, 503],
    ] as const
    for (const [method, url, status] of asked) {
      const answer = await ask(running.port, url, { method, ...(method === 'POST' ? { body: rpc } : {}) })
      const id = answer.headers['x-request-id'] as string
      expect([url, answer.status, id]).toEqual([url, status, expect.stringMatching(/^[0-9a-f-]{36}$/)])
      const lines = (await readFile(join(folder, 'services.log'), 'utf8')).split('\n').filter((line) => line.includes(id))
      expect(lines.map((line) => (JSON.parse(line) as { status?: number }).status)).toContain(status)
    }
  })
})

describe.each(everyDatabase)('loggableError on $kind', ({ open }) => {
  let database: TestDatabase
  let opened: OpenDatabase
  beforeAll(async () => {
    database = await open()
    opened = await openDatabase(database.options)
  }, 120_000)
  afterAll(async () => {
    await opened.close()
    await database.remove()
  }, 120_000)

  test('behavior: what a failed query was about is not said, only which one failed and how', async () => {
    const failing = opened.db.execute(sql`select * from nowhere where email = ${'ann@example.com'}`)
    const error: unknown = await failing.catch((failed) => failed)
    expect((error as Error).message).toContain('ann@example.com')
    expect(loggableError(error)).toMatch(/^Failed query: select \* from nowhere where email = \$1 \(42P01\)$/)
  })
})
