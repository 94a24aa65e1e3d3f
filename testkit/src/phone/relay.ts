import { randomBytes } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { SignClient } from '@walletconnect/sign-client'

/** Milliseconds that a relay has to answer the first knock. */
const timeout = 10_000

const advice = 'Start one with `npm start`, or give the address of yours with --relay.'

/** What a server answers to a websocket's handshake: 101 is a websocket; a relay refuses one without a token in its own way. */
function knock(url: URL): Promise<number> {
  const target = new URL(url)
  target.protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
  return new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const key = { 'sec-websocket-key': randomBytes(16).toString('base64') }
    const sent = (url.protocol === 'wss:' ? secureRequest : plainRequest)(target, { headers: { ...headers, ...key } })
    sent.setTimeout(timeout, () => sent.destroy(new Error(`no answer within ${timeout / 1_000} s`)))
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 101)
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/**
 * Makes sure that a relay is there, before anybody waits for it.
 *
 * @throws Error a sentence that says what is wrong with the address, and what to do
 */
export async function checkRelay(relayUrl: string): Promise<void> {
  const url = URL.canParse(relayUrl) ? new URL(relayUrl) : undefined
  if (!url || !/^wss?:$/.test(url.protocol))
    throw new Error(`"${relayUrl}" is no relay’s address: it begins with ws:// or wss://. ${advice}`)
  const status = await knock(url).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ECONNREFUSED' ? 'nothing listens there' : error.message
    throw new Error(`Can’t reach the relay at ${relayUrl}: ${why}. ${advice}`)
  })
  // Without a token a relay says 400, 401 or 403.
  const isRelay = status === 101 || [400, 401, 403].includes(status)
  if (!isRelay) throw new Error(`There is no relay at ${relayUrl}: the server answered ${status}. ${advice}`)
}

/** Says so when the relay refuses the wallet, goes away, and comes back: the client itself only waits. */
export function watchRelay(
  { core: { relayer } }: Awaited<ReturnType<typeof SignClient.init>>,
  relayUrl: string,
  log: (line: string) => void,
): void {
  let last = ''
  const say = (line: string) => {
    if (line !== last) log(line)
    last = line
  }
  relayer.on('relayer_error', (error: Error) => say(`The relay at ${relayUrl} refused: ${error.message}`))
  relayer.on('relayer_disconnect', () => say(`Lost the relay at ${relayUrl}; trying again`))
  relayer.on('relayer_connect', () => {
    if (last) say(`The relay at ${relayUrl} is back`)
    last = ''
  })
}
