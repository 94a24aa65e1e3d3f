// @vitest-environment happy-dom
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { messages, say } from './messages.js'

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => warn.mockClear())

describe('say', () => {
  test('behavior: one line, once, with the value and the place to look', () => {
    const mistake = { kind: 'value', path: 'themeMode', value: '"drak"', expected: '"light", "dark", "auto"' } as const
    say('option', mistake)
    say('option', mistake)
    expect(warn.mock.calls).toEqual([
      ['[latchkey] The option themeMode cannot be "drak" and is left out; it takes "light", "dark", "auto". See docs/options.md#themeMode'],
    ])
  })

  test('behavior: every line sends users to a place that there is', () => {
    const kinds = ['value', 'unknown', 'network', 'token', 'wallet', 'ancestor'] as const
    const lines = [
      ...kinds.map((kind) => messages.option({ kind, path: 'networks.0', value: '1' })),
      messages.dialogUrl(undefined),
      messages.dialogUrl('/x'),
      messages.dialogUrl('dialog.example', 'https://dialog.example'),
      messages.projectId(),
      messages.refused('Origin Not Allowed', 'shop'),
      messages.refused('Invalid Project ID', 'shop'),
      messages.load('https://dialog.example', undefined),
      messages.load('https://dialog.example', 'silence'),
      messages.load('https://dialog.example', 'policy'),
      messages.container('#slot'),
      messages.name(),
      messages.button('shop'),
    ]
    for (const [text = '', place = ''] of lines) {
      expect(text).not.toContain('undefined')
      const [file = '', anchor] = place.split('#')
      const path = join(import.meta.dirname, '../../../docs', file)
      expect([place, existsSync(path)]).toEqual([place, true])
      if (anchor) expect([place, readFileSync(path, 'utf8').includes(`<a id="${anchor}"></a>`)]).toEqual([place, true])
    }
  })
})
