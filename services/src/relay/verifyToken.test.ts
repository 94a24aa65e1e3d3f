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

  test('behavior: gives the issuer of a good token, whose audience may end in a slash', () => {
    expect(check(createTestToken(key, url))).toBe(key.clientId)
    expect(check(createTestToken(key, `${url}/`))).toBe(key.clientId)
  })

  test('error: a token of another relay', () => {
    expect(() => check(createTestToken(key, 'wss://elsewhere.example'))).toThrow(wrongAudience)
  })

  test('error: a signature by another key, and a changed payload', () => {
    expect(() => check(createTestToken({ ...createTestKey(), clientId: key.clientId }, url))).toThrow(invalidToken)
    const [header, , signature] = createTestToken(key, url).split('.')
    const [, payload] = createTestToken(key, url, { sub: 'changed' }).split('.')
    expect(() => check(`${header}.${payload}.${signature}`)).toThrow(invalidToken)
  })

  test.each([
    ['expired', { iat: seconds - 90_000, exp: seconds - 3_600 }, expiredToken],
    ['issued in the future', { iat: seconds + 600, exp: seconds + 90_000 }, earlyToken],
    ['never expiring', { exp: seconds + 400 * 86_400 }, invalidToken],
    ['without expiry', { exp: undefined }, invalidToken],
    ['of another did method', { iss: 'did:web:example.com' }, invalidToken],
    ['of a key that is too short', { iss: 'did:key:z6Mk' }, invalidToken],
  ])('error: a token %s', (_name, claims, reason) => {
    expect(() => check(createTestToken(key, url, claims))).toThrow(reason)
  })

  test('error: another algorithm, or no token at all', () => {
    expect(() => check(createTestToken(key, url, {}, { alg: 'none' }))).toThrow(invalidToken)
    for (const text of ['', 'a.b', 'a.b.c', 'x'.repeat(5_000)]) expect(() => check(text)).toThrow(invalidToken)
  })

  test('behavior: clocks may differ by two minutes', () => {
    expect(check(createTestToken(key, url, { iat: seconds + 100, exp: seconds + 86_400 }))).toBe(key.clientId)
    expect(check(createTestToken(key, url, { iat: seconds - 1_000, exp: seconds - 100 }))).toBe(key.clientId)
  })
})
