import { describe, expect, test } from 'vitest'
import { createUsedIds } from './usedIds.js'

describe('createUsedIds', () => {
  test('error: an id counts once; the oldest of 10,000 are forgotten', () => {
    const use = createUsedIds()
    for (let index = 0; index < 10_000; index += 1) use(`id${index}`)
    expect(() => use('id0')).toThrow(expect.objectContaining({ code: -32600 }))
    use('one more')
    expect(() => use('id1')).toThrow(expect.objectContaining({ code: -32600 }))
    expect(() => use('id0')).not.toThrow()
  })
})
