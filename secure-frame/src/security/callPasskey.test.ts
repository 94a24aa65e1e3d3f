import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toBase64url } from '../worker/vault/bytes.js'
import { callPasskey } from './callPasskey.js'
import { askPasskey, makePasskey } from './passkey.js'

const request = { domain: 'secure.example', userName: 'mira@meadow.example', salt: new Uint8Array(32), credIds: [] }
const rawId = new Uint8Array([1, 2, 3])
const credId = toBase64url(rawId)
/** What a browser gives: RP's hash of 32 bytes, flags (user present and verified), counter of 4 bytes. */
const authenticatorData = Uint8Array.from([...Array(32).fill(0), 0x05, 0, 0, 0, 0])
const answer = (first: unknown = new Uint8Array(32).fill(7)) => ({
  rawId: rawId.buffer,
  response: { authenticatorData: authenticatorData.buffer },
  getClientExtensionResults: () => ({ prf: { enabled: true, results: { first } } }),
})
const going = () => new AbortController().signal
const reasonOf = (asked: Promise<unknown>) => asked.then(String, ({ reason, name }) => reason ?? name)

/** A browser in which something answers in place of it. */
const patch = (get: unknown) => vi.stubGlobal('navigator', { credentials: { get, create: get } })

beforeEach(() => void vi.stubGlobal('PublicKeyCredential', class {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a function in place of the browser’s', () => {
  test.each([
    [
      'throws',
      () => {
        throw new TypeError('x')
      },
      'passkey_foreign',
    ],
    [
      'rejects with an error of its own',
      async () => {
        throw new Error('vault is locked')
      },
      'passkey_foreign',
    ],
    [
      'rejects as the browser does',
      async () => {
        throw new DOMException('no', 'NotAllowedError')
      },
      'passkey_cancelled',
    ],
    ['answers nothing', () => undefined, 'passkey_foreign'],
    ['answers null, as a browser may', async () => null, 'passkey_cancelled'],
    ['answers something else', async () => ({ id: 'x' }), 'passkey_foreign'],
    ['answers without an id', async () => ({ ...answer(), rawId: new ArrayBuffer(0) }), 'passkey_foreign'],
    ['has no results', async () => ({ ...answer(), getClientExtensionResults: undefined }), 'passkey_foreign'],
    ['is not there', undefined, 'passkey_foreign'],
  ])('error: %s', async (_, get, reason) => {
    patch(get)
    expect(await reasonOf(makePasskey(request, going()))).toBe(reason)
    expect(await reasonOf(askPasskey(request, [credId], going()))).toBe(reason)
  })

  test.each([
    ['a text', 'c2VjcmV0'],
    // `new Uint8Array(32)` would be a secret that everybody knows.
    ['a number', 32],
    ['too few bytes', new Uint8Array(16)],
  ])('error: a secret that is %s', async (_, first) => {
    patch(async () => answer(first))
    expect(await reasonOf(askPasskey(request, [credId], going()))).toBe('passkey_foreign')
  })

  test('error: another passkey than those that were asked', async () => {
    patch(async () => answer())
    expect(await reasonOf(askPasskey(request, ['AAAA'], going()))).toBe('passkey_foreign')
  })

  test('error: never answers: told after the time that browsers have', async () => {
    vi.useFakeTimers()
    const signals: AbortSignal[] = []
    patch(({ signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise(() => undefined)
    })
    const asked = reasonOf(makePasskey(request, going()))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await asked).toBe('passkey_silent')
    expect(signals[0]?.aborted).toBe(true)
  })
})

test('behavior: the user stops it; what comes later counts for nothing', async () => {
  const stop = new AbortController()
  let reply: (value: unknown) => void = () => undefined
  const asked = callPasskey(() => new Promise((resolve) => (reply = resolve)), { timeout: 1_000 }, stop.signal)
  stop.abort()
  reply(answer())
  expect(await reasonOf(asked)).toBe('Cancelled')
})

test('behavior: an answer of the right shape counts, whoever made the object', async () => {
  patch(async () => answer())
  expect(await makePasskey(request, going())).toBe(credId)
  expect(await askPasskey(request, [credId], going())).toEqual({ credId, secret: new Uint8Array(32).fill(7) })
})

/** What an authenticator answers, with other results of the PRF, or other flags. */
const plainAnswer = (prf: unknown, flags = 0x05) => ({
  rawId: rawId.buffer,
  response: { authenticatorData: Uint8Array.from([...Array(32).fill(0), flags, 0, 0, 0, 0]).buffer },
  getClientExtensionResults: () => (prf === undefined ? {} : { prf }),
})

test.each([
  ['is not there', plainAnswer(undefined)],
  ['is off', plainAnswer({ enabled: false })],
])('error: a passkey is not made where the secret (PRF) %s', async (_, made) => {
  patch(async () => made)
  expect(await reasonOf(makePasskey(request, going()))).toBe('passkey_plain')
})

test.each([
  ['gives no secret (PRF)', plainAnswer(undefined)],
  ['gives an empty result', plainAnswer({ results: {} })],
  ['did not verify the user', plainAnswer({ results: { first: new Uint8Array(32).fill(7) } }, 0x01)],
])('error: a passkey that %s opens nothing', async (_, asked) => {
  patch(async () => asked)
  expect(await reasonOf(askPasskey(request, [credId], going()))).toBe('passkey_plain')
})

test('error: a browser without passkeys', async () => {
  vi.stubGlobal('navigator', {})
  expect(await reasonOf(makePasskey(request, going()))).toBe('passkey_missing')
})
