/**
 * Finds the text of values inside JSON that is already known to be valid. `JSON.parse` would round large numbers, and ids and results have to
 * pass through untouched; so values are cut out of the text instead of being written anew.
 */

const quote = 34
const backslash = 92
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9
const isOpen = (code: number) => code === 123 || code === 91
const isClose = (code: number) => code === 125 || code === 93

function skipSpace(text: string, at: number): number {
  let position = at
  while (isSpace(text.charCodeAt(position))) position++
  return position
}

function skipString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  for (;;) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end + 1
    end = text.indexOf('"', end + 1)
  }
}

/** Position behind the value that starts at `at`. */
function skipValue(text: string, at: number): number {
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
 * @param text valid JSON whose value is an object
 */
export function rawMembers(text: string): Map<string, string> {
  const members = new Map<string, string>()
  let position = skipSpace(text, skipSpace(text, 0) + 1)
  while (text.charCodeAt(position) === quote) {
    const keyEnd = skipString(text, position)
    const key = text.slice(position, keyEnd)
    const from = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const to = skipValue(text, from)
    members.set(key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1), text.slice(from, to))
    position = skipSpace(text, to)
    if (text.charCodeAt(position) === 44) position = skipSpace(text, position + 1)
  }
  return members
}

/**
 * The raw text of each element of an array.
 *
 * @param text valid JSON whose value is an array
 */
export function rawElements(text: string): string[] {
  const elements: string[] = []
  let position = skipSpace(text, skipSpace(text, 0) + 1)
  while (!isClose(text.charCodeAt(position))) {
    const to = skipValue(text, position)
    elements.push(text.slice(position, to))
    position = skipSpace(text, to)
    if (text.charCodeAt(position) === 44) position = skipSpace(text, position + 1)
  }
  return elements
}
