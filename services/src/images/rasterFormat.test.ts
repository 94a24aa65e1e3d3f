import { gif, jpeg, png } from '@latchkey/testkit/src/pictures.ts'
import { describe, expect, test } from 'vitest'
import { readCatalog } from '../wallets/catalog.js'
import { rasterFormat } from './rasterFormat.js'

/** The smallest of each kind of WebP that carries a size. */
function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', sized: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.write(`RIFF0000WEBP${kind}`, 'latin1')
  sized(bytes)
  return bytes
}

describe('rasterFormat', () => {
  test.each([
    ['PNG', png(7, 3), { type: 'image/png', width: 7, height: 3 }],
    ['GIF', gif(), { type: 'image/gif', width: 1, height: 1 }],
    ['JPEG', jpeg(9, 4), { type: 'image/jpeg', width: 9, height: 4 }],
    [
      'lossy WebP',
      webp('VP8 ', (bytes) => bytes.writeUInt16LE(300, 26) && bytes.writeUInt16LE(200, 28)),
      { type: 'image/webp', width: 300, height: 200 },
    ],
    ['lossless WebP', webp('VP8L', (bytes) => bytes.writeUInt32LE(299 | (199 << 14), 21)), { type: 'image/webp', width: 300, height: 200 }],
    [
      'extended WebP',
      webp('VP8X', (bytes) => bytes.writeUIntLE(299, 24, 3) && bytes.writeUIntLE(199, 27, 3)),
      { type: 'image/webp', width: 300, height: 200 },
    ],
  ])('behavior: %s by its bytes', (_, bytes, format) => {
    expect(rasterFormat(bytes)).toEqual(format)
  })

  test('behavior: a real WebP of the catalogue', async () => {
    const real = [...(await readCatalog()).icons.values()].find(({ type }) => type === 'image/webp')

    expect(rasterFormat(real?.bytes ?? new Uint8Array())).toMatchObject({ type: 'image/webp' })
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!doctype html><title>Not a picture at all</title>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)])],
    ['an ICO', Buffer.concat([Buffer.from([0, 0, 1, 0]), Buffer.alloc(100)])],
    ['a PNG of no size', png(7, 3).fill(0, 16, 20)],
    ['the beginning of a PNG', png(7, 3).subarray(0, 20)],
    ['a JPEG without a frame', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 60]), Buffer.alloc(58)])],
    ['a JPEG that points before itself', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(60)])],
    ['a WebP of an unknown kind', Buffer.concat([Buffer.from('RIFF0000WEBPXXXX'), Buffer.alloc(40)])],
  ])('error: %s is none of them', (_, bytes) => {
    expect(rasterFormat(bytes)).toBeNull()
  })
})
