import { describe, expect, test } from 'vitest'
import { describePage } from './mobileWallet.js'

describe('describePage', () => {
  const origin = 'https://meadow.example:8443'

  test('behavior: the wallet shows what the page says of itself, and the address that is proven', () => {
    const metadata = { name: 'Meadow', description: 'Flowers, daily', url: 'https://bank.example', icons: ['https://meadow.example/i.png'] }
    expect(describePage(metadata, origin)).toEqual({ ...metadata, url: origin })
  })

  test.each([undefined, {}, { name: '', description: '' }])('behavior: a page that says nothing is its host: %o', (metadata) => {
    expect(describePage(metadata, origin)).toEqual({ name: 'meadow.example:8443', description: '', url: origin, icons: [] })
  })
})
