import { describe, expect, test } from 'vitest'
import { createBreaker } from './breaker.js'

function setUp() {
  const clock = { now: 0 }
  const breaker = createBreaker(() => clock.now)
  const fail = (times: number) => {
    for (let count = 0; count < times; count++) breaker.failed()
  }
  return { clock, breaker, fail }
}

describe('createBreaker', () => {
  test('behavior: opens after five failures, not after four', () => {
    const { breaker, fail } = setUp()
    fail(4)
    expect(breaker.admits()).toBe(true)
    fail(1)
    expect(breaker.admits()).toBe(false)
    expect(breaker.isClosed()).toBe(false)
    expect(breaker.wait()).toBe(1_000)
  })

  test('behavior: tells when it opens, and when a trial has closed it, once each', () => {
    const clock = { now: 0 }
    const told: boolean[] = []
    const breaker = createBreaker(
      () => clock.now,
      (isBack) => void told.push(isBack),
    )
    breaker.succeeded()
    for (let count = 0; count < 8; count += 1) breaker.failed()
    expect(told).toEqual([false])
    clock.now = 40_000
    breaker.admits()
    breaker.failed()
    expect(told).toEqual([false])
    breaker.succeeded()
    breaker.succeeded()
    expect(told).toEqual([false, true])
  })

  test('behavior: a success in between starts the count anew', () => {
    const { breaker, fail } = setUp()
    fail(4)
    breaker.succeeded()
    fail(4)
    expect(breaker.admits()).toBe(true)
  })

  test('behavior: failures more than 30 s apart do not add up', () => {
    const { breaker, clock, fail } = setUp()
    fail(4)
    clock.now = 30_001
    fail(1)
    expect(breaker.admits()).toBe(true)
  })

  test('behavior: after the pause one trial goes out, and its success closes it', () => {
    const { breaker, clock, fail } = setUp()
    fail(5)
    clock.now = 1_000
    expect([breaker.admits(), breaker.admits(), breaker.admits()]).toEqual([true, false, false])
    breaker.succeeded()
    expect(breaker.admits()).toBe(true)
    expect(breaker.isClosed()).toBe(true)
  })

  test('behavior: the pause doubles with each failed trial, up to 30 s', () => {
    const { breaker, clock, fail } = setUp()
    fail(5)
    const pauses: number[] = []
    for (let round = 0; round < 7; round++) {
      clock.now += breaker.wait()
      expect(breaker.admits()).toBe(true)
      breaker.failed()
      pauses.push(breaker.wait())
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  test('behavior: a trial that never reports back is replaced', () => {
    const { breaker, clock, fail } = setUp()
    fail(5)
    clock.now = 1_000
    expect(breaker.admits()).toBe(true)
    clock.now = 31_000
    expect(breaker.admits()).toBe(true)
  })

  test('behavior: rests as long as the node asks for', () => {
    const { breaker, clock } = setUp()
    breaker.rest(5_000)
    expect(breaker.admits()).toBe(false)
    clock.now = 5_000
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
  })

  test('behavior: a success that arrives late does not end a rest', () => {
    const { breaker } = setUp()
    breaker.rest(5_000)
    breaker.succeeded()
    expect([breaker.admits(), breaker.isResting(), breaker.wait()]).toEqual([false, true, 5_000])
  })

  test('behavior: a success from outside closes it before the pause is over', () => {
    const { breaker, fail } = setUp()
    fail(5)
    breaker.succeeded()
    expect(breaker.admits()).toBe(true)
  })
})
