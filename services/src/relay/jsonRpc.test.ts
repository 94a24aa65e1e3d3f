import { describe, expect, test } from 'vitest'
import { errorFrame, readFrame, resultFrame } from './jsonRpc.js'

describe('readFrame', () => {
  test('behavior: a 19-digit id keeps every digit, as a number and as a string', () => {
    const frame = readFrame('{"id":1757000000000123457,"jsonrpc":"2.0","method":"irn_publish","params":{}}')
    expect(frame).toEqual({ kind: 'request', id: '1757000000000123457', method: 'irn_publish', params: {} })
    expect(readFrame('{"id":"1757000000000123457","jsonrpc":"2.0","method":"m"}')).toMatchObject({ id: '"1757000000000123457"' })
  })

  test('behavior: digits inside strings are left alone', () => {
    const frame = readFrame('{"id":1,"jsonrpc":"2.0","method":"m","params":{"message":"a\\"1757000000000123457"}}')
    expect(frame).toMatchObject({ params: { message: 'a"1757000000000123457' } })
  })

  test('behavior: only a result of true is an acknowledgement', () => {
    expect(readFrame('{"id":7,"jsonrpc":"2.0","result":true}')).toEqual({ kind: 'response', id: '7', ok: true })
    expect(readFrame('{"id":7,"jsonrpc":"2.0","error":{"code":1}}')).toEqual({ kind: 'response', id: '7', ok: false })
  })

  test.each([
    '',
    '[]',
    'null',
    '{"id":1}',
    '{"jsonrpc":"2.0","method":"m"}',
    '{"id":{},"jsonrpc":"2.0","method":"m"}',
    '{"id":1757000000000123457.5,"jsonrpc":"2.0","method":"m"}',
  ])('error: %s is no frame', (text) => expect(readFrame(text)).toBeUndefined())
})

describe('resultFrame', () => {
  test('behavior: echoes the id as it came', () => {
    expect(resultFrame('1757000000000123457', true)).toBe('{"id":1757000000000123457,"jsonrpc":"2.0","result":true}')
  })
})

describe('errorFrame', () => {
  test('behavior: carries code and message', () => {
    expect(JSON.parse(errorFrame('3', { code: -32601, message: 'Method not found' }))).toEqual({
      id: 3,
      jsonrpc: '2.0',
      error: { code: -32601, message: 'Method not found' },
    })
  })
})
