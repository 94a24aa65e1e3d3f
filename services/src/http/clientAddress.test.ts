import { describe, expect, test } from 'vitest'
import { clientAddress, wholeClientAddress } from './clientAddress.js'

describe('clientAddress', () => {
  test.each([
    ['203.0.113.7', undefined, 0, '203.0.113.7'],
    ['203.0.113.7', '1.1.1.1', 0, '203.0.113.7'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.7', 1, '203.0.113.7'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
    ['10.0.0.1', '203.0.113.7', 3, '203.0.113.7'],
    ['10.0.0.1', undefined, 1, '10.0.0.1'],
    ['10.0.0.1', '', 1, '10.0.0.1'],
    ['::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2'],
    ['2001:0DB8::1', undefined, 0, '2001:db8:0:0'],
    ['::1', undefined, 0, '0:0:0:0'],
    ['10.0.0.1', '203.0.113.7:4711', 1, '203.0.113.7'],
    ['10.0.0.1', '[2001:db8:1:2::9]:4711', 1, '2001:db8:1:2'],
    [undefined, undefined, 0, 'unknown'],
  ])('behavior: socket %j, forwarded %j, %i proxies: %s', (socket, forwarded, proxies, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected)
  })

  test.each([
    ['2001:db8::1', undefined, 0, '2001:db8::1'],
    ['10.0.0.1', '[2001:db8:1:2::9]:4711', 1, '2001:db8:1:2::9'],
    ['::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
  ])('behavior: the whole address of socket %j, forwarded %j, %i proxies: %s', (socket, forwarded, proxies, expected) => {
    expect(wholeClientAddress(socket, forwarded, proxies)).toBe(expected)
  })

  test('behavior: addresses of one /64 count as one client', () => {
    expect(clientAddress('2001:db8:1:2::1', undefined, 0)).toBe(clientAddress('2001:db8:1:2:ffff::9', undefined, 0))
    expect(clientAddress('2001:db8::1', undefined, 0)).toBe(clientAddress('2001:db8::2', undefined, 0))
    expect(clientAddress('2001:db8::1', undefined, 0)).not.toBe(clientAddress('2001:db9::1', undefined, 0))
  })
})
