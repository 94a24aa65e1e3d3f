import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLookAlike } from './knownAddresses.js'

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const text = (letters: string, length: number) => fc.string({ unit: fc.constantFrom(...letters), minLength: length, maxLength: length })

test.each([
  ['0x', '0123456789abcdefABCDEF', 34],
  ['', 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789', 38],
  ['bc1q', '023456789acdefghjklmnpqrstuvwxyz', 32],
  ['cosmos1', '023456789acdefghjklmnpqrstuvwxyz', 32],
])('error: behind “%s”, three characters at each end are enough to look alike', (prefix, letters, between) => {
  const part = text(letters, 3)
  const middle = text(letters, between)
  fc.assert(
    fc.property(part, part, middle, middle, (head, tail, one, other) => {
      const [known, alike] = [`${prefix}${head}${one}${tail}`, `${prefix}${head}${other}${tail}`]
      fc.pre(!same(known, alike))
      expect(findLookAlike(alike, [known], same)).toBe(known)
      expect(findLookAlike(known, [known], same)).toBeUndefined()
    }),
    { seed: 42 },
  )
})

test.each([
  ['bc1q', 'bc1qaaaw508d6qejxtdg4y5r3zarvary0c5xw7kv8f', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kxxxkv8f'],
  ['0x', `0xaaa${'1'.repeat(34)}bbb`, `0xaab${'1'.repeat(34)}bbb`],
])('behavior: what all addresses begin with (%s) makes none look like another', (_prefix, address, known) => {
  expect(findLookAlike(address, [known], same)).toBeUndefined()
})
