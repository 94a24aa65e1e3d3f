import { describe, expect, test } from 'vitest'
import { parseBody } from './parseBody.js'

const single = (text: string) => {
  const body = parseBody(text)
  return body?.kind === 'single' ? body.item : body
}

describe('parseBody', () => {
  test.each([
    ['1', '1'],
    ['"abc"', '"abc"'],
    ['"\\u00e9\\n"', '"\\u00e9\\n"'],
    ['null', 'null'],
    ['0', '0'],
    ['-7', '-7'],
    ['1.5', '1.5'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ])('behavior: the id %s stays as it came', (id, expected) => {
    expect(single(`{"jsonrpc":"2.0","id":${id},"method":"eth_call","params":[1]}`)).toEqual({
      kind: 'call',
      call: { id: expected, method: 'eth_call', params: '[1]' },
    })
  })

  test('behavior: params may be left out, be an object, and keep their digits', () => {
    expect(single('{"jsonrpc":"2.0","id":1,"method":"m"}')).toMatchObject({ call: { params: '[]' } })
    expect(single('{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}')).toMatchObject({ call: { params: '{"a":1}' } })
    expect(single('{"jsonrpc":"2.0","id":1,"method":"m","params":[18446744073709551615]}')).toMatchObject({
      call: { params: '[18446744073709551615]' },
    })
  })

  test('behavior: without an id it is a notification', () => {
    expect(single('{"jsonrpc":"2.0","method":"m","params":[]}')).toEqual({ kind: 'notification' })
  })

  test.each([
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"m"}', '1'],
    ['no version', '{"id":1,"method":"m"}', '1'],
    ['no method', '{"jsonrpc":"2.0","id":"x"}', '"x"'],
    ['an empty method', '{"jsonrpc":"2.0","id":1,"method":""}', '1'],
    ['a method that is no string', '{"jsonrpc":"2.0","id":1,"method":{}}', '1'],
    ['an endless method', `{"jsonrpc":"2.0","id":1,"method":"${'m'.repeat(101)}"}`, '1'],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"m"}', 'null'],
    ['an id that is true', '{"jsonrpc":"2.0","id":true,"method":"m"}', 'null'],
    ['params that are a string', '{"jsonrpc":"2.0","id":1,"method":"m","params":"x"}', '1'],
    ['params that are null', '{"jsonrpc":"2.0","id":1,"method":"m","params":null}', '1'],
    ['a number', '5', 'null'],
    ['null', 'null', 'null'],
    ['a string', '"x"', 'null'],
  ])('error: %s is no request', (_, text, id) => {
    expect(single(text)).toEqual({ kind: 'invalid', id })
  })

  test.each(['', '{', '[1,', 'undefined', '{"a":1}}', "{'a':1}"])('error: %j is no JSON', (text) => {
    expect(parseBody(text)).toBeNull()
  })

  test('behavior: a batch keeps its order, and each element counts for itself', () => {
    const body = parseBody('[ {"jsonrpc":"2.0","id":1,"method":"a"}, 7 , {"jsonrpc":"2.0","method":"b"}, [] ]')
    expect(body).toEqual({
      kind: 'batch',
      items: [
        { kind: 'call', call: { id: '1', method: 'a', params: '[]' } },
        { kind: 'invalid', id: 'null' },
        { kind: 'notification' },
        { kind: 'invalid', id: 'null' },
      ],
    })
    expect(parseBody('[]')).toEqual({ kind: 'batch', items: [] })
  })

  test('error: __proto__ and constructor are plain keys and pollute nothing', () => {
    const item = single('{"__proto__":{"method":"x","jsonrpc":"2.0"},"constructor":{"prototype":{"polluted":1}},"id":1}')
    expect(item).toEqual({ kind: 'invalid', id: '1' })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('error: deep nesting neither hangs nor overflows', () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"m","params":${'['.repeat(3000)}${']'.repeat(3000)}}`
    expect(single(deep)).toMatchObject({ kind: 'call' })
    expect(() => parseBody('['.repeat(500_000))).not.toThrow()
  })
})
