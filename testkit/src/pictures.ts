import { crc32, deflateSync } from 'node:zlib'
import { PhotonImage } from '@silvia-odwyer/photon-node'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

/** A PNG of one colour, with a text that must not survive. */
export function png(width: number, height: number, colour: readonly [number, number, number] = [200, 30, 60]): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.concat(Array.from({ length: width }, () => Buffer.from(colour)))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const note = chunk('tEXt', Buffer.from('Comment\0<script>secret</script>', 'latin1'))
  return Buffer.concat([signature, header(width, height), note, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** A PNG that says it is huge and contains nearly nothing. */
export const pngBomb = (width: number, height: number): Buffer =>
  Buffer.concat([signature, header(width, height), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', Buffer.alloc(0))])

/** A PNG whose header is fine and whose pixels are noise. */
export const brokenPng = (): Buffer =>
  Buffer.concat([signature, header(16, 16), chunk('IDAT', Buffer.from('this is not compressed data')), chunk('IEND', Buffer.alloc(0))])

/** A GIF of one pixel. */
export const gif = (): Buffer => Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/** A JPEG of one colour. */
export function jpeg(width = 8, height = 8): Buffer {
  const image = PhotonImage.new_from_byteslice(png(width, height))
  const bytes = Buffer.from(image.get_bytes_jpeg(80))
  image.free()
  return bytes
}
