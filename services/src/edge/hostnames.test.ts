import { describe, expect, test } from 'vitest'
import { hostnameOf } from './edge.js'

describe('hostnameOf', () => {
  test.each([
    ['dialog.localhost', 'dialog.localhost'],
    ['Dialog.LocalHost:4100', 'dialog.localhost'],
    ['dialog.localhost.', 'dialog.localhost'],
    ['dialog.localhost.:80', 'dialog.localhost'],
    ['127.0.0.1:4100', '127.0.0.1'],
    ['[::1]:4100', '[::1]'],
    ['', null],
    [undefined, null],
    ['a b', null],
    ['a/b', null],
    ['a:b', null],
    ['user@host', null],
    ['host:123456', null],
  ])('behavior: %j', (header, expected) => {
    expect(hostnameOf(header)).toBe(expected)
  })
})
