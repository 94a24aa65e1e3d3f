import { describe, expect, test } from 'vitest'
import { loggablePath } from './loggablePath.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('loggablePath', () => {
  test('behavior: never shows the query', () => {
    expect(loggablePath('/v1/?projectId=secret&x=1', false)).toBe('/v1/')
  })

  test('behavior: hides addresses when asked, the same one always alike', () => {
    const hidden = loggablePath(`/v1/identity/${address}?x`, true)
    expect(hidden).toMatch(/^\/v1\/identity\/~[0-9a-f]{12}$/)
    expect(loggablePath(`/v1/identity/${address.toLowerCase()}`, true)).toBe(hidden)
    expect(loggablePath(`/v1/identity/${address}`, false)).toBe(`/v1/identity/${address}`)
  })

  test('behavior: call data is shortened to the function that it names', () => {
    expect(loggablePath(`/ccip/0x${'1'.repeat(40)}/0x9061b923${'00'.repeat(100)}.json?x=1`, false)).toBe(
      `/ccip/0x${'1'.repeat(40)}/0x9061b923….json`,
    )
  })
})
