import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Changed } from '../../approve/changed.js'
import { createSecondTrial, isSameOutcome } from './secondTrial.js'
import type { Simulation } from './simulate.js'

const token = `0x${'aa'.repeat(20)}`
const spender = `0x${'bb'.repeat(20)}`
const nothing: Simulation = { ok: true, native: 0n, tokens: [], collectibles: [], allowances: [] }
const shown: Simulation = { ...nothing, native: -1_000n, tokens: [{ token, amount: 5_000n }], allowances: [{ token, spender, amount: 7n }] }

describe('isSameOutcome', () => {
  test.each<[string, Simulation | null]>([
    ['more leaves', { ...shown, native: -1_011n }],
    ['less comes', { ...shown, tokens: [{ token, amount: 4_949n }] }],
    ['nothing comes', { ...shown, tokens: [] }],
    ['another token leaves', { ...shown, tokens: [...shown.tokens, { token: spender, amount: -1n }] }],
    ['an item leaves', { ...shown, collectibles: [{ token, id: 1n, amount: -1n }] }],
    ['a spender may take more', { ...shown, allowances: [{ token, spender, amount: 8n }] }],
    ['it fails', { ...nothing, ok: false }],
    ['the node cannot say', null],
  ])('error: %s: it is another outcome', (_what, second) => expect(isSameOutcome(shown, second)).toBe(false))

  test('error: something that failed, and succeeds now, is another outcome', () => {
    expect(isSameOutcome({ ...nothing, ok: false }, nothing)).toBe(false)
  })

  test.each<[string, Simulation]>([
    ['the same', shown],
    ['a price that moved a little', { ...shown, native: -1_010n, tokens: [{ token, amount: 4_950n }] }],
    ['more that comes', { ...shown, tokens: [{ token, amount: 9_000n }] }],
    ['a limit that is not set any more', { ...shown, allowances: [] }],
  ])('behavior: %s is the same outcome', (_what, second) => expect(isSameOutcome(shown, second)).toBe(true))

  test('behavior: nothing that takes more than a hundredth more is the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 30n }), (amount, more) => {
        const same = isSameOutcome({ ...nothing, native: -amount }, { ...nothing, native: -amount - more })
        expect(same).toBe(more <= amount / 100n)
      }),
    )
  })
})

describe('createSecondTrial', () => {
  const setUp = (outcomes: readonly Simulation[], first: Simulation | null = shown) => {
    let now = 0
    let count = 0
    const attempt = async () => {
      count += 1
      return outcomes[count - 1] ?? null
    }
    const second = createSecondTrial(first, attempt, () => now)
    const pass = (milliseconds: number) => {
      now += milliseconds
    }
    return { second, tried: () => count, pass }
  }

  test('behavior: begun while the button is not armed, a press soon after waits for nothing more', async () => {
    const { second, tried, pass } = setUp([shown])
    second.begin()
    pass(900)
    await second.confirm()
    expect(tried()).toBe(1)
  })

  test('error: a press long after is tried at that moment', async () => {
    const { second, tried, pass } = setUp([shown, nothing])
    second.begin()
    pass(20_000)
    await expect(second.confirm()).rejects.toBeInstanceOf(Changed)
    expect(tried()).toBe(2)
  })

  test('behavior: where nothing could be tried, nothing is compared', async () => {
    const { second, tried } = setUp([], null)
    second.begin()
    await second.confirm()
    expect(tried()).toBe(0)
  })
})
