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

  test.each([
    ['/v1/account/', 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy', '/history'],
    ['/v1/account/solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:', 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy', '/balance'],
    ['/v1/identity/', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ''],
    ['/v1/profile/reverse/', 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh', ''],
    ['/v1/sessions/eip155%3A1%3A', 'somebody', '/revoke'],
  ])('behavior: hides addresses of every chain family: %s', (before, account, after) => {
    const hidden = loggablePath(`${before}${account}${after}`, true)
    expect(hidden).toContain(before)
    expect(hidden.slice(before.length)).toMatch(new RegExp(`^~[0-9a-f]{12}${after}$`))
    expect(loggablePath(`${before}${account}${after}`, false)).toBe(`${before}${account}${after}`)
  })

  test('behavior: an address within a CAIP-10 id is hidden once, and names stay', () => {
    expect(loggablePath(`/v1/account/eip155:1:${address}/history`, true)).toMatch(/^\/v1\/account\/eip155:1:~[0-9a-f]{12}\/history$/)
    expect(loggablePath('/v1/profile/account/max.wallet.test', true)).toBe('/v1/profile/account/max.wallet.test')
  })

  test('behavior: call data is shortened to the function that it names', () => {
    expect(loggablePath(`/ccip/0x${'1'.repeat(40)}/0x9061b923${'00'.repeat(100)}.json?x=1`, false)).toBe(
      `/ccip/0x${'1'.repeat(40)}/0x9061b923….json`,
    )
  })
})
