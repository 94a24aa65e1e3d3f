/**
 * Finds the text of values inside JSON that is already known to be valid. `JSON.parse` would round large numbers, and ids and results have to
 * pass through untouched; so values are cut out of the text instead of being written anew. JavaScript, because a worker runs it as it is.
 */

const quote = 34
const backslash = 92
/** @param {number} code */
const isSpace = (code) => code === 32 || code === 10 || code === 13 || code === 9
/** @param {number} code */
const isOpen = (code) => code === 123 || code === 91
/** @param {number} code */
const isClose = (code) => code === 125 || code === 93

/**
 * @param {string} text
 * @param {number} at
 */
function skipSpace(text, at) {
  let position = at
  while (isSpace(text.charCodeAt(position))) position++
  return position
}

/**
 * @param {string} text
 * @param {number} at
 */
function skipString(text, at) {
  let end = text.indexOf('"', at + 1)
  for (;;) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end + 1
    end = text.indexOf('"', end + 1)
  }
}

/**
 * Position behind the value that starts at `at`.
 *
 * @param {string} text
 * @param {number} at
 */
function skipValue(text, at) {
  const first = text.charCodeAt(at)
  if (first === quote) return skipString(text, at)
  let position = at
  if (!isOpen(first)) {
    for (; position < text.length; position++) {
      const code = text.charCodeAt(position)
      if (code === 44 || isClose(code) || isSpace(code)) break
    }
    return position
  }
  let depth = 0
  for (;;) {
    const code = text.charCodeAt(position)
    if (code === quote) {
      position = skipString(text, position)
      continue
    }
    if (isOpen(code)) depth++
    else if (isClose(code) && --depth === 0) return position + 1
    position++
  }
}

/**
 * The raw text of each member of an object. A key that is given twice counts the last time, as in `JSON.parse`.
 *
 * @param {string} text valid JSON whose value is an object
 * @returns {Map<string, string>}
 */
export function rawMembers(text) {
  /** @type {Map<string, string>} */
  const members = new Map()
  let position = skipSpace(text, skipSpace(text, 0) + 1)
  while (text.charCodeAt(position) === quote) {
    const keyEnd = skipString(text, position)
    const key = text.slice(position, keyEnd)
    const from = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const to = skipValue(text, from)
    members.set(key.includes('\\') ? JSON.parse(key) : key.slice(1, -1), text.slice(from, to))
    position = skipSpace(text, to)
    if (text.charCodeAt(position) === 44) position = skipSpace(text, position + 1)
  }
  return members
}

/**
 * The raw text of each element of an array.
 *
 * @param {string} text valid JSON whose value is an array
 * @returns {string[]}
 */
export function rawElements(text) {
  /** @type {string[]} */
  const elements = []
  let position = skipSpace(text, skipSpace(text, 0) + 1)
  while (!isClose(text.charCodeAt(position))) {
    const to = skipValue(text, position)
    elements.push(text.slice(position, to))
    position = skipSpace(text, to)
    if (text.charCodeAt(position) === 44) position = skipSpace(text, position + 1)
  }
  return elements
}

/**
 * Whether a text nests no deeper and holds no more values than this, as far as it is JSON: parsing takes many times the memory of what is read,
 * and a text of brackets alone takes the most.
 *
 * @param {string} text
 * @param {{ readonly depth: number, readonly values: number }} most
 * @returns {boolean}
 */
export function isWithin(text, most) {
  let depth = 0
  let values = 1
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === quote) {
      position = skipClosedString(text, position)
    } else if (isOpen(code)) {
      values++
      if (++depth > most.depth) return false
    } else if (isClose(code)) depth--
    else if (code === 44) values++
    if (values > most.values) return false
  }
  return true
}

/**
 * Position of the quote that ends the string which starts at `at`; the end of the text when none does.
 *
 * @param {string} text
 * @param {number} at
 */
function skipClosedString(text, at) {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}
