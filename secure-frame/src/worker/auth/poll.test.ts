import { codes } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AccountRefusal, offline } from './failure.js'
import { poll } from './poll.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { signal } = new AbortController()
const refusal = (field: string) => new AccountRefusal(field, codes.invalidInput, field, { reason: 'social_failed' })
const outcome = (run: Promise<unknown>) => run.catch((error: unknown) => error)

/** Asks a server that answers, or fails, in turn; then the last again. */
function ask(answers: readonly (string | Error | undefined)[], given: AbortSignal = signal) {
  let asked = 0
  const polling = poll(
    async () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      if (answer instanceof Error) throw answer
      return answer
    },
    1_000,
    given,
  )
  return { asked: () => asked, end: outcome(polling) }
}

describe('poll', () => {
  test.each([
    ['a lost question', offline()],
    ['a provider that did not answer the server', refusal('provider_failed')],
  ])('behavior: %s does not end the login', async (_name, error) => {
    const { end } = ask([undefined, error, undefined, error, error, 'done'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await end).toBe('done')
  })

  test('error: a server that is out of reach for 30 s ends it; the time counts anew after each answer', async () => {
    const out = Array.from({ length: 29 }, () => offline())
    const login = ask([...out, undefined, ...out, 'done'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await login.end).toBe('done')
    const { end, asked } = ask([offline()])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await end).toMatchObject({ data: { reason: 'offline' } })
    expect(asked()).toBe(31)
  })

  test('error: what the server refuses ends it at once', async () => {
    const { end, asked } = ask([refusal('flow_gone'), 'done'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await end).toMatchObject({ field: 'flow_gone' })
    expect(asked()).toBe(1)
  })

  test('error: who gives it up is not asked for again', async () => {
    const control = new AbortController()
    const { end, asked } = ask([offline()], control.signal)
    await vi.advanceTimersByTimeAsync(1_500)
    control.abort()
    expect(await end).toMatchObject({ code: 4001 })
    const before = asked()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(before)
  })
})
