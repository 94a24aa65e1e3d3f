import { afterEach, describe, expect, test, vi } from 'vitest'
import { newId } from './newId.js'

afterEach(() => vi.unstubAllGlobals())

describe('newId', () => {
  test('behavior: a version 4 UUID, another one each time', () => {
    const ids = Array.from({ length: 1_000 }, newId)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('behavior: works where the browser has no `crypto.randomUUID`', () => {
    const { getRandomValues } = crypto
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
    expect(newId()).toHaveLength(36)
  })
})
