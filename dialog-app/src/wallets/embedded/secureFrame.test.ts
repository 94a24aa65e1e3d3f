// @vitest-environment happy-dom

import { codes, limits, RpcError, type SecureHello } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SecureEnd, SecureMethods } from '../../bridge/secure.js'
import type { Dialog } from '../../lib/dialog.js'
import { testDialog } from '../../testing/testDialog.js'
import { createSecureFrame } from './secureFrame.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

/* The wire is played here; what the frame does on it in a browser is `e2e/secureFrame.spec.ts`. */

/** Ends of wires to documents, in the order in which frames were made. What a document does not answer stays open. */
function playedWires() {
  const wires: {
    readonly methods: SecureMethods
    readonly sent: string[]
    readonly answer: Map<string, () => unknown>
    loaded(): void
    failed(): void
    isDestroyed: boolean
  }[] = []
  const connect = ((_iframe: HTMLIFrameElement, _origin: string, methods: SecureMethods) => {
    let loaded = () => {}
    let failed = () => {}
    const ready = new Promise<void>((resolve, reject) => {
      loaded = resolve
      failed = () => reject(new RpcError(codes.disconnected, 'iframe_load_failed', { data: { reason: 'iframe_load_failed' } }))
    })
    ready.catch(() => {})
    const wire = { methods, sent: [] as string[], answer: new Map<string, () => unknown>(), loaded, failed, isDestroyed: false }
    wires.push(wire)
    return {
      ready,
      renew() {},
      destroy() {
        wire.isDestroyed = true
      },
      call(method: string) {
        wire.sent.push(method)
        const answer = wire.answer.get(method)
        return answer ? Promise.resolve().then(answer) : new Promise(() => {})
      },
    }
  }) as unknown as (iframe: HTMLIFrameElement, origin: string, methods: SecureMethods) => SecureEnd
  return { wires, connect }
}

const tooLate = () => {
  throw new RpcError(codes.internal, 'iframe_request_timeout', { data: { reason: 'iframe_request_timeout' } })
}

function create() {
  const { wires, connect } = playedWires()
  const heard: string[] = []
  const frame = createSecureFrame(dialog, {
    url: () => 'https://secure.example/sdk?projectId=p',
    hello: () => ({}) as SecureHello,
    events: {} as never,
    onFault: (reason) => void heard.push(reason),
    onGone: () => void heard.push('gone'),
    onLate: (late) => void (late && heard.push('late')),
    onReady: (first) => void heard.push(first ? 'first' : 'another'),
    connect,
  })
  /** The document came, and its 500 ms are over. */
  async function load(index = 0) {
    wires[index]?.loaded()
    await vi.advanceTimersByTimeAsync(limits.frameReadyDelay)
  }
  return { frame, wires, heard, load }
}

const ask = { id: 'a', namespace: 'eip155', chainId: 'eip155:1', method: 'personal_sign', params: [] } as const

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

describe('createSecureFrame', () => {
  test('behavior: the first call makes the frame; it hears nothing before 500 ms after it came', async () => {
    const { frame, wires, load } = create()
    expect(frame.exists()).toBe(false)
    void frame.call('isConnected', {})
    void frame.call('getChainId', {})
    expect(wires.length).toBe(1)
    wires[0]?.loaded()
    await vi.advanceTimersByTimeAsync(limits.frameReadyDelay - 1)
    expect(wires[0]?.sent).toEqual([])
    await load()
    expect(wires[0]?.sent).toEqual(['isConnected', 'getChainId'])
  })

  test('behavior: it is late after 6 s, and not when it came before', async () => {
    const { frame, heard, load } = create()
    void frame.call('isConnected', {}).catch(() => {})
    await vi.advanceTimersByTimeAsync(5_999)
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(heard).toEqual(['late'])
    await load()
    expect(heard).toEqual(['late', 'first'])
    frame.drop()
    void frame.call('isConnected', {}).catch(() => {})
    await load(1)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(heard).toEqual(['late', 'first', 'another'])
    frame.drop()
  })

  test('error: it does not come: told, dropped, and the next call makes another one', async () => {
    const { frame, wires, heard, load } = create()
    const call = frame.call('isConnected', {})
    wires[0]?.failed()
    await expect(call).rejects.toMatchObject({ code: 4900, data: { reason: 'iframe_load_failed' } })
    expect(heard).toEqual(['gone', 'iframe_load_failed'])
    expect([frame.exists(), document.querySelectorAll('iframe').length]).toEqual([false, 0])
    const again = frame.call('isConnected', {})
    wires[1]?.answer.set('isConnected', () => ({ isConnected: true }))
    await load(1)
    expect(await again).toEqual({ isConnected: true })
    expect(heard.at(-1)).toBe('first')
  })

  test('behavior: a document that loads and says nothing is loaded again, twice at most; one that spoke is left alone', async () => {
    const { frame, wires } = create()
    void frame.call('isConnected', {})
    const iframe = document.querySelector('iframe')
    if (!iframe) throw new Error('No frame')
    const loadAgain = vi.spyOn(iframe, 'src', 'set').mockImplementation(() => {})
    for (const times of [1, 2, 2]) {
      iframe.dispatchEvent(new Event('load'))
      await vi.advanceTimersByTimeAsync(6_000)
      expect(loadAgain).toHaveBeenCalledTimes(times)
    }
    frame.drop()
    void frame.call('isConnected', {})
    const next = document.querySelector('iframe')
    if (!next) throw new Error('No frame')
    const left = vi.spyOn(next, 'src', 'set').mockImplementation(() => {})
    wires[1]?.methods.hello({ epoch: 'one' } as never, { signal: new AbortController().signal })
    next.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(6_000)
    expect(left).not.toHaveBeenCalled()
  })

  test('error: it is dropped while a call waits for it', async () => {
    const { frame, load } = create()
    const call = frame.call('isConnected', {})
    call.catch(() => {})
    frame.drop()
    await load()
    await expect(call).rejects.toMatchObject({ code: 4900, message: 'W3mFrame: iframe is not set' })
  })

  test('error: three heartbeats missed and no answer: lost; the next call makes another one', async () => {
    const { frame, wires, heard, load } = create()
    void frame.call('rpcRequest', ask)
    await load()
    wires[0]?.answer.set('getChainId', tooLate)
    for (let beat = 0; beat < 4; beat += 1) {
      await vi.advanceTimersByTimeAsync(limits.heartbeat)
      wires[0]?.methods.heartbeat({ seq: beat }, { signal: new AbortController().signal })
    }
    expect(wires[0]?.sent).toEqual(['rpcRequest'])
    await vi.advanceTimersByTimeAsync(3 * limits.heartbeat)
    expect(heard).toEqual(['first', 'gone', 'iframe_request_timeout'])
    expect(wires[0]?.isDestroyed).toBe(true)
    void frame.call('rpcRequest', ask)
    await load(1)
    expect(heard.at(-1)).toBe('another')
    expect(wires[1]?.sent).toEqual(['rpcRequest'])
  })

  test('behavior: silence alone proves nothing: a frame that answers stays', async () => {
    const { frame, wires, heard, load } = create()
    void frame.call('isConnected', {})
    await load()
    wires[0]?.answer.set('getChainId', () => ({ chainId: 'eip155:1' }))
    await vi.advanceTimersByTimeAsync(10 * limits.heartbeat)
    expect(wires[0]?.sent).toContain('getChainId')
    expect(heard).toEqual(['first'])
    expect(frame.exists()).toBe(true)
  })

  test('error: one question is not answered in time: told, and the frame stays; signing out is over without a word', async () => {
    const { frame, wires, heard, load } = create()
    void frame.call('isConnected', {})
    await load()
    wires[0]?.answer.set('connectEmail', tooLate).set('signOut', tooLate)
    await expect(frame.call('connectEmail', { id: 'a', email: 'a@b.example' })).rejects.toMatchObject({ code: -32603 })
    await expect(frame.call('signOut', {})).rejects.toMatchObject({ code: -32603 })
    expect(heard).toEqual(['first', 'iframe_request_timeout'])
    expect(frame.exists()).toBe(true)
  })

  test('behavior: its document starts anew: what it showed is gone', async () => {
    const { frame, wires, heard, load } = create()
    void frame.call('isConnected', {})
    const hello = (epoch: string) => wires[0]?.methods.hello({ protocol: 1, build: '', epoch }, { signal: new AbortController().signal })
    hello('one')
    await load()
    hello('one')
    expect(heard).toEqual(['first'])
    hello('two')
    expect(heard).toEqual(['first', 'gone', 'another'])
  })

  test('error: given up while the frame loads: at once, in the words of its kind; a Farcaster link is not', async () => {
    const { frame, wires, load } = create()
    const control = new AbortController()
    const options = { signal: control.signal }
    const calls = [
      frame.call('connectOtp', { id: 'a', otp: '000000' }, options),
      frame.call('rpcRequest', ask, options),
      frame.call('getFarcasterUri', { id: 'b' }, options),
    ] as const
    control.abort()
    await expect(calls[0]).rejects.toMatchObject({ code: 4001, message: 'Something went wrong' })
    await expect(calls[1]).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' })
    wires[0]?.answer.set('getFarcasterUri', () => ({ url: 'https://warpcast.example', expiresAt: 1 }))
    await load()
    expect(await calls[2]).toMatchObject({ url: 'https://warpcast.example' })
    expect(wires[0]?.sent).toEqual(['getFarcasterUri'])
  })
})
