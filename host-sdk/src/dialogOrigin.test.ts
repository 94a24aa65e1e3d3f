// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { readDialogUrl } from './dialogOrigin.js'

const at = (url: string) => (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url)
beforeEach(() => at('https://shop.example.com/page'))

describe('readDialogUrl', () => {
  test.each(['https://dialog.example.com', 'https://dialog.example.com/', 'https://Dialog.example.com'])('behavior: %s is sound', (url) => {
    expect(readDialogUrl(url)).toEqual({ origin: 'https://dialog.example.com', sound: true })
  })

  test('behavior: a dialog on the same machine may be http, also for a secure page', () => {
    for (const origin of ['http://dialog.localhost:4100', 'http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100'])
      expect(readDialogUrl(origin)).toEqual({ origin, sound: true })
  })

  test.each([
    ['without a scheme', 'dialog.example.com', 'https://dialog.example.com'],
    ['without a scheme, with a port', 'dialog.example.com:8443', 'https://dialog.example.com:8443'],
    ['with a path', 'https://dialog.example.com/wallet/', 'https://dialog.example.com'],
    ['with a query', 'https://dialog.example.com?project=shop', 'https://dialog.example.com'],
    ['http on a secure page', 'http://dialog.example.com', 'https://dialog.example.com'],
  ])('error: %s, what is meant is used, and it is not sound', (_, given, origin) => {
    expect(readDialogUrl(given)).toEqual({ origin, sound: false })
  })

  test.each([undefined, null, '', ' ', 5, {}, 'https://', 'ftp://', '/', 'not a host', 'https://shop.example.com/dialog'])(
    'error: %j serves no dialog',
    (given) => {
      expect(readDialogUrl(given)).toEqual({ origin: undefined, sound: false })
    },
  )

  test('behavior: on a plain page a host without a scheme is plain, too', () => {
    at('http://localhost:3000/')
    expect(readDialogUrl('dialog.localhost:4100').origin).toBe('http://dialog.localhost:4100')
    expect(readDialogUrl('http://dialog.example.com')).toEqual({ origin: 'http://dialog.example.com', sound: true })
  })
})
