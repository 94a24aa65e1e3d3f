import { type AccountUser, authRoutes, type Route } from '@latchkey/protocol/schemas/account'
import { describe, expect, test } from 'vitest'
import { createEmailChange } from './emailChange.js'
import { AccountRefusal, offline } from './failure.js'
import type { Session } from './session.js'

const { signal } = new AbortController()
const sent = (challengeId: string) => ({ challengeId, expiresIn: 300, resendAfter: 30 })

/** A session whose calls a test answers, by path. */
function setUp(answers: Readonly<Record<string, () => unknown>>) {
  const asked: [path: string, body: unknown][] = []
  let user: AccountUser = { id: 'u', email: 'old@example.com', identities: [], deleteAt: null }
  const session: Pick<Session, 'call' | 'setUser' | 'stored'> = {
    call: async <Body, Answer>(route: Route<Body, Answer>, body: Body) => {
      asked.push([route.path, body])
      return answers[route.path]?.() as Answer
    },
    async setUser(next) {
      user = next
    },
    stored: async () => ({ refreshToken: 'r', user, provider: 'email' }),
  }
  return { asked, change: createEmailChange(session), user: () => user }
}
const paths = (asked: readonly (readonly [string, unknown])[]) => asked.map(([path]) => path.split('/').at(-1))

describe('createEmailChange', () => {
  const answers = {
    [authRoutes.emailChange.path]: () => ({ action: 'VERIFY_PRIMARY_OTP', ...sent('first') }),
    [authRoutes.emailChangePrimary.path]: () => ({ action: 'VERIFY_SECONDARY_OTP', ...sent('second') }),
    [authRoutes.resend.path]: () => sent('second'),
  }

  test('behavior: the same address again gets the present step’s code once more, and the step stays', async () => {
    const { asked, change } = setUp(answers)
    await change.start('new@example.com', signal)
    await change.primary('111111', signal)
    expect(await change.start('new@example.com', signal)).toMatchObject({ action: 'VERIFY_SECONDARY_OTP' })
    expect(asked.at(-1)).toEqual([authRoutes.resend.path, { challengeId: 'second' }])
  })

  test('behavior: another address, and a code that does not count any more, start over', async () => {
    const gone = () => {
      throw new AccountRefusal('challenge_gone', -32000, 'gone', { reason: 'otp_expired' })
    }
    const { asked, change } = setUp({ ...answers, [authRoutes.resend.path]: gone })
    await change.start('new@example.com', signal)
    await change.start('other@example.com', signal)
    expect(await change.start('other@example.com', signal)).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' })
    expect(paths(asked)).toEqual(['change', 'change', 'resend', 'change'])
  })

  test('behavior: a change that is done is not called failed because what follows it does not work', async () => {
    const { change, user } = setUp({
      ...answers,
      [authRoutes.emailChangeSecondary.path]: () => ({ email: 'new@example.com' }),
      [authRoutes.me.path]: () => {
        throw offline()
      },
    })
    await change.start('new@example.com', signal)
    await change.primary('111111', signal)
    expect(await change.secondary('222222', signal)).toEqual({ newEmail: 'new@example.com' })
    expect(user()).toMatchObject({ id: 'u', email: 'new@example.com' })
  })

  test('error: other refusals are told, and a code before anything was asked for has expired', async () => {
    const limited = () => {
      throw new AccountRefusal('too_many_requests', -32005, 'x', { reason: 'cooldown', retryAfter: 9 })
    }
    const { change } = setUp({ ...answers, [authRoutes.resend.path]: limited })
    await expect(change.primary('111111', signal)).rejects.toMatchObject({ data: { reason: 'otp_expired' } })
    await change.start('new@example.com', signal)
    await expect(change.start('new@example.com', signal)).rejects.toMatchObject({ data: { reason: 'cooldown', retryAfter: 9 } })
  })
})
