import { connectThreads, type Functions, type Remote } from './calls.js'
import type { Thread } from './spawn.js'
import type { Indexing } from './worker.js'

export type KeptThread = {
  /** The thread as it is now. Undefined between its end and its next start. */
  readonly indexing: () => Remote<Indexing> | undefined
  readonly close: () => Promise<void>
}

type Options = {
  readonly spawn: () => Thread
  /** What it may call here. */
  readonly own: Functions
  /** Called with each new thread: what it is to do at once. */
  readonly begin: (indexing: Remote<Indexing>) => void
  /** Hears why one ended that should not. */
  readonly onEnd: (reason: string) => void
  /** Milliseconds until a thread that broke is started again. */
  readonly pause?: number
}

/** Keeps a thread running: one that ends (it ran out of memory, most likely) is followed by another, and nobody waits for its answers. */
export function keepThread({ spawn, own, begin, onEnd, pause = 1_000 }: Options): KeptThread {
  let current: { readonly thread: Thread; readonly indexing: Remote<Indexing> } | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    const thread = spawn()
    const { other: indexing, fail } = connectThreads<Indexing>(thread, own)
    const started = { thread, indexing }
    current = started
    thread.onEnd((reason) => {
      if (current !== started) return
      current = undefined
      fail(reason)
      if (closed) return
      onEnd(reason)
      timer = setTimeout(start, pause).unref()
    })
    begin(indexing)
  }
  start()
  return {
    indexing: () => current?.indexing,
    async close() {
      closed = true
      clearTimeout(timer)
      await current?.thread.end()
    },
  }
}
