import { afterAll, describe, expect, test } from 'vitest'
import { createJsonReader } from './jsonReader.js'
import { parseBody } from './parseBody.js'
import { readBatchReply, readReply } from './readReply.js'

const json = createJsonReader()
afterAll(() => json.close())

const large = 'ab'.repeat(100_000)
const request = `[{"jsonrpc":"2.0","id":18446744073709551615,"method":"eth_call","params":["${large}"]},7]`
const reply = `{"jsonrpc":"2.0","id":1,"result":["${large}",18446744073709551615]}`

describe('createJsonReader', () => {
  test('behavior: what is large is read like what is small, several at a time', async () => {
    const [read, answered, batch] = await Promise.all([
      json.request(Buffer.from(request)),
      json.reply(reply),
      json.batchReply(`[${reply}]`, 2),
    ])
    expect(read).toEqual(parseBody(request))
    expect(answered).toEqual(readReply(reply))
    expect(batch).toEqual(readBatchReply(`[${reply}]`, 2))
    expect(await json.request(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"a"}'))).toMatchObject({ kind: 'single' })
  })

  test('behavior: bytes that are part of a larger buffer stay whole', async () => {
    const buffer = Buffer.from(`xx${request}`)
    expect(await json.request(buffer.subarray(2))).toEqual(parseBody(request))
    expect(buffer.toString()).toBe(`xx${request}`)
  })

  test.each([
    ['no JSON', `{"a":"${large}`, null],
    ['brackets only', '['.repeat(200_000), 'too-complex'],
    ['nested deeper than any request', `${'['.repeat(65)}${']'.repeat(65)}`, 'too-complex'],
    ['more values than any request', `[${'0,'.repeat(250_000)}0]`, 'too-complex'],
  ])('error: %s', async (_, text, expected) => {
    expect(await json.request(Buffer.from(text))).toBe(expected)
  })

  test('behavior: it goes on after it was closed', async () => {
    const reader = createJsonReader()
    await reader.request(Buffer.from(request))
    await reader.close()
    expect(await reader.reply(reply)).toEqual(readReply(reply))
    await reader.close()
  })

  test('behavior: a thread that ends late takes nothing from its successor', async () => {
    const reader = createJsonReader()
    const lost = reader.reply(reply)
    const closing = reader.close()
    const next = reader.reply(reply)
    await closing
    expect([await lost, await next]).toEqual([null, readReply(reply)])
    await reader.close()
  })
})
