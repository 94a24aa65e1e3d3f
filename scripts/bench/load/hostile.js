import { request } from 'node:http'
import { connect } from 'node:net'
import process from 'node:process'
import { connectRelay, createToken, randomTopic } from './relayClient.js'

/**
 * One client that means harm, in a process of its own: it floods the relay, invents project ids, sends bodies of 5 MB and keeps slow sockets
 * open, all at once and as fast as it is let. What it got through is printed when it is stopped.
 */
const { port, audience, projectId, api, chainId } = JSON.parse(process.argv[2] ?? '{}')
const address = '198.51.100.7'
const done = { published: 0, invented: 0, large: 0, slow: 0 }
const host = new URL(api).host
const pause = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function send(/** @type {string} */ path, /** @type {string} */ method, /** @type {Buffer | undefined} */ body = undefined) {
  return new Promise((resolve) => {
    const headers = { host, 'x-forwarded-for': address, ...(body ? { 'content-length': body.length } : {}) }
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      response.resume()
      response.once('close', resolve)
    })
    outgoing.once('error', resolve)
    outgoing.end(body)
  })
}

const message = 'x'.repeat(90_000)

async function floodRelay() {
  const token = createToken(audience)
  for (;;) {
    const client = connectRelay({ port, audience, projectId, address, token })
    if (!(await client.opened)) {
      await pause(100)
      continue
    }
    const closed = new Promise((resolve) => client.socket.once('close', () => resolve(undefined)))
    while (client.socket.readyState === client.socket.OPEN) {
      const params = { topic: randomTopic(), message, ttl: 2_592_000, tag: 1_108 }
      if (await Promise.race([client.call('irn_publish', params), closed])) done.published += 1
    }
  }
}

async function inventIds() {
  for (;;) {
    const id = Math.random().toString(36).slice(2)
    await send(`/appkit/v1/config?projectId=${id}`, 'GET')
    await send(`/v1/?projectId=${id}&chainId=${chainId}`, 'POST', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'))
    done.invented += 2
  }
}

async function sendLarge(/** @type {Buffer} */ body, /** @type {string} */ id) {
  for (;;) {
    await send(`/v1/?projectId=${id}&chainId=${chainId}`, 'POST', body)
    done.large += 1
  }
}

async function keepSlow() {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`POST /v1/?projectId=${projectId}&chainId=${chainId} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${address}\r\n`)
    socket.write('Content-Length: 5000000\r\n\r\n')
    done.slow += 1
    while (!socket.destroyed) {
      socket.write('['.repeat(1_000))
      await pause(200)
    }
  }
}

const brackets = Buffer.alloc(5_000_000, '[')
const call = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: ['ab'.repeat(2_490_000)] }))
for (let count = 0; count < 20; count += 1) void floodRelay()
for (let count = 0; count < 10; count += 1) void inventIds()
for (const body of [brackets, call])
  for (const id of [projectId, 'nobody']) for (let count = 0; count < 2; count += 1) void sendLarge(body, id)
for (let count = 0; count < 100; count += 1) void keepSlow()
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(done)}\n`, () => process.exit(0))
})
