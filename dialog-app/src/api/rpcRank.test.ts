import { describe, expect, test } from 'vitest'
import { createRanking } from './rpcRank.js'

const ok = (latency: number) => ({ ok: true, latency })
const failed = { ok: false, latency: 1 }

describe('createRanking', () => {
  test('behavior: keeps the given order until it knows something', () => {
    expect(createRanking(['a', 'b']).order()).toEqual(['a', 'b'])
  })

  test('behavior: stability weighs more than latency', () => {
    const ranking = createRanking(['fast', 'steady'])
    ranking.record('fast', ok(1))
    ranking.record('fast', failed)
    ranking.record('steady', ok(100))
    ranking.record('steady', ok(100))
    expect(ranking.order()).toEqual(['steady', 'fast'])
  })

  test('behavior: among equally stable ones the faster leads', () => {
    const ranking = createRanking(['slow', 'fast'])
    ranking.record('slow', ok(100))
    ranking.record('fast', ok(10))
    expect(ranking.order()).toEqual(['fast', 'slow'])
  })

  test('behavior: only the last 10 samples count', () => {
    const ranking = createRanking(['a', 'b'])
    for (let index = 0; index < 5; index++) ranking.record('a', failed)
    ranking.record('b', ok(50))
    expect(ranking.order()[0]).toBe('b')
    for (let index = 0; index < 10; index++) ranking.record('a', ok(10))
    expect(ranking.order()[0]).toBe('a')
  })
})
