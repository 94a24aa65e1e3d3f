import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { echo, json, rpcServer, type Seen } from '../testing/rpcServer.js'
import { createRpcClient } from './rpc.js'

type Server = Awaited<ReturnType<typeof rpcServer>>
let server: Server
let second: Server

/** Pauses of the client: how long each is, and its end, which the test decides. */
const pauses = vi.hoisted(() => [] as { ms: number; end: () => void }[])
vi.mock('../lib/wait.js', () => ({ wait: (ms: number) => new Promise<void>((end) => pauses.push({ ms, end })) }))

// The clock is played, sockets are real.
beforeEach(async () => {
  pauses.length = 0
  server = await rpcServer()
  second = await rpcServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  return () => vi.useRealTimers()
})
afterEach(() => Promise.all([server.close(), second.close()]))

const fail =
  (status: number, headers: Record<string, string> = {}) =>
  (_seen: Seen, response: Parameters<typeof json>[0]) =>
    json(response, {}, status, headers)
const refuse =
  (code: number, message = 'no') =>
  ({ body }: Seen, response: Parameters<typeof json>[0]) =>
    json(response, { jsonrpc: '2.0', id: (body as { id: number }).id, error: { code, message, data: '0x08c379a0' } })

/** Lets sockets work, with the played clock standing still. */
async function until(condition: () => boolean) {
  for (let turn = 0; turn < 5_000 && !condition(); turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(condition()).toBe(true)
}
/** Until the client is in its pause number `count`; gives the pause. */
async function pausing(count: number) {
  await until(() => pauses.length === count)
  return pauses[count - 1] as (typeof pauses)[number]
}
const arrived = (count: number, at = server) => until(() => at.seen.length === count)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('createRpcClient', () => {
  test('behavior: one call is one POST; calls of one tick are one batch, answered each', async () => {
    const client = createRpcClient([server.url], Date.now)
    expect(await client.request('eth_chainId')).toBe('eth_chainId')
    expect(server.seen[0]?.body).toEqual({ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] })
    expect(await Promise.all([client.request('eth_a'), client.request('eth_b', ['x'])])).toEqual(['eth_a', 'eth_b'])
    expect(server.seen[1]?.body).toHaveLength(2)
  })

  test('behavior: answers are matched by id, not by place', async () => {
    server.play(({ body }, response) => {
      const calls = body as { id: number; method: string }[]
      json(response, calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method })).reverse())
    })
    const client = createRpcClient([server.url], Date.now)
    expect(await Promise.all(['a', 'b', 'c'].map((method) => client.request(method)))).toEqual(['a', 'b', 'c'])
  })

  test('behavior: a batch holds at most 1000 calls', async () => {
    const client = createRpcClient([server.url], Date.now)
    await Promise.all(Array.from({ length: 1_001 }, () => client.request('eth_a')))
    expect(server.seen.map(({ body }) => (Array.isArray(body) ? body.length : 1)).sort((a, b) => b - a)).toEqual([1_000, 1])
  })

  test.each([403, 408, 413, 429, 500, 502, 503, 504])('behavior: status %i is tried 3 times, 150 and 300 ms apart', async (status) => {
    server.play(fail(status))
    const result = createRpcClient([server.url], Date.now)
      .request('eth_a')
      .catch((error: unknown) => error)
    for (const [count, ms] of [
      [1, 150],
      [2, 300],
    ] as const) {
      const pause = await pausing(count)
      expect([pause.ms, server.seen.length]).toEqual([ms, count])
      pause.end()
    }
    expect(await result).toMatchObject({ code: -32603, message: `HTTP status code: ${status}` })
    expect(server.seen.length).toBe(3)
  })

  test.each([400, 401, 404])('error: status %i is told at once', async (status) => {
    server.play(fail(status))
    await expect(createRpcClient([server.url], Date.now).request('eth_a')).rejects.toMatchObject({ message: `HTTP status code: ${status}` })
    expect(server.seen.length).toBe(1)
  })

  test.each([-1, -32005, -32603])('behavior: code %i is tried again', async (code) => {
    server.play(refuse(code))
    const result = createRpcClient([server.url], Date.now).request('eth_a')
    const pause = await pausing(1)
    server.play(echo)
    pause.end()
    expect(await result).toBe('eth_a')
  })

  test('error: a node’s own answer arrives untouched, without a second try', async () => {
    server.play(refuse(3, 'execution reverted'))
    await expect(createRpcClient([server.url], Date.now).request('eth_call')).rejects.toMatchObject({
      code: 3,
      message: 'execution reverted',
      data: '0x08c379a0',
    })
    expect(server.seen.length).toBe(1)
  })

  test('behavior: Retry-After is honoured when it asks for a longer pause', async () => {
    server.play(fail(429, { 'retry-after': '2' }))
    const result = createRpcClient([server.url], Date.now).request('eth_a')
    const pause = await pausing(1)
    expect(pause.ms).toBe(2_000)
    server.play(echo)
    pause.end()
    expect(await result).toBe('eth_a')
  })

  test.each(['eth_sendRawTransaction', 'eth_sendTransaction', 'eth_sendUserOperation', 'wallet_sendCalls'])(
    'behavior: %s is sent once, alone, to one server, whatever comes back',
    async (method) => {
      for (const play of [fail(503), refuse(-32603), (_: Seen, response: Parameters<typeof json>[0]) => response.destroy()]) {
        server.seen.length = 0
        server.play(play)
        const client = createRpcClient([server.url, second.url], Date.now)
        const send = client.request(method, ['0x02']).catch((error: unknown) => error)
        expect(await send).toMatchObject({ code: -32603 })
        expect(pauses).toEqual([])
        const sends = [...server.seen, ...second.seen].filter(({ body }) => JSON.stringify(body).includes(method))
        expect(sends).toHaveLength(1)
        client.destroy()
      }
    },
  )

  test('behavior: a send does not share its POST with the reads of its tick', async () => {
    const client = createRpcClient([server.url], Date.now)
    await Promise.all([client.request('eth_a'), client.request('eth_sendRawTransaction', ['0x02']), client.request('eth_b')])
    expect(server.seen.map(({ body }) => (Array.isArray(body) ? body.length : (body as { method: string }).method)).sort()).toEqual([
      2,
      'eth_sendRawTransaction',
    ])
  })

  test('behavior: the next transport answers when one fails, without a pause', async () => {
    server.play(fail(503))
    const client = createRpcClient([server.url, second.url], Date.now)
    expect(await client.request('eth_a')).toBe('eth_a')
    expect(second.seen.length).toBe(1)
    client.destroy()
  })

  test('behavior: asks each transport every 4 s and then prefers the one that works', async () => {
    server.play(fail(503))
    const client = createRpcClient([server.url, second.url], Date.now)
    await client.request('eth_a')
    await pass(4_000)
    await arrived(2)
    await arrived(2, second)
    // The answers of that look are what the order follows.
    await new Promise((resolve) => setImmediate(resolve))
    expect(second.seen[1]?.body).toMatchObject({ method: 'eth_blockNumber' })
    const before = server.seen.length
    await client.request('eth_b')
    expect(server.seen.length).toBe(before)
    client.destroy()
  })

  test('error: a server that asks for more than half a minute is not waited for', async () => {
    server.play(fail(503, { 'retry-after': '3600' }))
    await expect(createRpcClient([server.url], Date.now).request('eth_a')).rejects.toMatchObject({ message: 'HTTP status code: 503' })
    expect(pauses).toEqual([])
  })

  test('error: an abort rejects its call alone, with its own reason', async () => {
    const client = createRpcClient([server.url], Date.now)
    const control = new AbortController()
    const dropped = client.request('eth_a', [], { signal: control.signal })
    const kept = client.request('eth_b')
    control.abort(new Error('left'))
    await expect(dropped).rejects.toThrow('left')
    expect(await kept).toBe('eth_b')
  })

  test('error: an answer that is no JSON-RPC is an error, not a value', async () => {
    server.play((_seen, response) => json(response, { hello: 'world' }))
    const result = createRpcClient([server.url], Date.now)
      .request('eth_a')
      .catch((error: unknown) => error)
    for (const count of [1, 2]) (await pausing(count)).end()
    expect(await result).toMatchObject({ code: -32603, message: 'An error occurred' })
  })
})
