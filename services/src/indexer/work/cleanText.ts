/**
 * A text of a stranger as the database can keep it: well-formed, without control characters, not too long. Hostile characters stay: they are what
 * it is recognised by.
 */
export function cleanText(text: string, longest: number): string | null {
  // Half a surrogate pair becomes the replacement character on its way through bytes.
  const formed = Buffer.from(text).toString()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = formed.replace(/[\u0000-\u001f\u007f]/g, ' ').trim()
  return clean === '' ? null : [...clean].slice(0, longest).join('')
}
