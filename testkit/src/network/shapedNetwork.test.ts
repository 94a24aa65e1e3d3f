import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startShapedNetwork } from './shapedNetwork.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A server behind the network, which counts who reached it. */
async function start(random?: () => number) {
  const seen: string[] = []
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming.headers.host ?? '')
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const network = await startShapedNetwork(random)
  cleanups.push(() => new Promise((resolve) => server.close(resolve)), network.close)
  const { port } = server.address() as AddressInfo
  const send = (host: string, body = 'Hello') =>
    new Promise<string>((resolve, reject) => {
      const { port: proxy } = new URL(network.url)
      const path = `http://${host}:${port}/`
      const sent = request({ host: '127.0.0.1', port: proxy, path, method: 'POST', agent: false, headers: { host: 'wrong' } }, (answer) => {
        let text = ''
        answer.on('data', (piece) => {
          text += piece
        })
        answer.on('error', reject)
        answer.on('end', () => resolve(`${answer.statusCode} ${text}`))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return { network, seen, send, port }
}

test('behavior: leads to the servers of this machine by their names, and nowhere else', async () => {
  const { seen, send, port } = await start()
  expect(await send('page.localhost')).toBe('200 Hello')
  expect(seen).toEqual([`page.localhost:${port}`])
  expect(await send('example.com')).toBe('502 ')
})

test('behavior: takes as long as the way, and as long as so many bytes take', async () => {
  const { network, send } = await start()
  network.become({ roundTrip: 80 })
  let began = performance.now()
  await send('page.localhost')
  expect(performance.now() - began).toBeGreaterThan(75)
  network.become({ bitsPerSecond: 80_000 })
  began = performance.now()
  await send('page.localhost', 'x'.repeat(2_000))
  expect(performance.now() - began).toBeGreaterThan(190)
})

test('behavior: resets a connection before the server has seen the request, or when the answer is on its way', async () => {
  let luck = 0
  const { network, seen, send } = await start(() => luck)
  network.become({ reset: 1 })
  await expect(send('page.localhost')).rejects.toThrow('socket hang up')
  expect(seen).toHaveLength(0)
  luck = 0.9
  await expect(send('page.localhost')).rejects.toThrow('socket hang up')
  expect(seen).toHaveLength(1)
})

test('behavior: cut breaks an open tunnel, and the next one works', async () => {
  const { network, port } = await start()
  const open = async () => {
    const socket = connect(Number(new URL(network.url).port), '127.0.0.1')
    socket.write(`CONNECT api.localhost:${port} HTTP/1.1\r\n\r\n`)
    const text = await new Promise((resolve) => socket.once('data', (piece) => resolve(String(piece))))
    expect(text).toContain('200 Connection Established')
    return socket
  }
  const first = await open()
  const closed = new Promise((resolve) => first.once('close', resolve))
  network.cut()
  await closed
  ;(await open()).destroy()
})
