import { once } from 'node:events'
import { connect } from 'node:net'
import { connectRawClient } from '@latchkey/testkit/src/relay/rawClient.ts'
import { projectId, startTestRelay, type TestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { createTestKey, createTestToken } from '@latchkey/testkit/src/relay/token.js'
import { until } from '@latchkey/testkit/src/until.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { RelayOptions } from './index.js'

/** A text frame without the mask that a client's frames must have (RFC 6455, section 5.1). */
const unmasked = Buffer.from([0x81, 0x01, 0x41])

describe('a client that is refused', () => {
  const started: TestRelay[] = []
  const start = async (limits: RelayOptions['limits'] = {}) => {
    const relay = await startTestRelay({ limits })
    started.push(relay)
    return relay
  }
  afterEach(async () => {
    for (const relay of started.splice(0)) await relay.close()
  })
  /** Asks for an upgrade, and keeps its own end open whatever the relay does. */
  const open = async (url: string, query: string) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.on('error', () => undefined)
    const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
    socket.write(`GET /?${query} HTTP/1.1\r\nHost: relay\r\n${headers}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    return { socket, status: String(answer).slice(9, 12) }
  }

  test('error: breaks the protocol after it was told why: others are served', async () => {
    const { url } = await start()
    const { socket, status } = await open(url, `auth=none&projectId=${projectId}&useOnCloseEvent=true`)
    expect(status).toBe('101')
    socket.end(unmasked)
    await once(socket, 'close')
    await connectRawClient(url)
  })

  test('error: breaks the protocol as one socket too many: others are served', async () => {
    const { url } = await start({ socketsPerClient: 1 })
    const key = createTestKey()
    await connectRawClient(url, { key })
    const { socket, status } = await open(url, `auth=${createTestToken(key, url)}&projectId=${projectId}`)
    expect(status).toBe('101')
    socket.end(unmasked)
    await once(socket, 'close')
    await connectRawClient(url)
  })

  test('error: keeps its end of the connection open: the relay lets it go all the same', async () => {
    const { url } = await start()
    const { socket, status } = await open(url, `auth=none&projectId=${projectId}`)
    expect(status).toBe('403')
    await until(() => {
      socket.write('still here')
      return socket.destroyed
    }, 'the connection to end')
  })
})
