import { describe, expect, test } from 'vitest'
import { createImageCache } from './imageCache.js'

describe('createImageCache', () => {
  test('behavior: keeps what was used last within its bytes', () => {
    const cache = createImageCache<string>(100)
    cache.set('a', 'A', 40, 1_000)
    cache.set('b', 'B', 40, 1_000)
    cache.get('a')
    cache.set('c', 'C', 40, 1_000)

    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C'])
  })

  test('behavior: forgets when the time is over, and its bytes with it', () => {
    let now = 0
    const cache = createImageCache<string>(100, () => now)
    cache.set('a', 'A', 100, 10)
    now = 10

    expect(cache.get('a')).toBeUndefined()
    cache.set('b', 'B', 60, 10)
    cache.set('c', 'C', 40, 10)
    expect([cache.get('b'), cache.get('c')]).toEqual(['B', 'C'])
  })

  test('behavior: setting again replaces, and counts once', () => {
    const cache = createImageCache<string>(100)
    cache.set('a', 'A', 60, 1_000)
    cache.set('a', 'A2', 60, 1_000)
    cache.set('b', 'B', 40, 1_000)

    expect([cache.get('a'), cache.get('b')]).toEqual(['A2', 'B'])
  })

  test('behavior: what is larger than the cache is not kept', () => {
    const cache = createImageCache<string>(100)
    cache.set('a', 'A', 101, 1_000)

    expect(cache.get('a')).toBeUndefined()
  })
})
