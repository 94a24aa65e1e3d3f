import { createHash } from 'node:crypto'
import { rasterFormat } from '@latchkey/services/src/images/rasterFormat.ts'
import type { Image, Reencoder } from '@latchkey/services/src/images/reencode.ts'
import { ImageRefused, sanitiseSvg } from '@latchkey/services/src/images/sanitiseSvg.ts'

/** Where an icon lies in the pack: first byte, number of bytes, and its type. */
export type IconIndex = Readonly<Record<string, readonly [offset: number, length: number, type: string]>>

export type IconPack = {
  /** Adds the first picture that can be used. Returns its id, or null when none can. */
  readonly addFirst: (pictures: readonly string[]) => Promise<string | null>
  /** Sorted by id, so that the same pictures always make the same pack. */
  readonly write: () => { readonly bytes: Buffer; readonly index: IconIndex }
  readonly refusals: readonly string[]
}

/** An icon above this is a photograph or a drawing nobody simplified: the next source's picture is taken. Bytes. */
const largest = 12_288
/** Longest side of a raster that is kept as its maker compressed it; larger ones are made smaller. Pixels. */
const edge = 160

function decode(picture: string): { readonly svg: string } | { readonly raster: Buffer } {
  const data = /^data:image\/([\w.+-]+)((?:;[\w=-]+)*),(.*)$/s.exec(picture)
  if (!data) return { svg: picture }
  const [, type, parameters = '', body = ''] = data
  const bytes = parameters.includes(';base64') ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body), 'utf8')
  return type === 'svg+xml' ? { svg: bytes.toString('utf8') } : { raster: bytes }
}

/** Collects icons under the SHA-256 of the bytes that will be served, each once. */
export function createIconPack(reencoder: Reencoder): IconPack {
  const icons = new Map<string, Image>()
  const refusals: string[] = []

  const prepare = async (picture: string): Promise<Image> => {
    const decoded = decode(picture)
    if ('svg' in decoded) {
      const bytes = Buffer.from(sanitiseSvg(decoded.svg), 'utf8')
      if (bytes.length > largest) throw new ImageRefused(`The SVG has ${bytes.length} bytes.`)
      return { type: 'image/svg+xml', bytes }
    }
    const format = rasterFormat(decoded.raster)
    const small = format && format.type !== 'image/gif' && Math.max(format.width, format.height) <= edge
    const image = small ? { type: format.type, bytes: new Uint8Array(decoded.raster) } : await reencoder.reencode(decoded.raster)
    if (image.bytes.length > largest) throw new ImageRefused(`The picture has ${image.bytes.length} bytes.`)
    return image
  }

  return {
    refusals,
    addFirst: async (pictures) => {
      for (const picture of pictures) {
        try {
          const image = await prepare(picture)
          const id = createHash('sha256').update(image.bytes).digest('hex')
          icons.set(id, image)
          return id
        } catch (error) {
          if (!(error instanceof ImageRefused)) throw error
          refusals.push(error.message)
        }
      }
      return null
    },
    write: () => {
      let offset = 0
      const index: Record<string, readonly [number, number, string]> = {}
      const ids = [...icons.keys()].sort()
      for (const id of ids) {
        const { bytes, type } = icons.get(id) as Image
        index[id] = [offset, bytes.length, type]
        offset += bytes.length
      }
      return { bytes: Buffer.concat(ids.map((id) => (icons.get(id) as Image).bytes)), index }
    },
  }
}
