import { describe, expect, test } from 'vitest'
import { scoreNodes } from './nodeRanking.js'

const ok = (latency: number) => ({ ok: true, latency })
const bad = { ok: false, latency: 3_000 }

describe('scoreNodes', () => {
  test('behavior: stability counts 0.7 and latency 0.3', () => {
    const [fast, slow, shaky] = scoreNodes([
      [ok(10), ok(30)],
      [ok(100), ok(100)],
      [ok(20), bad],
    ])
    expect(fast).toBeCloseTo(0.7 + 0.3 * (1 - 20 / 100))
    expect(slow).toBeCloseTo(0.7)
    expect(shaky).toBeCloseTo(0.35 + 0.3 * (1 - 20 / 100))
  })

  test('behavior: a stable slow node ranks above a fast one that fails key share the time', () => {
    const [slow, shaky] = scoreNodes([
      [ok(900), ok(900)],
      [ok(1), bad],
    ])
    expect(slow).toBeGreaterThan(shaky as number)
  })

  test('behavior: a node that never answered scores nothing, one that was never asked everything', () => {
    expect(scoreNodes([[bad, bad], [], [ok(5)]])).toEqual([0, 1, expect.closeTo(0.7)])
  })
})
