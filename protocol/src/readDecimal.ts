/** Digits of a script stand in a row, 0 to 9, also where several rows follow each other (mathematical digits). */
function digitOf(character: string): string {
  let code = character.codePointAt(0) ?? 0
  const start = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - 1))) code -= 1
  return String((start - code) % 10)
}

/**
 * The decimal digits of every script in the digits of English; the rest as it is.
 *
 * @example
 * latinDigits('١٢٣-４５६') // '123-456'
 */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => (digit >= '0' && digit <= '9' ? digit : digitOf(digit)))

/** White space, and the marks that set a direction: they are copied along, and are not seen. */
const blanks = '[\\s\\u061c\\u200e\\u200f\\u2066-\\u2069]*'
const ends = new RegExp(`^${blanks}|${blanks}$`, 'g')

/** A text without its unit, or one currency sign, at one of its ends. */
function withoutSign(text: string, unit: string): string {
  const bare = text.replace(ends, '')
  const [first = ''] = bare
  const last = Array.from(bare).at(-1) ?? ''
  if (/\p{Sc}/u.test(first)) return bare.slice(first.length)
  if (/\p{Sc}/u.test(last)) return bare.slice(0, -last.length)
  // A unit that could be part of a number is none.
  if (!unit || /[\p{N}\p{P}\s]/u.test(unit.replace('%', ''))) return bare
  const isUnit = (part: string) => part.toLowerCase() === unit.toLowerCase()
  if (isUnit(bare.slice(0, unit.length))) return bare.slice(unit.length)
  return isUnit(bare.slice(-unit.length)) ? bare.slice(0, -unit.length) : bare
}

/**
 * Numbers as they are written: plain ones; with a space, an apostrophe or the Arabic thousands separator between groups; with commas, of the western or the
 * Indian size of groups, before a point or several of them; with points, the same. A comma or point that stands alone is the decimal point. Nothing that
 * only looks a little like them: an amount that is read ten times too large is worse than one that is refused.
 */
const forms = [
  /^(\d*)[.,]?(\d*)$/,
  /^([1-9]\d{0,2}(?:([ '\u066c])\d{3})(?:\2\d{3})*)[.,]?(\d*)$/,
  /^([1-9]\d*(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})\.(\d*)$/,
  /^([1-9]\d{0,2}(?:,\d{3}){2,}|[1-9]\d?(?:,\d{2})+,\d{3})()$/,
  /^([1-9]\d*(?:\.\d{3})+),(\d*)$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){2,})()$/,
]

/** Enough for every number that a chain can count, in groups. */
const longest = 200

/**
 * Reads a number as people type it, or paste it from a statement: the digits of any script, a comma or a point, groups, and at one end a currency sign or the
 * unit of the field. The one reader of every such field.
 *
 * @param unit what the field counts, if it may stand beside the number: a symbol, a currency's code, `%`
 * @returns the same number with a point and without zeros that say nothing; undefined for all that is not understood: it is never mended
 * @example
 * readDecimal('1.234,50 €') // '1234.5'
 * readDecimal('１．５') // '1.5'
 * readDecimal('1e-2') // undefined
 */
export function readDecimal(text: string, unit = ''): string | undefined {
  if (text.length > longest) return undefined
  const plain = latinDigits(withoutSign(text, unit).replace(ends, ''))
    .replace(/\s/g, ' ')
    .replace(/’/g, "'")
    .replace(/[\u066b\uff0e\u3002\uff61]/g, '.')
    .replace(/\uff0c/g, ',')
  const found = forms.map((form) => form.exec(plain)).find((match) => match)
  if (!found || !/\d/.test(plain)) return undefined
  const whole = (found[1] ?? '').replace(/\D/g, '').replace(/^0+/, '') || '0'
  const fraction = (found.at(-1) ?? '').replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}
