/** Characters of a symbol or a name; longer ones are cut. */
const usual = 24

/**
 * What anybody may call a token, as it can stand in a line: without what is not seen and what turns the line round.
 *
 * @param longest in characters; what is longer is cut
 */
export function cleanName(text: string, longest = usual): string {
  const seen = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...seen]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : seen
}
