import { once } from 'node:events'
import { connect } from 'node:net'
import { createTestKey, createTestToken } from '@latchkey/testkit/src/relay/token.js'
import { expect, test } from '@playwright/test'
import { startOwnServer } from './support/ownServer.ts'
import { readServer } from './support/server.ts'

/* How the server's process ends, as an orchestrator meets it. */

test('behavior: it ends by itself before an orchestrator kills it, whatever clients hold open @once', async () => {
  test.setTimeout(180_000)
  const own = await startOwnServer(readServer())
  try {
    const { host, port } = new URL(own.api)
    const open = async (request: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(request)
      return socket
    }
    // A connection that says nothing, a request whose end never comes, and a pairing that waits.
    await open('')
    await open(`POST /v1/?projectId=own HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`)
    const token = createTestToken(createTestKey(), `ws://${host}/relay`)
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${'A'.repeat(22)}==`]
    const pairing = await open(
      [`GET /relay?auth=${token}&projectId=${own.projectId} HTTP/1.1`, `Host: ${host}`, ...upgrade, '', ''].join('\r\n'),
    )
    expect(String((await once(pairing, 'data'))[0])).toContain('101 Switching Protocols')
    const last = once(pairing, 'data')
    expect(await own.stop()).toBeNull()
    // A close frame of RFC 6455: opcode 8, and the code in two bytes.
    const [frame] = (await last) as [Buffer]
    expect([frame[0], frame.readUInt16BE(2)]).toEqual([0x88, 1001])
  } finally {
    await own.close()
  }
})
