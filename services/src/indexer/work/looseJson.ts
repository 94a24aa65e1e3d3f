import { gunzipSync, inflateSync } from 'node:zlib'

/** What was packed, by its first bytes; a server may send it so without being asked, and contracts keep it so. */
function unpacked(bytes: Buffer, largest: number): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const isZlib = bytes[0] === 0x78 && bytes.readUInt16BE(0) % 31 === 0
  if (!isGzip && !isZlib) return bytes
  try {
    return (isGzip ? gunzipSync : inflateSync)(bytes, { maxOutputLength: largest })
  } catch {
    return bytes
  }
}

function encodingOf(bytes: Buffer, charset: string | undefined): string {
  const [first = 1, second = 1] = bytes
  // A byte order mark, or the zero that ASCII has in every second byte.
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return charset ?? 'utf-8'
}

/**
 * A text of bytes as readers of the web read it: with or without a byte order mark, in UTF-8, UTF-16 or what `charset` names, else in Windows-1252; unpacked
 * where it is packed.
 *
 * @param largest bytes of what is unpacked
 */
export function readBytes(bytes: Uint8Array, largest: number, charset?: string): string {
  const plain = bytes.length < 2 ? Buffer.from(bytes) : unpacked(Buffer.from(bytes), largest)
  for (const encoding of [encodingOf(plain, charset), 'utf-8'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(plain)
    } catch {
      // An encoding that there is not, or the text is not in it.
    }
  return new TextDecoder('windows-1252').decode(plain)
}

/** Each ends at the latest where everything does, so that the time grows with the length alone. */
const text = /"(?:[^"\\]|\\.)*"?/
const textOrComment = new RegExp(`${text.source}|'(?:[^'\\\\]|\\\\.)*'?|/\\*(?:.*?\\*/|.*)|//[^\\n]*`, 'gs')
const textOrOdd = new RegExp(`${text.source}|,(?=\\s*[}\\]])|\\b(?:NaN|undefined)\\b|-?\\bInfinity\\b`, 'gs')
const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function mendedText(part: string): string {
  if (part.startsWith('/')) return ''
  const inner = part.startsWith("'")
    ? part
        .slice(1, -1)
        .replaceAll("\\'", "'")
        .replace(/(?<!\\)"/g, '\\"')
    : part.slice(1, -1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON forbids
  return `"${inner.replace(/[\u0000-\u001f]/g, (character) => escapes[character] ?? ' ')}"`
}

/** JSON as people write it: with line breaks in texts, comments, commas at the end, single quotes, and numbers that are none. */
const mended = (json: string): string =>
  json.replace(textOrComment, mendedText).replace(textOrOdd, (part) => (part.startsWith('"') ? part : part === ',' ? '' : 'null'))

/** The object that a text is, or that a text within it is. Null where it is none. */
export function readLooseJson(json: string, isWithin = false): Readonly<Record<string, unknown>> | null {
  for (const read of [(plain: string) => plain, mended])
    try {
      const value: unknown = JSON.parse(read(json))
      if (typeof value === 'string' && !isWithin) return readLooseJson(value, true)
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null
    } catch {
      // The other way may do.
    }
  return null
}
