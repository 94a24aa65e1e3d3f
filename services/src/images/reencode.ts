import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { repository } from '../paths.js'
import { rasterFormat } from './rasterFormat.js'
import { ImageRefused } from './sanitiseSvg.js'

export type Image = { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }
export type Reencoder = {
  /**
   * Decodes a raster picture and writes it anew, so that nothing but its pixels survives: no metadata, no trailing data, no second format.
   *
   * @param bytes PNG, JPEG, GIF (first frame) or WebP
   * @returns WebP or PNG, whichever is smaller
   * @throws ImageRefused when it is none of these, too large, broken, or takes too long
   */
  readonly reencode: (bytes: Uint8Array) => Promise<Image>
  readonly close: () => Promise<void>
}

type Options = {
  /** Longest side of the result, pixels. */
  readonly edge?: number
  /** Milliseconds for one picture. */
  readonly timeout?: number
}

/** A picture of this many pixels takes 64 MB when decoded; its file can be a few hundred bytes. */
const maximumPixels = 16_000_000
/** A decoder keeps the memory of its largest picture: after one above this it is replaced. */
const pixelsToKeep = 4_000_000
const workerFile = resolve(repository, 'services/src/images/reencodeWorker.js')

type Job = { readonly bytes: Uint8Array; readonly pixels: number; readonly settle: (result: Image | ImageRefused) => void }

/** Creates a re-encoder: one worker, started when it is first needed, replaced when a picture breaks it. Pictures wait in line. */
export function createReencoder({ edge = 256, timeout = 5_000 }: Options = {}): Reencoder {
  const waiting: Job[] = []
  let worker: Worker | undefined
  let current: { readonly job: Job; readonly id: number; readonly timer: NodeJS.Timeout } | undefined
  let count = 0

  const finish = (result: Image | ImageRefused, keepWorker: boolean) => {
    const ended = current
    current = undefined
    if (ended) clearTimeout(ended.timer)
    if (!keepWorker) {
      worker?.removeAllListeners()
      // A worker that failed must not end the process by the error that ended it.
      worker?.on('error', () => undefined)
      void worker?.terminate()
      worker = undefined
    }
    ended?.job.settle(result)
    next()
  }

  const start = () => {
    const started = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    started.unref()
    started.on('message', (message: { id: number; type: string; bytes: Uint8Array<ArrayBuffer> }) => {
      if (message.id === current?.id) finish({ type: message.type, bytes: message.bytes }, current.job.pixels <= pixelsToKeep)
    })
    started.on('error', () => finish(new ImageRefused('The picture cannot be decoded.'), false))
    return started
  }

  function next(): void {
    const job = current ? undefined : waiting.shift()
    if (!job) return
    worker ??= start()
    count += 1
    const timer = setTimeout(() => finish(new ImageRefused('The picture takes too long to decode.'), false), timeout)
    current = { job, id: count, timer }
    worker.postMessage({ id: count, bytes: job.bytes, edge })
  }

  return {
    reencode: (bytes) =>
      new Promise((resolveImage, reject) => {
        const format = rasterFormat(bytes)
        if (!format) return reject(new ImageRefused('The picture is not PNG, JPEG, GIF or WebP.'))
        const pixels = format.width * format.height
        if (pixels > maximumPixels) return reject(new ImageRefused('The picture has too many pixels.'))
        waiting.push({ bytes, pixels, settle: (result) => (result instanceof ImageRefused ? reject(result) : resolveImage(result)) })
        next()
      }),
    close: async () => {
      for (const job of waiting.splice(0)) job.settle(new ImageRefused('The server is stopping.'))
      const last = worker
      finish(new ImageRefused('The server is stopping.'), false)
      await last?.terminate()
    },
  }
}
