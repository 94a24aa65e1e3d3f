import { expect, test } from 'vitest'
import { secondsUntil } from './secondsUntil.js'

test('behavior: a part of a second counts as one, and what is over as none', () => {
  expect([31_000, 30_001, 30_000, 1_001, 1_000, 0].map((moment) => secondsUntil(moment, 1_000))).toEqual([30, 30, 29, 1, 0, 0])
})
