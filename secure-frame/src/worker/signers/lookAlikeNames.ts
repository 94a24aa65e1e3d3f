/* Names that only look like another one: the same letters of other alphabets (Unicode's "confusables"), as far as names of coins could use them. */

/** Letters and signs that are drawn like a Latin letter or nearly so, as they are after NFKC and without marks. Capitals are lowered first. */
const alike: Readonly<Record<string, string>> = {
  a: 'аɑαᴀꭺꓮᎪ4@ꞛⲁתᗅ',
  b: 'вьъƅʙᏏᏴꓐβϐɓ8ⲃᗷ฿₿',
  c: 'сϲᴄꓚᏟⲥɔ¢ᑕ₡ͻᏣ',
  d: 'ԁɗᎠꓒꓓᴅժᗞᗪ',
  e: 'еєҽεɛᴇꓰᎬ3ⲉ€ǝәξⴹ',
  f: 'ғƒꓝϝꜰꞙᖴ₣',
  g: 'ɡցɢᏀꓖԍ9ǥᏳ',
  h: 'һнʜհᏂᎻꓧⲏᕼ',
  i: 'іιıɪᎥꓲ1l|ӏاוⲓℓןɩʟꓡᏞլⵏ!',
  j: 'јյᴊᎫꓙϳʝ',
  k: 'кκқᴋᏦꓗⲕ₭ҝ',
  m: 'мᴍᎷꓟⲙϻ₥ʍ',
  n: 'пոռɴꓠⲛи₦ηᴎʌ',
  o: 'оοօσᴏ0ꓳⲟסهᎾဝ๐໐०০੦૦௦౦೦൦ഠ٥۵ⵔⵙ○〇θфϕ',
  p: 'рρᴘᏢꓑⲣϼᑭքþ₱',
  q: 'ԛգզϙ',
  r: 'гᴦʀᎡᏒꓣя®ɾⲅ',
  s: 'ѕꜱꓢᏚᏕᏙ5$ʂƽտ§',
  t: 'тτᴛᎢꓔⲧ7₮†ƭ₸',
  u: 'υսᴜꓴᑌцʋմμ',
  v: 'νѵᴠꓦטⅴᐯ',
  w: 'ѡԝᴡᎳꓪωшաⱳɯ₩',
  x: 'хχꓫⲭ×ҳⵝ',
  y: 'уүγʏꓬⲩყ¥ɣᎽ',
  z: 'ᴢᏃꓜ2ⲍζʐ',
}

/** Greek's capitals are other letters than what they look like when they are small. */
const capitals: Readonly<Record<string, string>> = { Η: 'h', Ν: 'n', Υ: 'y', Μ: 'm', Λ: 'a', Σ: 'e' }

/** Which letter a character stands for. Of those that look like two, one counts. */
const letterOf: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(alike).flatMap(([letter, others]) => [...others].map((other) => [other.toLowerCase(), letter] as const)),
  ...Object.entries(capitals),
])

/** Without styles, marks, and what cannot be seen. Greek's lunate sigma is a C to look at, and would become a Σ. */
const plainOf = (name: string) =>
  name
    .replace(/[ϲϹ]/g, 'c')
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\p{M}\p{DI}\p{C}\u2800]/gu, '')

/** Letters that Unicode does not say to be letters: in dark circles and squares, and those of which flags are made. */
const drawn = [0x1f150, 0x1f170, 0x1f1e6] as const

function plainLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const start = drawn.find((first) => code >= first && code < first + 26)
  return start === undefined ? character : String.fromCharCode(97 + code - start)
}

/**
 * What is left of a name when its drawing alone counts. Two names with the same skeleton are taken for each other.
 *
 * @example skeletonOf('USDС') === skeletonOf('ｕｓｄｃ') // true: the first has a Cyrillic letter
 */
export function skeletonOf(name: string): string {
  return [...plainOf(name)]
    .map((character) => {
      const letter = plainLetter(character)
      return letterOf[letter] ?? letterOf[letter.toLowerCase()] ?? letter.toLowerCase()
    })
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')
    .replaceAll('ci', 'd')
}

/** Whether a name has letters of Latin and of another alphabet: it is made to be mistaken. */
export const isMixed = (name: string): boolean =>
  /\p{Script=Latin}/u.test(plainOf(name)) && /(?!\p{Script=Latin})\p{L}/u.test(plainOf(name))
