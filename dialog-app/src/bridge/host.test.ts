import { protocolVersion } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Dialog } from '../lib/dialog.js'
import { testDialog } from '../testing/testDialog.js'
import { checkHello, host, setHost } from './host.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

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
  test('behavior: a page of our version is taken as it is', async () => {
    expect(await checkHello(hello)).toEqual(hello)
  })

  test.each([2, 0, '1', undefined, null])('error: version %s is refused before anything else is read', async (protocol) => {
    await expect(checkHello({ protocol, options: 'unreadable' })).rejects.toMatchObject({ code: -32006 })
  })

  test('error: no hello at all, and a page that says nothing of what it must', async () => {
    await expect(checkHello(undefined)).rejects.toMatchObject({ code: -32006 })
    await expect(checkHello({ ...hello, sdk: undefined, options: { themeMode: 'pink' } })).rejects.toMatchObject({ code: -32602 })
  })

  test('error: of options only what is wrong in them is left out', async () => {
    const options = { themeMode: 'pink', locale: 'ar', customWallets: [{ id: 'a', name: 'A', image_url: '' }] }
    expect(await checkHello({ ...hello, options })).toEqual({
      ...hello,
      options: { locale: 'ar', customWallets: [{ id: 'a', name: 'A' }] },
    })
  })
})

describe('host', () => {
  test('error: nobody is there before the connection', () => {
    setHost(dialog, undefined)
    expect(() => host(dialog)).toThrow(expect.objectContaining({ code: 4900 }))
  })
})
