import { randomBytes } from 'node:crypto'
import { createTestKey, createTestToken } from '@latchkey/testkit/src/relay/token.js'
import WebSocket from 'ws'

/** A token as clients of the relay make it: signed by a key that they have just invented. */
export const createToken = (/** @type {string} */ audience) => createTestToken(createTestKey(), audience)

export const randomTopic = () => randomBytes(32).toString('hex')

/**
 * Connects to a relay as a client of its own.
 *
 * @param {{ port: number, audience: string, projectId: string, address: string, token?: string }} to `address`: what the proxy in front would
 *   say; `token`: a former one
 */
export function connectRelay({ port, audience, projectId, address, token = createToken(audience) }) {
  const headers = { host: new URL(audience).host, 'x-forwarded-for': address }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/relay?auth=${token}&projectId=${projectId}`, { headers })
  /** @type {Map<number, (result: unknown) => void>} */
  const waiting = new Map()
  /** @type {Set<string>} */
  const heard = new Set()
  let last = 0
  socket.on('error', () => undefined)
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.method === 'irn_subscription') {
      heard.add(frame.params.data.message)
      socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    } else waiting.get(frame.id)?.(frame.result)
    waiting.delete(frame.id)
  })
  /** @type {Promise<boolean>} */
  const opened = new Promise((resolve) => {
    socket.once('open', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  return {
    socket,
    heard,
    opened,
    /** The answer to a call; undefined when it was refused. */
    call: (/** @type {string} */ method, /** @type {object} */ params) =>
      new Promise((resolve) => {
        last += 1
        waiting.set(last, resolve)
        socket.send(JSON.stringify({ id: last, jsonrpc: '2.0', method, params }))
      }),
  }
}
