import { originsErrors } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Dialog } from '../lib/dialog.js'
import { json, rpcServer } from '../testing/rpcServer.js'
import { testDialog } from '../testing/testDialog.js'
import { fetchConfig } from './config.js'
import { configureApi, request, setClientId, statusOf } from './http.js'
import { fetchAllowedOrigins } from './origins.js'
import { fetchNonce } from './siwx.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

let server: Awaited<ReturnType<typeof rpcServer>>

beforeEach(async () => {
  server = await rpcServer((_seen, response) => json(response, { ok: true }))
  configureApi(dialog, { baseUrls: { api: server.url }, projectId: 'p 1', sdk: { type: 'latchkey', version: 'script-1.0.0' } })
})
afterEach(async () => {
  setClientId(dialog, undefined)
  await server.close()
})

const any = (value: unknown) => value
const query = (index = 0) => Object.fromEntries(new URL(server.seen[index]?.url ?? '', server.url).searchParams)

describe('request', () => {
  test('behavior: every call carries project, SDK type and version; clientId once it is set; no cookies', async () => {
    await request(dialog, { path: '/a', query: { page: 2, search: undefined }, schema: any })
    expect(query()).toEqual({ projectId: 'p 1', st: 'latchkey', sv: 'script-1.0.0', page: '2' })
    setClientId(dialog, 'c')
    await request(dialog, { path: '/a', schema: any })
    expect(query(1).clientId).toBe('c')
    expect(server.seen[0]?.headers.cookie).toBeUndefined()
  })

  test('behavior: a body is sent as JSON', async () => {
    await request(dialog, { path: '/a', body: { x: 1 }, schema: any })
    expect(server.seen[0]?.body).toEqual({ x: 1 })
  })

  test('error: another status than 2xx is the specified sentence, with the answer as cause', async () => {
    server.play((_seen, response) => json(response, { reasons: [{ description: 'why' }] }, 403))
    const error = await request(dialog, { path: '/a', schema: any }).catch((thrown: unknown) => thrown as Error)
    expect((error as Error).message).toBe('HTTP status code: 403')
    expect(statusOf(error)).toBe(403)
    expect(await ((error as Error).cause as Response).json()).toEqual({ reasons: [{ description: 'why' }] })
  })

  test('error: a foreign answer and an abort throw', async () => {
    await expect(fetchConfig(dialog)).rejects.toMatchObject({ code: -32602 })
    await expect(request(dialog, { path: '/a', schema: any, signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
  })
})

describe('timeout', () => {
  const settings = () => ({ baseUrls: { api: server.url }, projectId: 'p', sdk: { type: 'latchkey', version: '1' } })
  const late = { name: 'TimeoutError' }
  const { signal } = new AbortController()

  test.each(['before', 'in the middle of'] as const)('error: a server that stops %s its answer is not waited for', async (when) => {
    server.play((_seen, response) => void (when === 'before' || response.writeHead(200, { 'content-length': '9' }).write('{')))
    configureApi(dialog, { ...settings(), timeout: 50 })
    await expect(request(dialog, { path: '/a', schema: any })).rejects.toMatchObject(late)
    await expect(request(dialog, { path: '/a', schema: any, signal })).rejects.toMatchObject(late)
    await expect(fetchNonce(dialog, 'https://a.example')).rejects.toMatchObject(late)
    await expect(fetchAllowedOrigins(dialog)).rejects.toMatchObject(late)
  })

  test('behavior: the caller’s signal ends a call before', async () => {
    server.play(() => {})
    configureApi(dialog, settings())
    const control = new AbortController()
    const asked = request(dialog, { path: '/a', schema: any, signal: control.signal })
    control.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
  })
})

describe('fetchAllowedOrigins', () => {
  test.each([
    [429, originsErrors.rateLimited],
    [500, originsErrors.serverError],
    [503, originsErrors.serverError],
  ])('error: %i raises %s', async (status, message) => {
    server.play((_seen, response) => json(response, {}, status))
    await expect(fetchAllowedOrigins(dialog)).rejects.toThrow(message)
  })

  test('behavior: the list; otherwise an empty one', async () => {
    server.play((_seen, response) => json(response, { allowedOrigins: ['https://a.example'] }))
    expect(await fetchAllowedOrigins(dialog)).toEqual(['https://a.example'])
    server.play((_seen, response) => json(response, {}, 403))
    expect(await fetchAllowedOrigins(dialog)).toEqual([])
    server.play((_seen, response) => json(response, { nothing: true }))
    expect(await fetchAllowedOrigins(dialog)).toEqual([])
  })
})
