import { LRUCache } from 'lru-cache'
/* Pictures of others: fetched from public addresses only, decoded and encoded anew in a worker thread, kept, and signed for. */

import { createRateLimiter } from '../http/rateLimiter.js'
import { type FetchOptions, fetchForeign } from './fetchForeign.js'
import { createReencoder, type Image, type Reencoder } from './reencode.js'
import { ImageRefused, sanitiseSvg } from './sanitiseSvg.js'

export type ImageProxy = {
  /**
   * The picture at a foreign URL, made safe: a raster written anew, at most 256 pixels wide and high; an SVG sanitised.
   *
   * @param project who shows it: what is not kept yet counts against it
   * @throws ImageRefused when it cannot be shown; ProxyBusy when too many are being fetched
   */
  readonly get: (url: string, project: string) => Promise<Image>
  readonly close: () => Promise<void>
}

/** Too many pictures are being fetched at once. */
export class ProxyBusy extends Error {
  override readonly name = 'ProxyBusy'
}

type Options = FetchOptions & {
  readonly reencoder?: Reencoder
  /** Bytes of pictures that are kept in memory. */
  readonly capacity?: number
  /** Pictures that may be fetched at the same time. */
  readonly concurrency?: number
  /** Pictures that a project's pages may have fetched, however many users look at them. */
  readonly fetches?: { readonly perSecond: number; readonly burst: number }
  readonly now?: () => number
}

/** Milliseconds. A refusal is kept too: a broken link on a page that many users open is asked for once, not once a user. */
const lifetimes = { image: 86_400_000, refusal: 300_000 } as const
/** What an entry costs besides its bytes. */
const overhead = 1_024

const looksLikeSvg = (bytes: Uint8Array) =>
  /^\uFEFF?\s*<(?:\?xml|!DOCTYPE|!--|svg)/i.test(Buffer.from(bytes.subarray(0, 256)).toString('utf8'))

/** Creates the one image proxy of the process. */
export function createImageProxy(options: Options = {}): ImageProxy {
  const { capacity = 33_554_432, concurrency = 16, fetches = { perSecond: 1, burst: 300 }, now = Date.now } = options
  const take = createRateLimiter(fetches, now)
  const reencoder = options.reencoder ?? createReencoder()
  const cache = new LRUCache<string, Image | ImageRefused>({ maxSize: capacity, ttlResolution: 0, perf: { now } })
  const pending = new Map<string, Promise<Image>>()

  const make = async (url: string): Promise<Image> => {
    const bytes = await fetchForeign(url, options)
    // The bytes decide what it is; the server's word for it is not asked.
    if (!looksLikeSvg(bytes)) return reencoder.reencode(bytes)
    return { type: 'image/svg+xml', bytes: new Uint8Array(Buffer.from(sanitiseSvg(Buffer.from(bytes).toString('utf8')), 'utf8')) }
  }

  const load = async (url: string): Promise<Image> => {
    try {
      const image = await make(url)
      cache.set(url, image, { size: image.bytes.length + overhead, ttl: lifetimes.image })
      return image
    } catch (error) {
      if (error instanceof ImageRefused) cache.set(url, error, { size: overhead, ttl: lifetimes.refusal })
      throw error
    } finally {
      pending.delete(url)
    }
  }

  return {
    get: async (url, project) => {
      const kept = cache.get(url)
      if (kept instanceof ImageRefused) throw kept
      if (kept) return kept
      const underway = pending.get(url)
      if (underway) return underway
      if (pending.size >= concurrency || !take(project).allowed) throw new ProxyBusy('Too many pictures are being fetched.')
      const loading = load(url)
      pending.set(url, loading)
      return loading
    },
    close: async () => {
      if (!options.reencoder) await reencoder.close()
    },
  }
}
