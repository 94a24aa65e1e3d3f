import { describe, expect, test, vi } from 'vitest'
import { callId, checkSize, createInbound } from './bridgeInbound.js'
import { RpcError } from './errors.js'

const forever = () => new Promise<never>(() => {})
const failed = (code: number, message?: string) => ({ ok: false, error: expect.objectContaining(message ? { code, message } : { code }) })

describe('createInbound', () => {
  test('behavior: answers with a value, whether the handler is synchronous or not', async () => {
    const inbound = createInbound({ now: (params: never) => params, later: async (params: never) => params }, {})
    expect(await inbound.dispatch('now', 1)).toEqual({ ok: true, value: 1 })
    expect(await inbound.dispatch('later', 2)).toEqual({ ok: true, value: 2 })
  })

  test('error: what a handler throws keeps code, message and data', async () => {
    const inbound = createInbound(
      {
        wallet: () => Promise.reject({ code: 4902, message: 'Unrecognized chain', data: { chain: '0x1' }, stack: 'at https://…' }),
        broken: () => {
          throw new TypeError('x is not a function')
        },
      },
      {},
    )
    expect(await inbound.dispatch('wallet', {})).toEqual({
      ok: false,
      error: { code: 4902, message: 'Unrecognized chain', data: { chain: '0x1' } },
    })
    expect(await inbound.dispatch('broken', {})).toEqual({ ok: false, error: { code: -32603, message: 'x is not a function' } })
  })

  test('error: only own methods exist, also for the validators', async () => {
    const handler = vi.fn()
    const inbound = createInbound({ known: handler }, { toString: () => 'validated' })
    for (const method of ['toString', 'constructor', '__proto__', 'then', 'Known', '', 0, null, undefined, ['known'], { known: 1 }])
      expect(await inbound.dispatch(method, {})).toEqual(failed(-32601))
    expect(handler).not.toHaveBeenCalled()
  })

  test('behavior: the handler gets what the validator returned', async () => {
    const inbound = createInbound({ double: (params: number) => params * 2 } as never, { double: Number })
    expect(await inbound.dispatch('double', '21')).toEqual({ ok: true, value: 42 })
  })

  test('error: a refused parameter is -32602 and never reaches the handler', async () => {
    const handler = vi.fn()
    const inbound = createInbound(
      { add: handler },
      {
        add() {
          throw { issues: [{ message: 'first' }, { message: 'second' }] }
        },
      },
    )
    expect(await inbound.dispatch('add', {})).toEqual(failed(-32602, 'first'))
    expect(handler).not.toHaveBeenCalled()
  })

  test('behavior: abort fires the signal of the call with that id and of no other', async () => {
    const signals: Record<string, AbortSignal> = {}
    const inbound = createInbound(
      {
        wait({ id }: { id: string }, { signal }: { signal: AbortSignal }) {
          signals[id] = signal
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new RpcError(4001, 'Request was aborted'))),
          )
        },
      } as never,
      {},
    )
    const first = inbound.dispatch('wait', { id: 'a' })
    void inbound.dispatch('wait', { id: 'b' })
    for (const id of ['c', '__proto__', undefined, 7])
      expect(await inbound.dispatch('abort', { id })).toEqual({ ok: true, value: undefined })
    await inbound.dispatch('abort', { id: 'a' })
    expect(await first).toEqual(failed(4001))
    expect([signals.a?.aborted, signals.b?.aborted]).toEqual([true, false])
  })

  test('error: a running id is refused, an ended one may come again', async () => {
    const inbound = createInbound({ wait: forever, quick: () => 1 }, {})
    void inbound.dispatch('wait', { id: 'a' })
    expect(await inbound.dispatch('wait', { id: 'a' })).toEqual(failed(-32600))
    expect(await inbound.dispatch('quick', { id: 'b' })).toEqual({ ok: true, value: 1 })
    expect(await inbound.dispatch('quick', { id: 'b' })).toEqual({ ok: true, value: 1 })
  })

  test('error: the thirty-third call at once is -32005; a peer that is gone leaves no debts', async () => {
    const aborted = vi.fn()
    const inbound = createInbound(
      {
        wait(_params: never, { signal }: { signal: AbortSignal }) {
          signal.addEventListener('abort', aborted)
          return forever()
        },
        quick: () => 1,
      } as never,
      {},
    )
    for (let index = 0; index < 32; index += 1) void inbound.dispatch('wait', {})
    expect(await inbound.dispatch('quick', {})).toEqual(failed(-32005))
    inbound.abandon()
    expect(aborted).toHaveBeenCalledTimes(32)
    expect(await inbound.dispatch('quick', {})).toEqual({ ok: true, value: 1 })
  })

  test('error: parameters and answers above a megabyte are -32600', async () => {
    const large = 'x'.repeat(1_100_000)
    const handler = vi.fn(() => large)
    const inbound = createInbound({ large: handler }, {})
    expect(await inbound.dispatch('large', { large })).toEqual(failed(-32600))
    expect(handler).not.toHaveBeenCalled()
    expect(await inbound.dispatch('large', {})).toEqual(failed(-32600))
  })
})

describe('callId', () => {
  test('behavior: a string id, or none', () => {
    expect(callId({ id: 'a' })).toBe('a')
    for (const params of [undefined, null, 'a', { id: 1 }, {}, []]) expect(callId(params)).toBeUndefined()
  })
})

describe('checkSize', () => {
  test('behavior: returns what it was given', () => {
    const value = { a: 1 }
    expect(checkSize(value)).toBe(value)
  })

  test('error: -32600 above a megabyte', () => {
    expect(() => checkSize(new Uint8Array(1_100_000))).toThrow(expect.objectContaining({ code: -32600 }))
  })
})
