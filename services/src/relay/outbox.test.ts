import { describe, expect, test } from 'vitest'
import type { Mail } from './mailStore.js'
import { createOutbox } from './outbox.js'

const mail: Mail = {
  seq: 1,
  topic: 'topic',
  message: 'hello',
  hash: 'hash',
  tag: 1108,
  publisher: 'sender',
  attestation: null,
  publishedAt: 0,
  expiresAt: 1_000,
}

describe('createOutbox', () => {
  const start = () => {
    const calls: number[] = []
    let now = 0
    const outbox = createOutbox(
      (_mail, call) => calls.push(call),
      () => now,
    )
    const at = (time: number) => {
      now = time
    }
    return { outbox, calls, at }
  }

  test('behavior: sends each message once, however often it is found', () => {
    const { outbox, calls } = start()
    outbox.deliver(mail)
    outbox.deliver(mail)
    expect(calls).toHaveLength(1)
    expect(outbox.acknowledge(String(calls[0]))).toEqual({ topic: 'topic', seq: 1 })
    expect(outbox.acknowledge(String(calls[0]))).toBeUndefined()
    outbox.deliver(mail)
    expect(calls).toHaveLength(1)
  })

  test('behavior: what expired is not sent again by a look that began before', () => {
    const { outbox, calls, at } = start()
    outbox.deliver(mail)
    at(1_000)
    expect(outbox.due(30_000, 3)).toEqual([])
    outbox.deliver(mail)
    expect(calls).toHaveLength(1)
  })

  test('behavior: a new subscription gets again what was not acknowledged', () => {
    const { outbox, calls } = start()
    outbox.deliver(mail)
    outbox.forget('topic')
    outbox.deliver(mail)
    expect(calls).toHaveLength(2)
  })

  test('behavior: what is not acknowledged is due again, a limited number of times', () => {
    const { outbox, calls, at } = start()
    outbox.deliver(mail)
    for (const time of [100, 200, 300]) {
      at(time)
      for (const seq of outbox.due(100, 2)) outbox.repeat({ ...mail, seq })
    }
    expect(calls).toHaveLength(3)
    outbox.acknowledge(String(calls[1]))
    outbox.repeat(mail)
    expect(calls).toHaveLength(3)
  })
})
