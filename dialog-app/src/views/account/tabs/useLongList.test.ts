import { describe, expect, test } from 'vitest'
import { partsOf } from './useLongList.js'

describe('partsOf', () => {
  test('behavior: every row once, in its order; a new row moves the others on, and the parts keep their names', () => {
    const rows = Array.from({ length: 50 }, (_, index) => index)
    const parts = partsOf(rows, '2026-2')
    expect(parts.flatMap((part) => part.rows)).toEqual(rows)
    expect(Math.max(...parts.map((part) => part.rows.length))).toBeLessThanOrEqual(8)
    const keys = parts.map(({ key }) => key)
    expect(new Set(keys).size).toBe(parts.length)
    const after = partsOf([-1, ...rows], '2026-2').map(({ key }) => key)
    expect(after.slice(0, keys.length)).toEqual(keys)
    expect(partsOf([])).toEqual([])
  })
})
