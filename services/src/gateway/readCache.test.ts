import { describe, expect, test } from 'vitest'
import { createReadCache, isShareable, keepFor } from './readCache.js'

describe('keepFor', () => {
  test.each([
    ['eth_blockNumber', 12_000, '"0x1"', 2_000],
    ['eth_blockNumber', 2_000, '"0x1"', 500],
    ['eth_blockNumber', 250, '"0x1"', 250],
    ['eth_blockNumber', 0, '"0x1"', 0],
    ['eth_blockNumber', undefined, '"0x1"', 250],
    ['eth_getBlockByHash', 0, '{}', 600_000],
    ['eth_getBlockByHash', 0, 'null', 0],
    ['eth_getTransactionReceipt', 12_000, 'null', 0],
    ['eth_getTransactionCount', 12_000, '"0x1"', 0],
    ['eth_estimateGas', 12_000, '"0x1"', 0],
    ['anvil_mine', 12_000, '"0x1"', 0],
  ])('behavior: %s with a block time of %s and the result %s is kept for %s ms', (method, blockTime, raw, expected) => {
    expect(keepFor(blockTime === undefined ? {} : { blockTime }, method, raw)).toBe(expected)
  })
})

describe('isShareable', () => {
  test('behavior: nonces and pending state are always asked for', () => {
    expect(isShareable('eth_getTransactionCount', '["0x1","latest"]')).toBe(false)
    expect(isShareable('eth_getBalance', '["0x1","pending"]')).toBe(false)
    expect(isShareable('eth_getBalance', '["0x1","latest"]')).toBe(true)
  })
})

describe('createReadCache', () => {
  test('behavior: gives back until its time is over', () => {
    let now = 1_000
    const cache = createReadCache(() => now)
    cache.set('a', '"1"', 100)
    now = 1_100
    expect(cache.get('a')).toBe('"1"')
    now = 1_101
    expect(cache.get('a')).toBeUndefined()
  })

  test('behavior: keeps nothing for 0 ms, and nothing that is very large', () => {
    const cache = createReadCache()
    cache.set('a', '1', 0)
    cache.set('b', 'x'.repeat(300_000), 1_000)
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined])
  })

  test('behavior: the oldest leave when it is full', () => {
    const cache = createReadCache(() => 0)
    const large = 'x'.repeat(200_000)
    for (let index = 0; index < 200; index++) cache.set(`key${index}`, large, 1_000)
    expect(cache.get('key0')).toBeUndefined()
    expect(cache.get('key199')).toBe(large)
  })

  test('behavior: clear forgets everything', () => {
    const cache = createReadCache()
    cache.set('a', '1', 1_000)
    cache.clear()
    expect(cache.get('a')).toBeUndefined()
  })
})
