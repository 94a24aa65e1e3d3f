import { expect, test } from 'vitest'
import { readable } from './readable.js'

test.each([
  ['a bidirectional override', '\u202e'],
  ['a zero-width space', '\u200b'],
  ['a filler of Hangul', '\u3164'],
  ['a joiner of combining letters', '\u034f'],
  ['a selector that writes a hidden byte', '\u{e0141}'],
])('behavior: %s is written out', (_what, character) => {
  expect(readable(`Pay${character}me`)).toBe(`Pay\\u{${character.codePointAt(0)?.toString(16)}}me`)
})

test('behavior: letters, lines and emoji stay as they are', () => {
  const text = 'Grüße,\n\t你好 ❤️ שלום'
  expect(readable(text)).toBe(text)
})
