import { authRoutes } from '@latchkey/protocol/schemas/account'
import { describe, expect, test } from 'vitest'
import { memoryKeyValue } from '../storage/keyValue.js'
import { fromBase64url } from '../vault/bytes.js'
import { createAccounts } from './accounts.js'
import { loadDeviceKey } from './deviceKey.js'

const api = 'https://api.example'
const body = { challengeId: 'a'.repeat(22) }
const decode = (part = '') => JSON.parse(new TextDecoder().decode(fromBase64url(part)))
const refusal = (field: string, status: number, headers: Record<string, string> = {}, data?: object) =>
  new Response(JSON.stringify({ status: 'FAILED', reasons: [{ field, description: 'x' }], ...(data ? { data } : {}) }), { status, headers })

async function setUp(answers: readonly (() => Response)[]) {
  const device = await loadDeviceKey(memoryKeyValue())
  const asked: { url: string; headers: Record<string, string> }[] = []
  const accounts = createAccounts(api, device, (async (url: string, init: RequestInit) => {
    asked.push({ url, headers: init.headers as Record<string, string> })
    const answer = answers[asked.length - 1]
    if (!answer) throw new TypeError('offline')
    return answer()
  }) as typeof fetch)
  return { device, asked, accounts }
}
const failure = (run: Promise<unknown>) => run.catch((error: unknown) => error)

describe('createAccounts', () => {
  test('behavior: proves the device, and asks again with the nonce that the server wants', async () => {
    const pending = () => Response.json({ status: 'PENDING', expiresIn: 60 })
    const { accounts, asked, device } = await setUp([() => refusal('use_dpop_nonce', 401, { 'dpop-nonce': 'fresh' }), pending])
    expect(await accounts.call(authRoutes.device, body)).toEqual({ status: 'PENDING', expiresIn: 60 })
    const [first, second] = asked.map(({ headers }) => (headers.dpop ?? '').split('.'))
    expect(decode(first?.[0])).toEqual({ typ: 'dpop+jwt', alg: 'ES256', jwk: device.jwk })
    expect(decode(first?.[1])).toEqual({
      jti: expect.any(String),
      htm: 'POST',
      htu: `${api}/auth/v1/email/device`,
      iat: expect.any(Number),
    })
    expect(decode(second?.[1])).toMatchObject({ nonce: 'fresh' })
    expect(decode(second?.[1]).jti).not.toBe(decode(first?.[1]).jti)
    const key = await crypto.subtle.importKey('jwk', device.jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    const signed = new TextEncoder().encode(`${second?.[0]}.${second?.[1]}`)
    expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, fromBase64url(second?.[2] ?? ''), signed)).toBe(true)
  })

  test('behavior: a call whose connection broke is made up to twice more, with a proof of its own', async () => {
    const broken = (): Response => {
      throw new TypeError('Failed to fetch')
    }
    const { accounts, asked } = await setUp([broken, broken, () => Response.json({ status: 'PENDING', expiresIn: 60 })])
    expect(await accounts.call(authRoutes.device, body)).toEqual({ status: 'PENDING', expiresIn: 60 })
    const proofs = asked.map(({ headers }) => decode((headers.dpop ?? '').split('.')[1]).jti)
    expect(new Set(proofs).size).toBe(3)
  })

  test('behavior: what cannot be done twice is named, and asked for by the same name when its answer breaks off', async () => {
    const pending = () => Response.json({ status: 'PENDING', expiresIn: 60 })
    const brokenOff = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError('network error')),
        }),
      )
    const sent = () => Response.json({ challengeId: body.challengeId, expiresIn: 60, resendAfter: 30 })
    const { accounts, asked } = await setUp([
      () => refusal('use_dpop_nonce', 401, { 'dpop-nonce': 'fresh' }),
      sent,
      brokenOff,
      sent,
      pending,
    ])
    await accounts.call(authRoutes.resend, body)
    await accounts.call(authRoutes.resend, body)
    await accounts.call(authRoutes.device, body)
    const names = asked.map(({ headers }) => headers['idempotency-key'])
    expect(names).toEqual([names[0], names[0], names[2], names[2], undefined])
    expect(names[2]).not.toBe(names[0])
    expect(names[0]).toMatch(/^[\w-]{36}$/)
  })

  test('error: a call that was given up is no failure of the network', async () => {
    const { accounts } = await setUp([])
    expect(await failure(accounts.call(authRoutes.device, body))).toMatchObject({ data: { reason: 'offline' } })
    const outcome = await failure(accounts.call(authRoutes.device, body, undefined, AbortSignal.abort()))
    expect(outcome).toMatchObject({ code: 4001, message: 'Something went wrong' })
  })

  test('error: what the server refuses has a reason and what is left', async () => {
    const { accounts } = await setUp([
      () => refusal('otp_wrong', 401, {}, { attemptsLeft: 3 }),
      () => refusal('too_many_requests', 429, { 'retry-after': '17' }),
      () => refusal('something_new', 400),
      () => refusal('too_many_requests', 429, { 'retry-after': '1800' }),
    ])
    const ask = () => failure(accounts.call(authRoutes.device, body))
    expect(await ask()).toMatchObject({ field: 'otp_wrong', data: { reason: 'otp_wrong', attemptsLeft: 3 } })
    expect(await ask()).toMatchObject({
      code: -32005,
      message: 'Please try again after 17 seconds',
      data: { reason: 'cooldown', retryAfter: 17 },
    })
    expect(await ask()).toMatchObject({ data: { reason: 'refused' }, message: 'Something went wrong' })
    expect(await ask()).toMatchObject({ data: { reason: 'rate_limited', retryAfter: 1_800 } })
  })

  test('error: no answer, and an answer that is nonsense, are offline', async () => {
    const { accounts } = await setUp([() => Response.json({ status: 'MAYBE' })])
    for (let round = 0; round < 2; round += 1)
      expect(await failure(accounts.call(authRoutes.device, body))).toMatchObject({ code: -32002, data: { reason: 'offline' } })
  })
})

describe('loadDeviceKey', () => {
  test('behavior: the same key for as long as its storage, and it cannot be read', async () => {
    const storage = memoryKeyValue()
    const { jkt } = await loadDeviceKey(storage)
    expect((await loadDeviceKey(storage)).jkt).toBe(jkt)
    expect((await loadDeviceKey(memoryKeyValue())).jkt).not.toBe(jkt)
    const { privateKey } = (await storage.get('device-key')) as CryptoKeyPair
    await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow()
  })
})
