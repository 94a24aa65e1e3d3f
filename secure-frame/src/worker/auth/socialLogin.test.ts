import { codes, RpcError } from '@latchkey/protocol'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { describe, expect, test } from 'vitest'
import { type KeyValue, memoryKeyValue } from '../storage/keyValue.js'
import { AccountRefusal } from './failure.js'
import type { Session } from './session.js'
import { createSocialLogin } from './socialLogin.js'

const place = { projectId: 'p', origin: 'https://shop.example' }
const started = { flow: 'a-flow', url: 'https://provider.example/auth', number: '47', expiresIn: 600 }
const { signal } = new AbortController()

/** A document of the frame: what the server answers is played, what is stored stays for the next document. */
function open(storage: KeyValue, status: () => object = () => ({ status: 'READY' })) {
  const asked: [path: string, body: unknown][] = []
  const accepted: unknown[] = []
  const accounts = {
    async call({ path }: { readonly path: string }, body: unknown) {
      asked.push([path, body])
      if (path === authRoutes.oauthStart.path) return started
      return path === authRoutes.oauthStatus.path ? status() : { session: 'of the server' }
    },
  }
  const session = { accept: async (...parameters: unknown[]) => void accepted.push(parameters) } as unknown as Session
  const social = createSocialLogin({ accounts: accounts as never, session, storage }, place)
  return { social, asked, accepted }
}
const durable = (): KeyValue => ({ ...memoryKeyValue(), durable: true })
const refusal = (field: string, reason: 'social_expired' | 'social_cancelled') => () => {
  throw new AccountRefusal(field, codes.invalidInput, field, { reason })
}

describe('a login that the page leaves for', () => {
  test('behavior: the next document finishes it, by the flow alone, once', async () => {
    const storage = durable()
    expect(await open(storage).social.leave('github', signal)).toEqual({ flow: 'a-flow', number: '47' })
    const { social, asked, accepted } = open(storage)
    expect(await social.comeBack(signal)).toEqual({ provider: 'github' })
    await social.finish(undefined, signal)
    expect(asked.at(-1)).toEqual([authRoutes.oauthRedeem.path, { flow: 'a-flow' }])
    expect(accepted).toEqual([[{ session: 'of the server' }, 'github']])
    expect(await open(storage).social.comeBack(signal)).toEqual({ provider: null })
  })

  test('behavior: where nothing is kept, nothing is started', async () => {
    const { social, asked } = open(memoryKeyValue())
    expect(await social.leave('github', signal)).toBeNull()
    expect(asked).toEqual([])
  })

  test('behavior: a page that left for nothing is back from nothing, and asks nobody', async () => {
    const { social, asked } = open(durable())
    expect(await social.comeBack(signal)).toEqual({ provider: null })
    expect(asked).toEqual([])
  })

  test.each([
    ['before an answer', () => ({ status: 'PENDING' }), 'social_unfinished'],
    ['before the number was picked', () => ({ status: 'ARRIVED' }), 'social_unfinished'],
    ['after it ran out', refusal('flow_gone', 'social_expired'), 'social_expired'],
    ['after declining', refusal('flow_denied', 'social_cancelled'), 'social_cancelled'],
    [
      'without the network',
      () => {
        throw new RpcError(codes.resourceUnavailable, 'x', { data: { reason: 'offline' } })
      },
      'offline',
    ],
  ])('error: back %s, it says so, and cannot be finished', async (_when, status, reason) => {
    const storage = durable()
    await open(storage).social.leave('x', signal)
    const { social, accepted } = open(storage, status)
    expect(await social.comeBack(signal)).toEqual({ provider: 'x', reason })
    await expect(social.finish(undefined, signal)).rejects.toThrow('Failed to initiate social connection')
    expect(accepted).toEqual([])
  })
})

describe('a login by Farcaster', () => {
  test('error: a server without Farcaster, and a code that nobody asked for', async () => {
    const accounts = { call: async () => ({ url: null }) }
    const session = { accept: async () => {} } as unknown as Session
    const social = createSocialLogin({ accounts: accounts as never, session, storage: durable() }, place)
    await expect(social.farcasterUri()).rejects.toMatchObject({
      message: 'Failed to connect to farcaster',
      data: { reason: 'provider_unavailable' },
    })
    await expect(social.finishFarcaster(signal)).rejects.toMatchObject({ message: 'Failed to connect to farcaster' })
  })
})
