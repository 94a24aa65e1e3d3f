import { OpenAPIHono } from '@hono/zod-openapi'
import { describe, expect, test } from 'vitest'
import type { ApiEnv } from './api/context.js'
import { oncePer } from './http/oncePer.js'
import { statusRoutes } from './statusRoutes.js'

/** The routes over a database that answers when the test says so. */
function opened() {
  const asked: { readonly answer: () => void; readonly fail: () => void }[] = []
  let isStopping = false
  const app = new OpenAPIHono<ApiEnv>()
  statusRoutes(app, {
    chains: [],
    gateway: { status: () => ({}) },
    indexer: { status: async () => ({}) },
    ping: () => new Promise<void>((answer, reject) => asked.push({ answer, fail: () => reject(new Error('down')) })),
    isStopping: () => isStopping,
  })
  const stop = () => {
    isStopping = true
  }
  return { asked, stop, ready: () => app.request('/ready') }
}

describe('GET /ready', () => {
  test('behavior: however many ask, the database is asked once at a time; that the process stops is said at once', async () => {
    const { asked, stop, ready } = opened()
    const waiting = Array.from({ length: 50 }, ready)
    expect(asked).toHaveLength(1)
    asked[0]?.answer()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
    expect((await ready()).status).toBe(200)
    expect(asked).toHaveLength(1)
    stop()
    expect(await (await ready()).json()).toMatchObject({ ready: false, database: true, stopping: true })
  })

  test('error: a database that does not answer is asked by one', async () => {
    const { asked, ready } = opened()
    const waiting = Array.from({ length: 50 }, ready)
    asked[0]?.fail()
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(503)
    expect(asked).toHaveLength(1)
  })
})

describe('oncePer', () => {
  test('behavior: asks again when the answer is old, and after a rejection', async () => {
    let now = 0
    let asked = 0
    const ask = async () => {
      asked += 1
      if (asked === 1) throw new Error('not yet')
      return asked
    }
    const once = oncePer(1_000, ask, () => now)
    await expect(once()).rejects.toThrow('not yet')
    expect(await once()).toBe(2)
    now = 999
    expect(await once()).toBe(2)
    now = 1_000
    expect(await once()).toBe(3)
  })
})
