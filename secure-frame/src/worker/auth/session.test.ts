import { authRoutes } from '@latchkey/protocol/schemas/account'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { durable, openVisits } from '../vault/testing/visits.js'

let visits: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  visits = await openVisits()
})
beforeEach(() => visits.tick())
afterEach(() => vi.unstubAllGlobals())
afterAll(() => visits?.close())

test('behavior: where the browser keeps nothing, and refuses locks, the session is renewed all the same', async () => {
  // What Chromium and Firefox do in a frame that is denied storage.
  vi.stubGlobal('navigator', {
    locks: { request: () => Promise.reject(new DOMException('request() is not allowed in this context', 'SecurityError')) },
  })
  let expired = false
  const answer = (path: string, response: Response) => {
    if (path !== authRoutes.me.path || expired) return response
    expired = true
    return Response.json({ reasons: [{ field: 'invalid_token' }] }, { status: 401 })
  }
  const asked: string[] = []
  const page = await visits.visit({
    storage: { ...durable(), durable: false },
    answer,
    intercept: (path) => void asked.push(path),
  })
  await page.signIn(visits.newEmail())
  const { user } = await page.session.facts()
  expect(await page.session.call(authRoutes.me, {})).toMatchObject({ id: user.id })
  expect(asked.slice(-3)).toEqual([authRoutes.me.path, authRoutes.refresh.path, authRoutes.me.path])
})
