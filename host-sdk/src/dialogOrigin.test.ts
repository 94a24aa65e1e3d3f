// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readDialogUrl } from './dialogOrigin.js'

const at = (url: string) => (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url)
beforeEach(() => at('https://shop.example.com/page'))
afterEach(() => vi.unstubAllGlobals())

describe('readDialogUrl', () => {
  test.each(['https://dialog.example.com', 'https://dialog.example.com/', 'https://Dialog.example.com'])(
    'behavior: %s is its own origin',
    (url) => {
      expect(readDialogUrl(url)).toBe('https://dialog.example.com')
    },
  )

  test('behavior: a dialog on the same machine may be http, also for a secure page', () => {
    for (const origin of ['http://dialog.localhost:4100', 'http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100'])
      expect(readDialogUrl(origin)).toBe(origin)
  })

  test.each([
    ['without a scheme', 'dialog.example.com', 'https://dialog.example.com'],
    ['without a scheme, with a port', 'dialog.example.com:8443', 'https://dialog.example.com:8443'],
    ['with a path', 'https://dialog.example.com/wallet/', 'https://dialog.example.com'],
    ['with a query', 'https://dialog.example.com?project=shop', 'https://dialog.example.com'],
    ['http on a secure page', 'http://dialog.example.com', 'https://dialog.example.com'],
  ])('error: %s, what is meant is used', (_, given, origin) => {
    expect(readDialogUrl(given)).toBe(origin)
  })

  test.each([undefined, null, '', ' ', 5, {}, 'https://', 'ftp://', '/', 'not a host', 'https://shop.example.com/dialog'])(
    'error: %j serves no dialog',
    (given) => {
      expect(readDialogUrl(given)).toBeUndefined()
    },
  )

  test.each([
    'htp://dialog.example.com',
    'htps:dialog.example.com',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'ws://dialog.example.com',
  ])('error: %s has a scheme that serves no dialog, and is not read as a host', (given) => {
    expect(readDialogUrl(given)).toBeUndefined()
  })

  test('error: a character that no host has, anywhere in it: no dialog, in browsers whose parser takes it, too', () => {
    // As Chromium's does: what the standard forbids in a host is kept in percent-encodings.
    class Lenient extends URL {
      constructor(text: string) {
        const [, scheme = '', name = '', rest = ''] = /^(https?:\/\/)([^/?#]*)(.*)$/s.exec(text) ?? []
        const encoded = encodeURIComponent(name).replace(/%3A(?=\d+$)/, ':')
        const odd = /%(?!3A)/.test(encoded)
        super(odd ? `${scheme}odd.example${rest}` : text)
        if (!odd) return
        const hostname = encoded.toLowerCase()
        Object.defineProperties(this, { hostname: { value: hostname }, origin: { value: `${this.protocol}//${hostname}` } })
      }
    }
    const odd = fc.constantFrom(...' "<>^`{|}!$&\'()*+,;=~%', '\u00a0', '\u3000')
    const part = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
    const written = fc.tuple(fc.constantFrom('', 'https://', 'http://', '//'), part, odd, part, fc.constantFrom('', '/', ':4100', '/x?y#z'))
    for (const parser of [URL, Lenient]) {
      vi.stubGlobal('URL', parser)
      fc.assert(
        fc.property(written, ([scheme, before, character, after, rest]) => {
          const origin = readDialogUrl(`${scheme}${before}${character}${after}${rest}`)
          // Some characters mean another one of a name, as a full-width point does.
          expect(origin === undefined || /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin)).toBe(true)
        }),
      )
      for (const given of ['not a url', 'https://not a url', 'https://%zz', 'https://a b.example', 'https://exa mple.com:8443'])
        expect(readDialogUrl(given)).toBeUndefined()
    }
  })

  test('behavior: every name of a host that there can be is one', () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom('', ':8443'), (name, port) => {
        expect(readDialogUrl(`https://${name}${port}`)).toBe(`https://${name}${port}`)
      }),
    )
    for (const name of ['a_b', '[2001:db8::1]', '10.0.0.5', 'xn--mgbh0fb.example', 'bücher.example', 'dialog.example.'])
      expect([name, readDialogUrl(`https://${name}`)]).toEqual([name, new URL(`https://${name}`).origin])
  })

  test('behavior: on a plain page a host without a scheme is plain, too', () => {
    at('http://localhost:3000/')
    expect(readDialogUrl('dialog.localhost:4100')).toBe('http://dialog.localhost:4100')
    expect(readDialogUrl('http://dialog.example.com')).toBe('http://dialog.example.com')
  })
})
