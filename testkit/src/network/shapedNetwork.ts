import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type Duplex, Transform } from 'node:stream'

/** How a network treats what passes. All of it can be left out: then nothing is in the way. */
export type Shape = {
  /** From the browser to the server and back, in milliseconds. */
  readonly roundTrip?: number
  /** Bits a second that arrive at the browser, all connections together. */
  readonly bitsPerSecond?: number
  /** Share of the pieces of data that get lost and are sent again by TCP: they, and all behind them, come late. */
  readonly lost?: number
  /**
   * Share of the requests whose connection is reset: half of them before the server has seen the request, half when its answer is on the way. Not those
   * for a window's own page, which browsers load again by themselves; automated ones do not.
   */
  readonly reset?: number
}

/** What TCP waits before it sends again, at least and at most, in milliseconds. */
const [soonest, latest] = [200, 1_000]
/** A reset websocket lives this long at most, in milliseconds. */
const resetWithin = 4_000

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export type ShapedNetwork = Awaited<ReturnType<typeof startShapedNetwork>>

/**
 * A network that is as good or as bad as a test wants it, for a browser: an HTTP proxy in front of the servers of this machine. It leads nowhere else.
 *
 * @param random numbers of at least 0 and less than 1; a test that wants the same luck again gives its own
 */
export async function startShapedNetwork(random: () => number = Math.random) {
  let shape: Shape = {}
  /** When the line to the browser is free again, in milliseconds since the epoch. */
  let freeAt = 0
  const open = new Set<Duplex>()
  const keep = (socket: Duplex) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const happens = (share = 0) => share > 0 && random() < share
  /** Half of the way there and back, and what a lost piece costs. */
  const late = () => (shape.roundTrip ?? 0) / 2 + (happens(shape.lost) ? soonest + random() * (latest - soonest) : 0)

  /** What passes in one direction, in its order. */
  const line = (paced: boolean) =>
    new Transform({
      highWaterMark: 256 * 1_024,
      transform(piece: Buffer, _encoding, done) {
        const now = Date.now()
        let pause = late()
        if (paced && shape.bitsPerSecond) {
          freeAt = Math.max(freeAt, now) + (piece.length * 8_000) / shape.bitsPerSecond
          pause = Math.max(pause, freeAt - now)
        }
        setTimeout(() => done(null, piece), pause)
      },
    })

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { host, hostname, port, pathname, search } = new URL(incoming.url ?? '')
    if (!isHere(hostname)) return void outgoing.writeHead(502).end()
    const fate =
      incoming.headers['sec-fetch-dest'] !== 'document' && happens(shape.reset) ? (random() < 0.5 ? 'unseen' : 'unanswered') : undefined
    await wait(late())
    if (fate === 'unseen') return void incoming.socket.destroy()
    const { 'proxy-connection': _, ...headers } = incoming.headers
    const sent = request({
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method: incoming.method,
      headers: { ...headers, host },
      agent: false,
    })
    sent.on('error', () => incoming.socket.destroy())
    outgoing.on('close', () => sent.destroy())
    sent.on('response', (answer) => {
      answer.on('error', () => incoming.socket.destroy())
      if (fate) return void incoming.socket.destroy()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(line(true)).pipe(outgoing)
    })
    incoming.pipe(sent)
  }

  /** Websockets, of which nothing is read on the way. */
  async function tunnel({ url = '' }: IncomingMessage, browser: Duplex, head: Buffer) {
    keep(browser)
    const { hostname, port } = new URL(`http://${url}`)
    if (!isHere(hostname)) return void browser.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const server: Socket = connect(Number(port), '127.0.0.1')
    keep(server)
    const end = () => {
      browser.destroy()
      server.destroy()
    }
    browser.on('close', end)
    server.on('close', end)
    await wait((shape.roundTrip ?? 0) / 2)
    browser.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) server.write(head)
    server.pipe(line(true)).pipe(browser)
    browser.pipe(line(false)).pipe(server)
    if (happens(shape.reset)) setTimeout(end, random() * resetWithin).unref()
  }

  const listener = createServer((incoming, outgoing) => void forward(incoming, outgoing))
  listener.keepAliveTimeout = 60_000
  listener.on('connection', keep)
  listener.on('connect', (incoming, socket, head) => void tunnel(incoming, socket, head))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    /** Address of the proxy, for the browser. */
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    /** From now on it is like this. */
    become(next: Shape): void {
      shape = next
      freeAt = 0
    },
    /** Breaks every connection that is open now, without a goodbye. */
    cut,
    close: () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve())
        cut()
      }),
  }
}

const isHere = (hostname: string) => hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost')
