import { describe, expect, test } from 'vitest'
import { createRateLimiter, rateHeaders, rateLimiterKeys } from './rateLimiter.js'

function setUp(perSecond: number, burst: number) {
  const clock = { now: 0 }
  return { clock, take: createRateLimiter({ perSecond, burst }, () => clock.now) }
}

describe('createRateLimiter', () => {
  test('behavior: allows the burst, then refuses and says when to come back', () => {
    const { take } = setUp(2, 3)
    expect([take('a'), take('a'), take('a')].map(({ allowed }) => allowed)).toEqual([true, true, true])
    expect(take('a')).toEqual({ allowed: false, limit: 3, remaining: 0, reset: 2, retryAfter: 1 })
  })

  test('behavior: what it said about coming back is true', () => {
    const { take, clock } = setUp(0.1, 1)
    take('a')
    const { retryAfter } = take('a')
    expect(retryAfter).toBe(10)
    clock.now = retryAfter * 1_000 - 1
    expect(take('a').allowed).toBe(false)
    clock.now = retryAfter * 1_000
    expect(take('a').allowed).toBe(true)
  })

  test('behavior: counts each key for itself, and by cost', () => {
    const { take } = setUp(1, 10)
    expect(take('a', 8).remaining).toBe(2)
    expect(take('a', 3).allowed).toBe(false)
    expect(take('b', 8).allowed).toBe(true)
  })

  test('behavior: a request dearer than the bucket passes when the bucket is full, and empties it', () => {
    const { take } = setUp(1, 10)
    expect(take('a', 1_000)).toMatchObject({ allowed: true, remaining: 0 })
    expect(take('a', 1).allowed).toBe(false)
  })

  test('behavior: a refused request costs nothing', () => {
    const { take, clock } = setUp(1, 1)
    take('a')
    for (let count = 0; count < 5; count++) take('a')
    clock.now = 1_000
    expect(take('a').allowed).toBe(true)
  })

  test('behavior: forgetting full buckets gives nobody more than the burst', () => {
    const { take, clock } = setUp(1, 2)
    take('a', 2)
    clock.now = 61_000
    take('b')
    expect([take('a').allowed, take('a').allowed, take('a').allowed]).toEqual([true, true, false])
  })
})

describe('createRateLimiter: many keys', () => {
  test('behavior: the table is bounded: who came last stays, who came first is forgotten', () => {
    const take = createRateLimiter({ perSecond: 0.001, burst: 1 }, () => 0)
    take('first')
    take('active')
    for (let count = 0; count < rateLimiterKeys; count++) {
      take(`other-${count}`)
      expect(take('active').allowed).toBe(false)
    }
    expect(take('first').allowed).toBe(true)
  })
})

describe('rateHeaders', () => {
  test('behavior: Retry-After only when refused', () => {
    expect(rateHeaders({ allowed: true, limit: 5, remaining: 4, reset: 1, retryAfter: 0 })).toEqual({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '4',
      'ratelimit-reset': '1',
    })
    expect(rateHeaders({ allowed: false, limit: 5, remaining: 0, reset: 9, retryAfter: 3 })['retry-after']).toBe('3')
  })
})
