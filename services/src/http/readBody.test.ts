import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createBodyReader } from './readBody.js'

const arriving = (headers: Record<string, string> = { 'transfer-encoding': 'chunked' }) => {
  const stream = new PassThrough()
  return { stream, request: Object.assign(stream, { headers }) as unknown as IncomingMessage }
}
const limits = { perClient: 10, total: 15 }

describe('createBodyReader', () => {
  test('behavior: gives the body when it is whole', async () => {
    const open = createBodyReader(10, limits)
    const { stream, request } = arriving()
    const body = open(request, 'a')
    const read = body.read()
    stream.write('hel')
    stream.end('lo')
    expect(String(await read)).toBe('hello')
    body.release()
  })

  test('error: too large, as announced or as it turns out', async () => {
    const open = createBodyReader(4, limits)
    expect(await open(arriving({ 'content-length': '5' }).request, 'a').read()).toBe('too-large')
    const { stream, request } = arriving()
    const read = open(request, 'a').read()
    stream.write('hello')
    expect(await read).toBe('too-large')
  })

  test('error: one client, or all together, may hold so much at a time; what is released counts no more', async () => {
    const open = createBodyReader(10, limits)
    const send = async (client: string, text: string) => {
      const { stream, request } = arriving()
      const body = open(request, client)
      const read = body.read()
      stream.end(text)
      return { release: body.release, outcome: String(await read) }
    }
    const first = await send('a', '123456')
    expect((await send('a', '123456')).outcome).toBe('busy')
    const other = await send('b', '123456')
    expect(other.outcome).toBe('123456')
    expect((await send('c', '123456')).outcome).toBe('busy')
    first.release()
    first.release()
    expect((await send('c', '123456')).outcome).toBe('123456')
    expect((await send('d', '123456')).outcome).toBe('busy')
  })

  test('error: a client that goes away', async () => {
    const { stream, request } = arriving()
    const read = createBodyReader(10, limits)(request, 'a').read()
    stream.destroy()
    await expect(read).rejects.toThrow('went away')
  })
})
