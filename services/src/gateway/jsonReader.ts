import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { repository } from '../paths.js'
import { type Body, readRequest } from './parseBody.js'
import { type Outcome, readBatchReply, readReply } from './readReply.js'

type ReadRequest = Body | null | 'too-complex'

/** Reads JSON of any size that is allowed without keeping others waiting. Small texts are read at once. */
export type JsonReader = {
  /** A request's body: null when it is no JSON, `too-complex` when it is more than any request is. */
  readonly request: (bytes: Buffer) => ReadRequest | Promise<ReadRequest>
  /** A node's answer to one call. */
  readonly reply: (text: string) => Outcome | null | Promise<Outcome | null>
  /** A node's answer to a batch of this size. */
  readonly batchReply: (text: string, size: number) => Promise<(Outcome | undefined)[] | null>
  readonly close: () => Promise<void>
}

/** A thread, and the answers that it owes by number: its end, which may come late, is nothing to its successor. */
type Thread = { readonly worker: Worker; readonly waiting: Map<number, (value: unknown) => void> }

/** Bytes or characters up to which a thread of its own costs more than it saves: some 0.5 ms. */
const small = 65_536
const workerFile = resolve(repository, 'services/src/gateway/jsonWorker.js')

/** Opens a reader. Its thread starts with the first large text. */
export function createJsonReader(): JsonReader {
  let thread: Thread | undefined
  let last = 0

  const giveUp = (failed: Thread) => {
    if (thread === failed) thread = undefined
    for (const answer of failed.waiting.values()) answer(undefined)
    failed.waiting.clear()
  }
  const start = () => {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    const started: Thread = { worker, waiting: new Map() }
    worker.unref()
    worker.on('message', ({ id, value }: { id: number; value: unknown }) => {
      started.waiting.get(id)?.(value)
      started.waiting.delete(id)
    })
    // Out of memory, most likely: what waited has no answer, and the next text gets a new thread.
    worker.on('error', () => giveUp(started))
    worker.on('exit', () => giveUp(started))
    return started
  }

  /** @returns undefined when the thread broke */
  const elsewhere = <Value>(kind: string, parameters: readonly unknown[], transfer: readonly ArrayBuffer[] = []) =>
    new Promise<Value | undefined>((answer) => {
      thread ??= start()
      last += 1
      thread.waiting.set(last, (value) => answer(value as Value | undefined))
      thread.worker.postMessage({ id: last, kind, parameters }, [...transfer])
    })

  return {
    request(bytes) {
      if (bytes.length <= small) return readRequest(bytes)
      // A copy of its own is handed over and not copied again; a part of a larger buffer may be somebody else's.
      const owned = bytes.byteLength === bytes.buffer.byteLength
      const transfer = owned ? [bytes.buffer as ArrayBuffer] : []
      return elsewhere<ReadRequest>('request', [bytes], transfer).then((read) => (read === undefined ? 'too-complex' : read))
    },
    reply: (text) => (text.length <= small ? readReply(text) : elsewhere<Outcome>('reply', [text]).then((read) => read ?? null)),
    batchReply: async (text, size) =>
      text.length <= small ? readBatchReply(text, size) : ((await elsewhere('batchReply', [text, size])) ?? null),
    async close() {
      const open = thread
      if (open) giveUp(open)
      await open?.worker.terminate()
    },
  }
}
