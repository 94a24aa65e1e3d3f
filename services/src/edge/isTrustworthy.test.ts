import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTrustworthy } from './isTrustworthy.js'

describe('isTrustworthy', () => {
  test('behavior: https is, whatever the host', () => {
    fc.assert(fc.property(fc.domain(), (host) => isTrustworthy(`https://${host}`)))
    expect(isTrustworthy('https://192.168.1.5:4100')).toBe(true)
  })

  test('behavior: plain http is on this machine only', () => {
    for (const host of ['localhost', 'localhost:3000', 'app.localhost:4100', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000'])
      expect([host, isTrustworthy(`http://${host}`)]).toEqual([host, true])
    for (const host of ['192.168.1.5:5173', '10.0.0.2', '[fe80::1]', 'mac.local', 'localhost.example.com', 'notlocalhost', '128.0.0.1'])
      expect([host, isTrustworthy(`http://${host}`)]).toEqual([host, false])
    fc.assert(fc.property(fc.domain(), (host) => !isTrustworthy(`http://${host}`)))
  })
})
