import { request } from 'node:http'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from './startServices.js'
import { always, type FakeNode, startFakeNode } from './testing/fakeNode.js'
import { writeSites } from './testing/sites.js'

const rpcUrl = (project = 'open', chain = 'eip155:31337') =>
  `${urls.api}/v1/?${new URLSearchParams({ chainId: chain, projectId: project })}`
const call = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })

describe.each(databases)('large bodies on $kind', ({ open }) => {
  let database: TestDatabase
  let sites: Awaited<ReturnType<typeof writeSites>>
  let node: FakeNode
  let running: RunningServices
  let port: number
  beforeAll(async () => {
    ;[database, sites, node] = await Promise.all([open(), writeSites(), startFakeNode()])
    running = await startTestServices({ database: database.options, folders: sites.folders, node: node.url })
    port = running.port
  }, 120_000)
  afterAll(async () => {
    await running.close()
    await Promise.all([database.remove(), sites.remove(), node.close()])
  }, 120_000)

  test('error: a body over 5 MB is refused, announced or not, and the server goes on', async () => {
    const large = Buffer.alloc(5 * 1_048_576 + 1, 32)
    const announced = await ask(port, rpcUrl(), { method: 'POST', body: large }).catch((error: NodeJS.ErrnoException) => error.code)
    // The refusal may come while we still send: then the connection is cut under us.
    if (typeof announced === 'object') expect([announced.status, announced.json]).toMatchObject([413, { error: { code: -32005 } }])
    else expect(announced).toMatch(/EPIPE|ECONNRESET/)
    const streamed = await new Promise<number | string>((resolve) => {
      const outgoing = request({
        host: '127.0.0.1',
        port,
        path: rpcUrl().slice(urls.api.length),
        method: 'POST',
        headers: { host: 'api.localhost' },
      })
      outgoing.on('response', (response) => resolve(response.statusCode ?? 0))
      outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      const piece = Buffer.alloc(262_144, 32)
      const write = (left: number) => {
        if (left === 0 || outgoing.destroyed) return
        outgoing.write(piece, () => write(left - 1))
      }
      write(40)
    })
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(streamed)
    expect((await ask(port, `${urls.api}/health`)).status).toBe(200)
  })

  test.each([
    ['an unknown project', 'nobody', 'eip155:31337', {}, 401],
    ['a foreign page', 'listed', 'eip155:31337', { origin: 'https://evil.example' }, 403],
    ['an unknown chain', 'open', 'eip155:5', {}, 400],
  ])('error: %s is refused before its body has come', async (_, project, chain, headers, status) => {
    const answered = await new Promise<number>((resolve, reject) => {
      const path = rpcUrl(project, chain).slice(urls.api.length)
      const outgoing = request({
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: { host: 'api.localhost', 'content-length': 5_000_000, ...headers },
      })
      outgoing.on('response', (response) => {
        resolve(response.statusCode ?? 0)
        outgoing.destroy()
      })
      outgoing.on('error', reject)
      outgoing.flushHeaders()
    })
    expect(answered).toBe(status)
  })

  test('error: a body that is brackets only is refused for what it is, and others are answered meanwhile', async () => {
    const brackets = Array.from({ length: 3 }, () => ask(port, rpcUrl(), { method: 'POST', body: '['.repeat(4_000_000) }))
    expect((await ask(port, rpcUrl(), { method: 'POST', body: call('eth_chainId') })).json).toMatchObject({ result: '0x7a69' })
    for (const answer of await Promise.all(brackets)) expect([answer.status, answer.json]).toMatchObject([413, { error: { code: -32005 } }])
  })

  test('behavior: a body just under the limit is answered', async () => {
    node.answer = always('0xok')
    const data = `0x${'ab'.repeat(2_500_000)}`
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [data] })
    expect((await ask(port, rpcUrl(), { method: 'POST', body })).json).toEqual({ jsonrpc: '2.0', id: 1, result: '0xok' })
  })
})
