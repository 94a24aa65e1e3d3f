import { describe, expect, test } from 'vitest'
import { fitScale } from './fit.js'

describe('fitScale', () => {
  test('behavior: leaves alone what fits, and what is not laid out', () => {
    expect(fitScale(200, 200)).toBe(1)
    expect(fitScale(0, 0)).toBe(1)
  })
  test('behavior: shrinks as far as needed', () => {
    expect(fitScale(180, 200)).toBe(0.9)
  })
  test('behavior: never below 85 %', () => {
    expect(fitScale(100, 200)).toBe(0.85)
  })
})
