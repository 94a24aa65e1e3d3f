/** A raster picture as its own header describes it. Sizes are pixels. */
export type RasterFormat = {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly width: number
  readonly height: number
}

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

function webp(bytes: Buffer): RasterFormat | null {
  const type = 'image/webp'
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { type, width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** Start-of-frame markers carry the size; C4, C8 and CC are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function jpeg(bytes: Buffer): RasterFormat | null {
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/**
 * Reads type and size from the bytes themselves; what a server or a file name says is not asked.
 *
 * @returns null when the bytes are no PNG, JPEG, GIF or WebP, or end within their header
 */
export function rasterFormat(input: Uint8Array): RasterFormat | null {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (bytes.length < 30) return null
  const found =
    bytes.readUInt32BE(0) === 0x89504e47 && bytes.readUInt32BE(4) === 0x0d0a1a0a
      ? ({ type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } as const)
      : bytes.readUInt16BE(0) === 0xffd8
        ? jpeg(bytes)
        : /^GIF8[79]a$/.test(ascii(bytes, 0, 6))
          ? ({ type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } as const)
          : ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP'
            ? webp(bytes)
            : null
  return found && found.width > 0 && found.height > 0 ? found : null
}
