import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { repository } from '../../paths.js'
import type { Port } from './calls.js'

/** A thread, as the main one has it. */
export type Thread = Port & {
  readonly onEnd: (listener: (reason: string) => void) => void
  readonly end: () => Promise<unknown>
}

/** The sources are TypeScript, which a thread cannot load: it is what was built. */
const file = resolve(repository, 'services/dist/indexWorker.js')
/** Megabytes. Traces of a full block are tens of them as text, and several times that when read. */
const memory = 1_024

/** Starts the indexing thread. */
export function spawnIndexing(): Thread {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memory } })
  return {
    send: (message) => worker.postMessage(message),
    listen: (listener) => void worker.on('message', listener),
    onEnd(listener) {
      worker.once('error', (error) => listener(error.message))
      worker.once('exit', (code) => listener(`It ended with code ${code}.`))
    },
    end: () => worker.terminate(),
  }
}
