import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { codes, NodeError } from './errors.js'
import { writeJson } from './json.js'
import { createLedger } from './ledger.js'
import { createMethods } from './methods.js'
import { createSubscriptions } from './subscriptions.js'

/** Bytes of a request. */
const maxBody = 1_048_576

/** Pages may ask it directly, as they may ask a public node. */
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'content-type': 'application/json',
}

const refusal = (/** @type {unknown} */ id, /** @type {NodeError} */ { code, message, data }) => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code, message, data },
})

const asNodeError = (/** @type {unknown} */ error) =>
  error instanceof NodeError ? error : new NodeError(-32_603, `Internal error: ${error instanceof Error ? error.message : error}`)

/** @typedef {(method: string, params: readonly unknown[]) => unknown} Run */

/** Answers one call by a function that takes its method and parameters. Undefined for a notification. */
function answerCall(/** @type {unknown} */ call, /** @type {Run} */ run) {
  const { jsonrpc, id, method, params } = /** @type {Record<string, unknown>} */ (typeof call === 'object' && call !== null ? call : {})
  if (jsonrpc !== '2.0' || typeof method !== 'string' || (params !== undefined && !Array.isArray(params)))
    return refusal(id, new NodeError(codes.invalidRequest, 'Invalid request'))
  try {
    const result = run(method, params ?? [])
    return id === undefined ? undefined : { jsonrpc: '2.0', result, id }
  } catch (error) {
    return refusal(id, asNodeError(error))
  }
}

function answerText(/** @type {string} */ text, /** @type {Run} */ run) {
  let body
  try {
    body = JSON.parse(text)
  } catch {
    return writeJson(refusal(null, new NodeError(codes.parse, 'Parse error')))
  }
  if (!Array.isArray(body)) return writeJson(answerCall(body, run) ?? null)
  return writeJson(body.map((call) => answerCall(call, run)).filter(Boolean))
}

async function readText(/** @type {AsyncIterable<Buffer>} */ request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxBody) throw new NodeError(codes.invalidRequest, 'Request too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/**
 * Serves a local Solana chain on 127.0.0.1: JSON-RPC over HTTP, and over a websocket at the same address.
 *
 * @param {{ port: number, now?: () => number }} options port 0 takes a free one; `now` in milliseconds, for tests
 * @returns {Promise<{ url: string, webSocketUrl: string, close: () => Promise<void> }>}
 */
export async function serveSolana({ port, now }) {
  const ledger = createLedger(now)
  const methods = createMethods(ledger)
  const run = (/** @type {string} */ method, /** @type {readonly unknown[]} */ params) => {
    if (!Object.hasOwn(methods, method)) throw new NodeError(codes.methodNotFound, 'Method not found')
    return methods[method]?.(params)
  }
  const server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
    if (request.method !== 'POST') return response.writeHead(405, headers).end()
    try {
      // Read first: a head that is written cannot become that of a refusal.
      const answer = answerText(await readText(request), run)
      response.writeHead(200, headers).end(answer)
    } catch (error) {
      response.writeHead(400, { ...headers, connection: 'close' }).end(writeJson(refusal(null, asNodeError(error))))
    }
  })
  const sockets = new WebSocketServer({ server, maxPayload: maxBody })
  sockets.on('connection', (socket) => {
    const subscriptions = createSubscriptions(ledger, methods, (notification) => socket.send(writeJson(notification)))
    socket.on('message', (data) => {
      const isOwn = (/** @type {string} */ method) => /(?:Subscribe|Unsubscribe)$/.test(method)
      socket.send(
        answerText(data.toString(), (method, params) => (isOwn(method) ? subscriptions.call(method, params) : run(method, params))),
      )
    })
    socket.on('error', () => undefined)
    socket.on('close', subscriptions.close)
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  const host = `127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://${host}`, webSocketUrl: `ws://${host}`, close }
}
