import { describe, expect, test } from 'vitest'
import { decodeBalances } from './balancesCall.js'

const one = (flag: string, amount: bigint) => `${flag}${amount.toString(16).padStart(64, '0')}`

describe('balances in one call', () => {
  test('behavior: each token answers for itself', () => {
    const most = 2n ** 256n - 1n
    const answer = `0x${one('01', 0n)}${one('01', most)}${one('00', 5n)}${one('01', 10n ** 18n)}`
    expect(decodeBalances(answer, 4)).toEqual([0n, most, undefined, 10n ** 18n])
    expect(decodeBalances('0x', 0)).toEqual([])
  })

  test.each([
    ['nothing', undefined],
    ['a number', 7],
    ['words', 'plenty'],
    ['an empty answer', '0x'],
    ['one answer less', `0x${one('01', 1n)}`],
    ['one answer more', `0x${one('01', 1n).repeat(3)}`],
    ['a cut answer', `0x${one('01', 1n).repeat(2)}`.slice(0, -1)],
    ['what is no digit', `0x${one('01', 1n).repeat(2)}`.replace(/1$/, 'x')],
  ])('security: %s is none', (_what, answer) => {
    expect(() => decodeBalances(answer, 2)).toThrow()
  })
})
