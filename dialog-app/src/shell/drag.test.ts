import { describe, expect, test } from 'vitest'
import { dragOffset, shouldClose, velocityOf } from './drag.js'

describe('shouldClose', () => {
  test('behavior: a quarter of the height closes', () => {
    expect(shouldClose({ distance: 101, height: 400, velocity: 0 })).toBe(true)
    expect(shouldClose({ distance: 99, height: 400, velocity: 0 })).toBe(false)
  })
  test('behavior: a flick closes however short', () => {
    expect(shouldClose({ distance: 12, height: 400, velocity: 0.6 })).toBe(true)
    expect(shouldClose({ distance: 12, height: 400, velocity: 0.5 })).toBe(false)
  })
  test('behavior: a finger that went back up keeps it open', () => {
    expect(shouldClose({ distance: 200, height: 400, velocity: -0.3 })).toBe(false)
    expect(shouldClose({ distance: -5, height: 400, velocity: 2 })).toBe(false)
  })
})

describe('dragOffset', () => {
  test('behavior: follows down and resists up', () => {
    expect(dragOffset(80)).toBe(80)
    expect(dragOffset(-100)).toBe(-10)
  })
})

describe('velocityOf', () => {
  test('behavior: counts the last 80 ms only', () => {
    expect(
      velocityOf([
        [0, 0],
        [500, 10],
        [540, 30],
        [560, 46],
      ]),
    ).toBeCloseTo(36 / 60)
  })
  test('behavior: nothing moved is no speed', () => {
    expect(velocityOf([])).toBe(0)
    expect(velocityOf([[5, 100]])).toBe(0)
  })
})
