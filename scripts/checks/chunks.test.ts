import { describe, expect, test } from 'vitest'
import { findCycles } from './chunks.js'

describe('findCycles', () => {
  test('behavior: finds each circle once, however it is entered', () => {
    const manifest = {
      d: { imports: ['c'] },
      a: { imports: ['b'] },
      b: { imports: ['c', 'x'] },
      c: { imports: ['a'] },
      x: { imports: ['x'] },
    }
    expect(findCycles(manifest)).toEqual([['a', 'b', 'c'], ['x']])
  })

  test('behavior: a chunk that many share is no circle', () => {
    expect(findCycles({ a: { imports: ['b', 'c'] }, b: { imports: ['d'] }, c: { imports: ['d', 'unknown'] }, d: {} })).toEqual([])
  })
})
