import { expect, test } from 'vitest'
import { mostOf } from './grant.js'

const day = 86_400
const now = 1_800_000_000
const request = (seconds: number, period: number | null = day) => ({ amount: 10n, period, expiry: now + seconds })

test('behavior: what can go in all is each period that begins before the end', () => {
  expect(mostOf(request(3 * day - 60), false, now)).toBe(30n)
  expect(mostOf(request(day / 2), false, now)).toBe(10n)
  expect(mostOf(request(3 * day, null), false, now)).toBe(10n)
})

test('behavior: the same granted again has the periods of the first time, of which one more may begin', () => {
  expect(mostOf(request(3 * day - 60), true, now)).toBe(40n)
  expect(mostOf(request(day / 2), true, now)).toBe(20n)
  expect(mostOf(request(3 * day, null), true, now)).toBe(10n)
})
