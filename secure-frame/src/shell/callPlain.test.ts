import { authRoutes } from '@latchkey/protocol/schemas/account'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError, callPlain } from './callPlain.js'

const api = 'https://api.example'
const token = 'A'.repeat(43)
const body = { token, number: '47' }

let keys: (string | undefined)[]
let answers: (() => Response)[]
const broken = (): Response => {
  throw new TypeError('Failed to fetch')
}
beforeEach(() => {
  keys = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    return (answers.shift() ?? broken)()
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('callPlain', () => {
  test('behavior: a press whose connection broke counts once: it is asked for again by the same name', async () => {
    answers = [broken, broken, () => Response.json({})]
    await callPlain(api, authRoutes.linkApprove, body)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
    answers = [() => Response.json({})]
    await callPlain(api, authRoutes.linkApprove, body)
    expect(keys[3]).not.toBe(keys[0])
  })

  test('error: a connection that breaks each time, and none at all, are offline', async () => {
    answers = []
    await expect(callPlain(api, authRoutes.linkApprove, body)).rejects.toEqual(new CallError('offline'))
    expect(keys).toHaveLength(3)
    vi.stubGlobal('navigator', { onLine: false })
    await expect(callPlain(api, authRoutes.linkApprove, body)).rejects.toEqual(new CallError('offline'))
    expect(keys).toHaveLength(4)
  })

  test('error: a refusal is one, and is asked for once', async () => {
    answers = [() => Response.json({ reasons: [{ field: 'link_gone' }] }, { status: 410 })]
    await expect(callPlain(api, authRoutes.linkApprove, body)).rejects.toEqual(new CallError('link_gone'))
    expect(keys).toHaveLength(1)
  })
})
