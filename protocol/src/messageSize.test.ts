import { describe, expect, test } from 'vitest'
import { messageSize } from './messageSize.js'

const limit = 1_000

describe('messageSize', () => {
  test.each([
    ['a string', 'x'.repeat(1_001)],
    ['a nested string', { a: [{ b: 'x'.repeat(1_001) }] }],
    ['a long key', { ['k'.repeat(1_001)]: 1 }],
    ['many keys', Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index, 1]))],
    ['bytes', new Uint8Array(1_001)],
    ['a small view of a large buffer', new Uint8Array(new ArrayBuffer(2_000), 0, 1)],
    ['a buffer', new ArrayBuffer(1_001)],
    ['a data view', new DataView(new ArrayBuffer(1_001))],
    ['a map', new Map([['a', 'x'.repeat(1_001)]])],
    ['the keys of a map', new Map([['x'.repeat(1_001), 1]])],
    ['a set', new Set(['x'.repeat(1_001)])],
    ['a blob', new Blob(['x'.repeat(1_001)])],
    ['a large number', 1n << 16_000n],
    ['a large negative number', -(1n << 16_000n)],
    ['holes', Object.assign([], { length: 4_000_000_000 })],
  ])('behavior: counts %s', (_what, value) => {
    expect(messageSize(value, limit)).toBeGreaterThan(limit)
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a transaction', { to: '0x'.padEnd(42, '0'), value: 10n ** 24n, data: '0x' }],
    ['a date', new Date()],
    ['a string of the limit', 'x'.repeat(900)],
  ])('behavior: lets %s pass', (_what, value) => {
    expect(messageSize(value, limit)).toBeLessThanOrEqual(limit)
  })

  test('behavior: counts what is shared or circular once', () => {
    const shared = 'x'.repeat(10)
    const value: Record<string, unknown> = { shared }
    value.self = value
    value.list = Array.from({ length: 20 }, () => value)
    expect(messageSize(value, limit)).toBeLessThanOrEqual(limit)
  })

  test('behavior: a value nested a million levels deep does not overflow', () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 1_000_000; level += 1) deep = [deep]
    expect(messageSize(deep, 1e9)).toBeGreaterThan(1_000_000)
  })

  test('behavior: stops soon after the limit', () => {
    let reads = 0
    const list = new Proxy(
      Array.from({ length: 900 }, () => ({})),
      {
        get(target, key, receiver) {
          reads += 1
          return Reflect.get(target, key, receiver)
        },
      },
    )
    const value = { first: list, second: 'x'.repeat(5_000) }
    expect(messageSize(value, limit)).toBeGreaterThan(limit)
    expect(reads).toBe(0)
  })
})
