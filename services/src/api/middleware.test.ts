import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ApiEnv } from './context.js'
import { allowAnyOrigin, identify } from './middleware.js'

test('behavior: an answer gets its headers without being copied, so that it is passed on in one piece', async () => {
  const answer = new Response('{}')
  const app = new Hono<ApiEnv>()
  app.use(identify)
  app.use(allowAnyOrigin)
  app.get('/', () => answer)
  const got = await app.request('/', { headers: { origin: 'https://shop.example' } })
  expect(got).toBe(answer)
  expect(got.headers.get('access-control-allow-origin')).toBe('*')
  expect(got.headers.get('access-control-expose-headers')).toContain('Retry-After')
})

test('behavior: a failure, and what is not there, may be read by any page', async () => {
  const app = new Hono<ApiEnv>()
  app.use(allowAnyOrigin)
  app.get('/fails', () => {
    throw new Error('no')
  })
  app.onError((_error, c) => c.json({}, 500))
  for (const path of ['/fails', '/nowhere']) expect((await app.request(path)).headers.get('access-control-allow-origin')).toBe('*')
})
