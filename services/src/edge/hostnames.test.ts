import { describe, expect, test } from 'vitest'
import { hostnameOf, partOf } from './edge.js'

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

describe('partOf', () => {
  const part = (name: string) => async () => new Response(name)
  const [dialog, secure, api] = [part('dialog'), part('secure'), part('api')]

  test('behavior: parts on hostnames of their own are found by name, on any port', () => {
    const parts = new Map([['dialog.example.com', dialog]])
    for (const header of ['dialog.example.com', 'Dialog.example.com:8443', 'dialog.example.com.:443'])
      expect(partOf(parts, header)).toBe(dialog)
    for (const header of ['example.com', 'a b', '', null, undefined]) expect(partOf(parts, header)).toBeUndefined()
  })

  test('behavior: parts that share a hostname are told apart by port', () => {
    const parts = new Map([
      ['laptop.example', dialog],
      ['laptop.example:8443', secure],
      ['192.168.1.5:4106', api],
    ])
    expect(['laptop.example', 'LAPTOP.example:8443', '192.168.1.5:4106'].map((header) => partOf(parts, header))).toEqual([
      dialog,
      secure,
      api,
    ])
    expect(partOf(parts, '192.168.1.5:4107')).toBeUndefined()
  })
})
