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

/** A server that keeps answers of one route back. */
function keepingBack(wanted: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked: string[] = []
  return {
    options: {
      intercept: (path: string) => void asked.push(path),
      async answer(path: string, response: Response) {
        if (path === wanted) await released
        return response
      },
    },
    asked,
    release: () => release(),
  }
}

test('behavior: signing out ends the session here at once, however long the server takes', async () => {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  // Another visit, which has no access token yet.
  const server = keepingBack(authRoutes.refresh.path)
  const later = await visits.visit({ storage: page.storage, ...server.options })
  let told = false
  const ending = later.session.end(async () => {
    told = true
  })
  await vi.waitFor(() => expect(server.asked).toContain(authRoutes.refresh.path))
  expect(await later.session.stored()).toBeNull()
  expect(told).toBe(true)
  server.release()
  await ending
  expect(server.asked.at(-1)).toBe(authRoutes.signOut.path)
  await expect(page.session.call(authRoutes.me, {})).rejects.toMatchObject({ data: { reason: 'session_expired' } })
})

test('behavior: a renewal that was under way brings nobody back who has signed out', async () => {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  const server = keepingBack(authRoutes.refresh.path)
  const later = await visits.visit({ storage: page.storage, ...server.options })
  const facts = later.session.facts()
  await vi.waitFor(() => expect(server.asked).toContain(authRoutes.refresh.path))
  const ending = later.session.end()
  server.release()
  await expect(facts).rejects.toMatchObject({ data: { reason: 'session_expired' } })
  await ending
  expect(await later.session.stored()).toBeNull()
})

test('error: what is learned of one user is not kept for another one who signed in meanwhile', async () => {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  const before = await page.session.call(authRoutes.me, {})
  visits.world.clock.now += 60_000
  await page.storage.delete('last-email-login')
  await page.signIn(visits.newEmail())
  const now = await page.session.stored()
  await page.session.setUser(before)
  expect(await page.session.stored()).toEqual(now)
})
