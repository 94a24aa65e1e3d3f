import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import WebSocket from 'ws'

/** A token as clients of the relay make it: signed by a key that they have just invented. */
export function createToken(/** @type {string} */ audience) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { iss: `did:key:z${base58.encode(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`, sub: randomBytes(32).toString('hex') }
  const encode = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const data = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode({ ...claims, aud: audience, iat, exp: iat + 86_400 })}`
  return `${data}.${sign(null, Buffer.from(data), privateKey).toString('base64url')}`
}

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
