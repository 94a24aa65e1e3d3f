import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { connectThreads, type Functions, type Port } from './calls.js'
import { type KeptThread, keepThread } from './keepThread.js'
import type { Thread } from './spawn.js'

const portOf = (port: MessagePort): Port => ({
  send: (message) => port.postMessage(message),
  listen: (listener) => void port.on('message', listener),
})

/** A thread that the test ends; what it does is `functions`. */
function createThread(functions: Functions) {
  const { port1, port2 } = new MessageChannel()
  connectThreads(portOf(port2), functions)
  let ended: (reason: string) => void = () => undefined
  const end = (reason: string) => {
    port1.close()
    port2.close()
    ended(reason)
  }
  const onEnd: Thread['onEnd'] = (listener) => {
    ended = listener
  }
  const thread: Thread = { ...portOf(port1), onEnd, end: async () => end('asked') }
  return { thread, crash: () => end('out of memory') }
}

describe('keepThread', () => {
  let kept: KeptThread
  afterEach(() => kept.close())

  test('behavior: a thread that ends is followed by another; who waits for it hears of it, and the next one begins anew', async () => {
    const threads: ReturnType<typeof createThread>[] = []
    const begun: number[] = []
    const reasons: string[] = []
    kept = keepThread({
      spawn: () => {
        const number = threads.length
        const next = createThread({ start: () => void begun.push(number), stop: () => new Promise(() => undefined) })
        threads.push(next)
        return next.thread
      },
      own: {},
      begin: (indexing) => void indexing.start([]),
      onEnd: (reason) => reasons.push(reason),
      pause: 10,
    })
    await expect.poll(() => begun).toEqual([0])
    const waiting = kept.indexing()?.stop()
    threads[0]?.crash()
    expect(kept.indexing()).toBe(undefined)
    await expect(waiting).rejects.toThrow('out of memory')
    await expect.poll(() => begun).toEqual([0, 1])
    expect(reasons).toEqual(['out of memory'])
    await kept.close()
    expect(kept.indexing()).toBe(undefined)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(threads).toHaveLength(2)
  })

  test('error: what fails over there, or is not there, fails here with its words', async () => {
    const fail = () => {
      throw new Error('no database')
    }
    kept = keepThread({ spawn: () => createThread({ stop: fail }).thread, own: {}, begin: () => undefined, onEnd: () => undefined })
    await expect(kept.indexing()?.stop()).rejects.toThrow('no database')
    await expect(kept.indexing()?.read(1, '0x', '0x')).rejects.toThrow('There is no function read.')
  })
})
