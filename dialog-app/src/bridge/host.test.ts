import { protocolVersion } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { checkHello, host, setHost } from './host.js'

const hello = {
  protocol: protocolVersion,
  sdk: { type: 'script', version: '1.0.0' },
  page: { url: 'https://app.example/', title: 'App' },
  options: {},
  environment: { colorScheme: 'dark', dir: 'ltr', lang: 'en' },
  resume: null,
  wallets: [],
  events: [],
}

describe('checkHello', () => {
  test('behavior: a page of our version is taken as it is', () => {
    expect(checkHello(hello)).toEqual(hello)
  })

  test.each([2, 0, '1', undefined, null])('error: version %s is refused before anything else is read', (protocol) => {
    expect(() => checkHello({ protocol, options: 'unreadable' })).toThrow(expect.objectContaining({ code: -32006 }))
  })

  test('error: no hello at all, and options that are wrong', () => {
    expect(() => checkHello(undefined)).toThrow(expect.objectContaining({ code: -32006 }))
    expect(() => checkHello({ ...hello, options: { themeMode: 'pink' } })).toThrow(expect.objectContaining({ code: -32602 }))
  })
})

describe('host', () => {
  test('error: nobody is there before the connection', () => {
    setHost(undefined)
    expect(() => host()).toThrow(expect.objectContaining({ code: 4900 }))
  })
})
