import { describe, expect, test } from 'vitest'
import { callOver } from '../shell/callOver.js'
import { serve } from './serve.js'

type Api = {
  add(params: { readonly to: number }): number
  fail(): never
  wait(): string
}

/** Both ends of a channel, as the Worker and the wallet's own window have them. */
function open(table: Record<string, (params: never, signal: AbortSignal) => unknown>) {
  const { port1, port2 } = new MessageChannel()
  serve(port1, async () => table)
  port1.start()
  const calls = callOver<Api>(port2)
  port2.start()
  const close = () => port1.close()
  return { calls, close }
}

describe('serve', () => {
  test('behavior: answers go to their own calls, also out of order', async () => {
    const { calls, close } = open({
      add: async ({ to }: { to: number }) => new Promise((resolve) => setTimeout(() => resolve(to + 1), 20 - to)),
    })
    expect(await Promise.all([calls.call('add', { to: 1 }), calls.call('add', { to: 15 })])).toEqual([2, 16])
    close()
  })

  test('error: code, message and data of what was thrown arrive; a stack does not', async () => {
    const fail = () => {
      throw Object.assign(new Error('No.'), { code: 4100, data: { reason: 'quarantine' } })
    }
    const { calls, close } = open({ fail })
    await expect(calls.call('fail', undefined)).rejects.toMatchObject({ code: 4100, message: 'No.', data: { reason: 'quarantine' } })
    close()
  })

  test('error: what is not in the table is not found, inherited names included', async () => {
    const { calls, close } = open({})
    for (const name of ['add', 'toString', '__proto__', 'constructor'])
      await expect(calls.call(name as 'fail', undefined)).rejects.toMatchObject({ code: -32601 })
    close()
  })

  test('behavior: an abort fires the signal of its call alone', async () => {
    const wait = (_params: never, signal: AbortSignal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped')))
    const { calls, close } = open({ wait })
    const controller = new AbortController()
    const waiting = calls.call('wait', undefined, controller.signal)
    setTimeout(() => controller.abort())
    expect(await waiting).toBe('stopped')
    close()
  })
})
