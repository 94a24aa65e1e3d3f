import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Bridge, createBridge, type Handlers, portMessenger } from './bridge.js'
import { RpcError } from './errors.js'

type Api = {
  add(params: { readonly to: number }): number
  fail(): never
  wait(params: { readonly id: string }): string
  take(params: { readonly port: MessagePort }): void
  abort(params: { readonly id: string }): void
}
type Nothing = Record<string, never>

const opened: Bridge<never>[] = []
afterEach(() => {
  for (const bridge of opened.splice(0)) bridge.destroy()
})

/** Both ends of a channel, as a document and its Worker, or two windows of one origin, have them. */
function open(methods: Partial<Handlers<Api>>) {
  const { port1, port2 } = new MessageChannel()
  const local = createBridge<Api, Nothing>({ messenger: portMessenger(port1), methods: methods as Handlers<Api> })
  const remote = createBridge<Nothing, Api>({ messenger: portMessenger(port2), methods: {} })
  opened.push(local as Bridge<never>, remote as Bridge<never>)
  return { local, remote, port: port2 }
}

describe('createBridge over ports', () => {
  test('behavior: it is ready at once, and answers go to their own calls, also out of order', async () => {
    const { remote } = open({ add: ({ to }) => new Promise((resolve) => setTimeout(() => resolve(to + 1), 20 - to)) })
    await remote.ready
    expect(await Promise.all([remote.call('add', { to: 1 }), remote.call('add', { to: 15 })])).toEqual([2, 16])
  })

  test('error: code, message and data of what was thrown arrive; a stack does not', async () => {
    const { remote, port } = open({
      fail() {
        throw new RpcError(4100, 'No.', { data: { reason: 'quarantine' } })
      },
    })
    const heard: unknown[] = []
    port.addEventListener('message', ({ data }) => heard.push(data))
    await expect(remote.call('fail')).rejects.toMatchObject({ code: 4100, message: 'No.', data: { reason: 'quarantine' } })
    expect(heard).toHaveLength(1)
    expect(JSON.stringify(heard)).not.toContain('bridge.test')
  })

  test('error: what is not in the table is not found, inherited names included', async () => {
    const { remote } = open({})
    for (const name of ['add', 'toString', '__proto__', 'constructor'])
      await expect(remote.call(name as 'fail')).rejects.toMatchObject({ code: -32601 })
  })

  test('behavior: an abort fires the signal of its call alone, which settles by its own answer', async () => {
    const { remote } = open({
      wait: ({ id }, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(`stopped ${id}`))),
    })
    const [one, other] = [new AbortController(), new AbortController()]
    const calls = [one, other].map(({ signal }, index) => remote.call('wait', { id: String(index) }, { signal, timeout: null }))
    one.abort()
    expect(await calls[0]).toBe('stopped 0')
    other.abort()
    expect(await calls[1]).toBe('stopped 1')
  })

  test('behavior: a port moves to the other side', async () => {
    const { remote } = open({ take: ({ port }) => port.postMessage('here') })
    const { port1, port2 } = new MessageChannel()
    const heard = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    await remote.call('take', { port: port2 })
    expect(await heard).toBe('here')
    port1.close()
  })

  test('error: what cannot be cloned is -32602, asked or answered, and nothing hangs', async () => {
    const { remote } = open({ add: (() => ({ retry() {} })) as never })
    await expect(remote.call('wait', { id: (() => {}) as never })).rejects.toMatchObject({ code: -32602 })
    await expect(remote.call('add', { to: 1 })).rejects.toMatchObject({ code: -32602 })
  })

  test('error: a call that nobody answers ends by its timeout, and by destroy with 4900', async () => {
    const { remote } = open({ wait: () => new Promise(() => {}) })
    await expect(remote.call('wait', { id: 'a' }, { timeout: 10 })).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'iframe_request_timeout' },
    })
    const waiting = remote.call('wait', { id: 'b' }, { timeout: null })
    remote.destroy()
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
    await expect(remote.call('wait', { id: 'c' })).rejects.toMatchObject({ code: 4900 })
  })

  test('behavior: once a document has taken the place of another, calls wait for its hello, and are not lost with what the old one was asked', async () => {
    const { port1, port2 } = new MessageChannel()
    type Page = { hello(params: { readonly epoch: string }): null }
    const page: Bridge<Api> = createBridge<Page, Api>({
      messenger: portMessenger(port1),
      methods: {
        hello: ({ epoch }) => {
          page.renew(epoch)
          return null
        },
      },
    })
    const frame = createBridge<Api, Page>({
      messenger: portMessenger(port2),
      methods: { add: ({ to }: { to: number }) => to + 1, wait: () => new Promise<string>(() => undefined) } as unknown as Handlers<Api>,
    })
    opened.push(page as Bridge<never>, frame as Bridge<never>)
    await frame.call('hello', { epoch: 'first' })
    const old = page.call('wait', { id: '1' }, { timeout: null })
    old.catch(() => undefined)
    // The next document is there, and has not spoken yet.
    page.renew('load 2')
    await expect(old).rejects.toMatchObject({ code: 4900 })
    const early = page.call('add', { to: 1 })
    await frame.call('hello', { epoch: 'second' })
    expect(await early).toBe(2)
  })

  test('error: messages that are none of a Bridge are nobody’s, and change nothing', async () => {
    const add = vi.fn(() => 1)
    const { remote, port } = open({ add })
    for (const message of [
      null,
      1,
      'CALL',
      [],
      {},
      { type: 'SYN' },
      { type: 'CALL' },
      { type: 'CALL', id: {}, args: 7 },
      { type: 'REPLY' },
    ])
      port.postMessage(message)
    expect(await remote.call('add', { to: 1 })).toBe(1)
    expect(add).toHaveBeenCalledTimes(1)
  })
})
