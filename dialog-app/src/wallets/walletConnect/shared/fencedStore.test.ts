import { describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../keyValueStore.js'
import { createFencedStore } from './fencedStore.js'

describe('createFencedStore', () => {
  test('behavior: only its newest leader writes; everybody reads', async () => {
    const store = createMemoryStore()
    const lost = vi.fn()
    const [one, other] = [createFencedStore(store, 'one', lost), createFencedStore(store, 'other', () => {})]
    await one.take()
    await one.store.setItem('a', 1)
    await other.take()
    await one.store.setItem('a', 2)
    await one.store.removeItem('a')
    expect(lost).toHaveBeenCalledTimes(2)
    expect(await one.store.getItem('a')).toBe(1)
    await other.store.setItem('a', 3)
    expect(await one.store.getItem('a')).toBe(3)
  })

  test('behavior: its own mark is none of the keys', async () => {
    const fence = createFencedStore(createMemoryStore(), 'one', () => {})
    await fence.take()
    await fence.store.setItem('a', 1)
    expect(await fence.store.getKeys()).toEqual(['a'])
    expect(await fence.store.getEntries()).toEqual([['a', 1]])
  })
})
