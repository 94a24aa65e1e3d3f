import { describe, expect, test } from 'vitest'
import { findCycles, findImportedWorkers } from './chunks.js'

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

test('behavior: a Worker’s own script that another chunk imports is found; what it imports itself is not', () => {
  const own = new Set(['main.js'])
  const main = 'new Worker("/assets/worker.js")'
  expect(
    findImportedWorkers({ 'main.js': main, 'worker.js': 'import("./later.js")', 'later.js': 'import{a}from"./worker.js"' }, own),
  ).toEqual(['later.js → worker.js'])
  const apart = {
    'main.js': main,
    'worker.js': 'import"./wallet.js"',
    'wallet.js': 'import("./later.js")',
    'later.js': 'import"./wallet.js"',
  }
  expect(findImportedWorkers(apart, own)).toEqual([])
})
