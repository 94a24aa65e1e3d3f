/**
 * Characters that draw nothing, or change how others are drawn: bidirectional controls, zero widths, fillers, other controls. Of the selectors those stay
 * by which a letter is drawn as an emoji.
 */
const hidden = /(?!\n|\t|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{DI}]/gu

/** Text of a page as it is safe to show: what cannot be seen is written out, so that nothing hides. */
export function readable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Bytes as text when they are text, else as hex. */
export function readableBytes(bytes: Uint8Array): { readonly text: string; readonly isText: boolean } {
  try {
    return { text: readable(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)), isText: true }
  } catch {
    return { text: `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`, isText: false }
  }
}
