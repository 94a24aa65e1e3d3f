import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { latinDigits, readDecimal } from './readDecimal.js'

/** Every way to write digits that the engine's Unicode data knows, by its formatter. */
const scripts = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
  const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit))
  return digits.every((digit) => /^\p{Nd}$/u.test(digit)) ? [digits] : []
})

const natural = fc.bigInt({ min: 0n, max: 10n ** 40n })
const fraction = fc.stringMatching(/^\d{0,20}$/)
const canonical = (whole: bigint, digits: string) => {
  const end = digits.replace(/0+$/, '')
  return end ? `${whole}.${end}` : `${whole}`
}

/** The oracle of groups: written by the formatter of a language that has them, and never read back by our own means. */
const writers = (['en', 'de', 'fr', 'de-CH', 'en-IN', 'hi', 'ru', 'pt-BR', 'sv', 'ar-EG', 'fa'] as const).map((locale) => {
  const options = { useGrouping: 'always' as never, minimumFractionDigits: 1, maximumFractionDigits: 20 }
  return new Intl.NumberFormat(locale, options)
})

/** What a number can be made of: every character that some reader of numbers gives a meaning, and some that have none. */
const pieces = [..."0123456789.,'’ _-+−eExXab/%$€¥()٫٬۵५０．，。·½²①ⅷ", '\u00a0', '\u202f', '\u202e', '0x', '1e', 'ETH', '\ud835\udfd7']
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join('')),
)

/**
 * An independent reading, digit by digit: the digits in order, and where the point can be. It knows nothing of forms; it says what value a text can have at all.
 */
function possibleValues(text: string): readonly string[] {
  const units = [...text].filter((character) => !/[\s\p{Sc}\u061c\u200e\u200f\u2066-\u2069]/u.test(character))
  const digits = units.map((character) => scripts.find((row) => row.includes(character))?.indexOf(character))
  if (units.some((character, at) => digits[at] === undefined && !/^[.,'’٫٬．，。｡]$/u.test(character))) return []
  const all = digits.flatMap((digit) => (digit === undefined ? [] : [digit])).join('')
  const points = units.flatMap((_, at) =>
    digits[at] === undefined ? [digits.slice(0, at).filter((digit) => digit !== undefined).length] : [],
  )
  return [all.length, ...points].map((at) => canonical(BigInt(all.slice(0, at) || '0'), all.slice(at)))
}

describe('readDecimal', () => {
  test.each([
    ['1', '1'],
    ['007', '7'],
    ['.5', '0.5'],
    ['1.', '1'],
    ['1,25', '1.25'],
    ['1,234', '1.234'],
    ['1.50', '1.5'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1234,567.89', '1234567.89'],
    ['1,234.', '1234'],
    ['12,34,567.8', '1234567.8'],
    ['12,34,567', '1234567'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1’234.5', '1234.5'],
    ["1'234'567", '1234567'],
    [' 1 000,5', '1000.5'],
    ['1\u202f000\u00a0000', '1000000'],
    ['$1,234.56', '1234.56'],
    ['1.234,50 €', '1234.5'],
    ['₹12,34,567', '1234567'],
    ['١٢٫٥', '12.5'],
    ['۱۲,۵', '12.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['\u200f١٢٫٥\u200f', '12.5'],
    ['１．５', '1.5'],
    ['１，２３４．５', '1234.5'],
    ['०.५', '0.5'],
    ['𝟗', '9'],
  ])('behavior: %j is %s', (text, number) => expect(readDecimal(text)).toBe(number))

  test.each([
    ...['', ' ', '.', ',', '٫', '٬', '$', '1e-2', '1e-7', '1E5', '0x10', '0b1', '0o7', '-5', '−5', '+5', '1/2', '½', '1²', '①', 'ⅷ', '١/٢'],
    ...['1,2,3', '1.2.3', '1,25.', '1,5.2', '1.25,5', '0.123,456', '0,123,456', '1,234,56,789', '1,23,4567', '1,2345,6789', '1.234.56'],
    ...['1 2', '1  000', '12 34 567', '1 000 00', "1'5", "1'234 567", '1,000 000', '1.234 567', '1,234’567', '1 .5', '1. 5', '1..5'],
    ...[
      '$5€',
      '$$5',
      '$',
      'R$5',
      'US$5',
      '5$0',
      '(5)',
      '5%',
      '1_000',
      '5 ETH',
      'NaN',
      'Infinity',
      '1n',
      '1,5,',
      ',1,5',
      '\u202e21',
      '1\u200b2',
    ],
    '1'.repeat(201),
  ])('error: %j is not read as a number', (text) => expect(readDecimal(text)).toBeUndefined())

  test('behavior: the unit of the field may stand at one end', () => {
    const read = ['1 000 ETH', 'eth 1,5', '5ETH', 'ETH', '5 ETH ETH', '$5 ETH', '5 USDC'].map((text) => readDecimal(text, 'ETH'))
    expect(read).toEqual(['1000', '1.5', '5', undefined, undefined, undefined, undefined])
    expect(readDecimal('0.5 %', '%')).toBe('0.5')
  })

  test('error: a unit that could be part of the number is none', () => {
    expect([readDecimal('1000', '000'), readDecimal('1.5', '.5'), readDecimal('-5', '-')]).toEqual(['1000', '1.5', undefined])
  })

  test('behavior: digits of every script, of which there are many', () => {
    expect(scripts.length).toBeGreaterThan(50)
    fc.assert(
      fc.property(fc.constantFrom(...scripts), natural, fraction, fc.constantFrom('.', ',', '٫', '．'), (script, whole, digits, point) => {
        const text = `${whole}${point}${digits}`.replace(/\d/g, (digit) => script[Number(digit)] ?? '')
        expect(readDecimal(text)).toBe(canonical(whole, digits))
      }),
    )
  })

  test('behavior: what a language writes with groups is read as the number that it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...writers),
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        fc.stringMatching(/^\d{1,18}[1-9]$/),
        (writer, whole, digits) => {
          expect(readDecimal(writer.format(`${whole}.${digits}` as never))).toBe(canonical(whole, digits))
        },
      ),
    )
  })

  test('behavior: any text is either a value that its digits can have, or refused', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const number = readDecimal(text)
        if (number !== undefined) expect(possibleValues(text)).toContain(number)
      }),
      { numRuns: 5_000 },
    )
  })

  test('behavior: a letter, a sign or a fraction anywhere in a number refuses the whole of it', () => {
    const stranger = fc.constantFrom(...'eExXabкk/-+−*=_%()½²①:;', '\u202e', '\u200b')
    fc.assert(
      fc.property(natural, fraction, stranger, fc.nat(), (whole, digits, odd, where) => {
        const text = `${whole}.${digits}`
        const at = where % (text.length + 1)
        expect(readDecimal(text.slice(0, at) + odd + text.slice(at))).toBeUndefined()
      }),
    )
  })

  test('behavior: every decimal digit of Unicode has its value', () => {
    const found = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => /^\p{Nd}$/u.test(String.fromCodePoint(code)))
    const values = found.map((code) => latinDigits(String.fromCodePoint(code)))
    expect(values).toEqual(found.map((_, index) => String(index % 10)))
  })
})
