import { createTestKey, createTestToken } from '@latchkey/testkit/src/relay/token.js'
import { describe, expect, test } from 'vitest'
import { earlyToken, expiredToken, invalidToken, wrongAudience } from './refusal.js'
import { verifyToken } from './verifyToken.js'

const url = 'wss://relay.example.com'
const now = Date.now()
const seconds = Math.floor(now / 1_000)
const check = (token: string) => verifyToken(token, { audiences: [url], now })

describe('verifyToken', () => {
  const key = createTestKey()

  test('behavior: gives the issuer of a good token, whose audience may end in a slash', async () => {
    expect(await check(createTestToken(key, url))).toBe(key.clientId)
    expect(await check(createTestToken(key, `${url}/`))).toBe(key.clientId)
  })

  test('error: a token of another relay', async () => {
    await expect(check(createTestToken(key, 'wss://elsewhere.example'))).rejects.toThrow(wrongAudience)
  })

  test('error: a signature by another key, and a changed payload', async () => {
    await expect(check(createTestToken({ ...createTestKey(), clientId: key.clientId }, url))).rejects.toThrow(invalidToken)
    const [header, , signature] = createTestToken(key, url).split('.')
    const [, payload] = createTestToken(key, url, { sub: 'changed' }).split('.')
    await expect(check(`${header}.${payload}.${signature}`)).rejects.toThrow(invalidToken)
  })

  test.each([
    ['expired', { iat: seconds - 90_000, exp: seconds - 3_600 }, expiredToken],
    ['issued in the future', { iat: seconds + 600, exp: seconds + 90_000 }, earlyToken],
    ['never expiring', { exp: seconds + 400 * 86_400 }, invalidToken],
    ['without expiry', { exp: undefined }, invalidToken],
    ['of another did method', { iss: 'did:web:example.com' }, invalidToken],
    ['of a key that is too short', { iss: 'did:key:z6Mk' }, invalidToken],
  ])('error: a token %s', async (_name, claims, reason) => {
    await expect(check(createTestToken(key, url, claims))).rejects.toThrow(reason)
  })

  test('error: another algorithm, or no token at all', async () => {
    await expect(check(createTestToken(key, url, {}, { alg: 'none' }))).rejects.toThrow(invalidToken)
    for (const text of ['', 'a.b', 'a.b.c', 'x'.repeat(5_000)]) await expect(check(text)).rejects.toThrow(invalidToken)
  })

  test('behavior: clocks may differ by two minutes', async () => {
    expect(await check(createTestToken(key, url, { iat: seconds + 100, exp: seconds + 86_400 }))).toBe(key.clientId)
    expect(await check(createTestToken(key, url, { iat: seconds - 1_000, exp: seconds - 100 }))).toBe(key.clientId)
  })
})
