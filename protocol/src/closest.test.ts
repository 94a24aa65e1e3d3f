import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closest } from './closest.js'
import { viewNames } from './views.js'

/** One slip of the fingers. */
const slip = (text: string) =>
  fc.tuple(fc.constantFrom('drop', 'double', 'change', 'swap'), fc.nat(text.length - 1)).map(([kind, at]) => {
    const [before, letter = '', after] = [text.slice(0, at), text[at], text.slice(at + 1)]
    if (kind === 'drop') return before + after
    if (kind === 'double') return before + letter + letter + after
    if (kind === 'change') return `${before}q${after}`
    return before + after.slice(0, 1) + letter + after.slice(1)
  })

describe('closest', () => {
  test('behavior: a view with one slip in its name is the one that was meant', () => {
    const long = viewNames.filter(({ length }) => length > 5)
    fc.assert(
      fc.property(
        fc.constantFrom(...long).chain((name) => fc.tuple(fc.constant(name), slip(name))),
        ([name, typed]) => {
          expect(closest(typed, viewNames)).toBe(name)
        },
      ),
    )
  })

  test('behavior: capitals and signs between words count for nothing', () => {
    expect(closest('meta-mask', ['Rabby', 'MetaMask'])).toBe('MetaMask')
    expect(closest('eip155_1', ['eip155:1', 'eip155:10'])).toBe('eip155:1')
  })

  test('behavior: what is like none of them is none of them', () => {
    for (const text of ['', 'zzzzzz', '#', 'completely different']) expect(closest(text, ['light', 'dark', 'auto'])).toBeUndefined()
    expect(closest('dark', [])).toBeUndefined()
  })
})
