/** A compiled message: text, or text and placeholders in turn (Lingui's form). */
type Compiled = string | readonly unknown[]

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'å', b: 'ƀ', c: 'ç', d: 'ð', e: 'é', f: 'ƒ', g: 'ĝ', h: 'ĥ', i: 'î', j: 'ĵ', k: 'ķ', l: 'ļ', m: 'ɱ' },
  ...{ n: 'ñ', o: 'ö', p: 'þ', q: 'ǫ', r: 'ŕ', s: 'š', t: 'ţ', u: 'û', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž' },
  ...{ A: 'Å', B: 'Ɓ', C: 'Ç', D: 'Ð', E: 'É', F: 'Ƒ', G: 'Ĝ', H: 'Ĥ', I: 'Î', J: 'Ĵ', K: 'Ķ', L: 'Ļ', M: 'Ṁ' },
  ...{ N: 'Ñ', O: 'Ö', P: 'Þ', Q: 'Ǫ', R: 'Ŕ', S: 'Š', T: 'Ţ', U: 'Û', V: 'Ṽ', W: 'Ŵ', X: 'Ẋ', Y: 'Ý', Z: 'Ž' },
}

/** Letters get accents, tags such as `<0>` stay. */
function accent(text: string): string {
  return text.replace(/<\/?\d+>|[a-z]/gi, (part) => accents[part] ?? part)
}

/** Accents everywhere, and the words grow by the 40 % that German and Finnish need. */
function stretch(text: string): string {
  const letters = text.replace(/<\/?\d+>/g, '').length
  return `${accent(text)}${letters > 1 ? ` ${'~'.repeat(Math.max(1, Math.round(letters * 0.4) - 1))}` : ''}`
}

function convert(message: Compiled): Compiled {
  if (typeof message === 'string') return stretch(message)
  return message.map((part) => {
    if (typeof part === 'string') return part === '#' ? part : stretch(part)
    if (!Array.isArray(part) || part.length < 3) return part
    const [name, type, forms] = part as [string, string, Record<string, Compiled>]
    return [name, type, Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, convert(form)]))]
  })
}

/**
 * Makes a pseudo-locale of the compiled English catalogue: what breaks in it breaks in real languages.
 * @returns a catalogue in the same compiled form
 */
export function pseudo(english: Readonly<Record<string, Compiled>>): Readonly<Record<string, Compiled>> {
  return Object.fromEntries(Object.entries(english).map(([id, message]) => [id, convert(message)]))
}
