// @vitest-environment happy-dom
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { say, words } from './words.js'

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

  test('behavior: every line sends people to a place that there is', () => {
    const kinds = ['value', 'unknown', 'noEffect', 'network', 'token', 'wallet'] as const
    const lines = [
      ...kinds.map((kind) => words.option({ kind, path: 'networks.0', value: '1' })),
      words.dialogUrl(undefined),
      words.dialogUrl('/x'),
      words.dialogUrl('dialog.example', 'https://dialog.example'),
      words.projectId(),
      words.refused('Origin Not Allowed', 'shop'),
      words.refused('Origin Not Allowed', 'shop', 'https://portal.example'),
      words.refused('Invalid Project ID', 'shop'),
      words.load('https://dialog.example', undefined),
      words.load('https://dialog.example', 'silence'),
      words.load('https://dialog.example', 'policy'),
      words.container('#slot'),
      words.name(),
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
