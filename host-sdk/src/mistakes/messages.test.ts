// @vitest-environment happy-dom
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codes, type Mistake } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registry } from '../registry.js'
import type { Modal } from '../types.js'
import { messages, say } from './messages.js'

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => warn.mockClear())
afterEach(() => registry().instances.clear())

describe('say', () => {
  test('behavior: one line, once, with the value, and the place to look on the server that the page uses', () => {
    registry().instances.set('x undefined', {} as Modal)
    registry().instances.set('shop https://dialog.example', {} as Modal)
    const mistake = { kind: 'value', path: 'themeMode', value: '"drak"', expected: '"light", "dark", "auto"', closest: 'dark' } as const
    say('option', mistake)
    say('option', mistake)
    expect(warn.mock.calls).toEqual([
      [
        '[latchkey] The option themeMode cannot be "drak" and is left out; it takes "light", "dark", "auto"; did you mean "dark"? See https://dialog.example/docs/options#themeMode',
      ],
    ])
  })

  test('behavior: a page without a server is sent nowhere', () => {
    registry().instances.set('shop undefined', {} as Modal)
    say('dialogUrl', 'ftp://dialog.example')
    expect(warn.mock.calls).toEqual([
      [
        '[latchkey] The option dialogUrl is "ftp://dialog.example", which is no other origin than this page\'s that could serve the dialog.',
      ],
    ])
  })

  test('behavior: an address of the dialog is named unless it is written as an origin is', () => {
    const used = 'https://dialog.example.com'
    for (const fine of [used, `${used}/`, ` ${used} `, 'https://Dialog.example.com', 'HTTPS://dialog.example.com:443/'])
      expect([fine, messages.dialogUrl(fine, used)]).toEqual([fine, undefined])
    for (const odd of [
      'dialog.example.com',
      '//dialog.example.com',
      'https:dialog.example.com',
      `${used}/wallet/`,
      `${used}?x`,
      `${used}#x`,
    ])
      expect([odd, messages.dialogUrl(odd, used)?.[0]]).toEqual([odd, expect.stringContaining(`of which ${used} is used`)])
    // On a secure page.
    expect(messages.dialogUrl('http://dialog.example.com', used)?.[0]).toContain('is used')
  })

  test('behavior: what was opened is judged by its parts', () => {
    expect(messages.opening({ view: 'Netwroks' as 'Networks' })?.[0]).toBe('open({ view }) cannot be "Netwroks"; did you mean "Networks"?')
    expect(messages.opening({ namespace: 'evm' as 'eip155' })?.[0]).toContain('did you mean "eip155"?')
    for (const fine of [{}, { view: 'Networks' }, { namespace: 'solana' }] as const) expect(messages.opening(fine)).toBeUndefined()
    // Anything may stand there on a page without types.
    for (const value of [null, 5, {}, [], Symbol.iterator, ''])
      expect(messages.opening({ view: value as never })?.[0]).toContain('cannot be')
  })

  test('behavior: a second creation is told which of its options count for nothing, and only of those', () => {
    const chains = () => [{ id: 1, big: 1n, fees: () => 1 }]
    const first = { projectId: 'shop', networks: chains(), themeMode: 'light' }
    expect(messages.ignored({ ...first, networks: chains() }, first)).toBeUndefined()
    for (const networks of ['eip155:1', 1, [1], ['eip155:1'], [{ id: 1 }], [{ caipNetworkId: 'eip155:1' }]])
      expect(messages.ignored({ ...first, networks }, { ...first, defaultNetwork: 1 })).toBeUndefined()
    expect(messages.ignored({ ...first, defaultNetwork: 'eip155:1' }, { ...first, defaultNetwork: { id: 1 } })).toBeUndefined()
    expect(messages.ignored({ ...first, networks: [1, 10] }, first)?.[0]).toContain('networks of the second call')
    expect(messages.ignored({ ...first, themeMode: 'dark', locale: 'ar' }, first)?.[0]).toContain('themeMode, locale of the second call')
  })

  test('behavior: every line sends users to a place that there is', () => {
    const kinds = ['value', 'unknown', 'network', 'token', 'wallet', 'ancestor'] as const
    const faults = [undefined, 'silence', 'policy', 'nothing', 'other', 'http:', 'https:']
    const lines = [
      ...kinds.map((kind) => messages.option({ kind, path: 'networks.0', value: '1' })),
      messages.option({ kind: 'network', path: 'networks', value: '[]' } as Mistake),
      messages.option({ kind: 'wallet', path: 'open', value: '"Metamsk"', closest: 'MetaMask' }),
      messages.dialogUrl(undefined) ?? [],
      messages.dialogUrl('/x') ?? [],
      messages.dialogUrl('dialog.example', 'https://dialog.example') ?? [],
      messages.place(''),
      messages.place('shop'),
      ...['Origin Not Allowed', 'Invalid Project ID'].map(
        (message) => messages.load('https://dialog.example', { code: codes.unauthorized, message }, 'shop') ?? [],
      ),
      ...faults.map((cause) => messages.load('https://dialog.example', { code: codes.disconnected, message: '', cause }) ?? []),
      messages.container('#slot'),
      messages.size('0 × 0'),
      messages.opening({ view: 'Netwroks' as 'Networks' }) ?? [],
      messages.family('useAccount()', 'evm'),
      messages.ignored({ themeMode: 'dark' }, {}) ?? [],
      messages.fixed(['preload']),
      messages.name(),
      messages.button('shop'),
    ]
    for (const [text = '', place] of lines) {
      expect(text).toBeTruthy()
      expect(text).not.toContain('undefined')
      if (!place) continue
      const [file = '', anchor] = place.split('#')
      const path = join(import.meta.dirname, `../../../docs/${file}.md`)
      expect([place, existsSync(path)]).toEqual([place, true])
      if (anchor) expect([place, readFileSync(path, 'utf8').includes(`<a id="${anchor}"></a>`)]).toEqual([place, true])
    }
  })
})
