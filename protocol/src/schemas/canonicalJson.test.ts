import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonicalJson.js'

describe('canonicalJson', () => {
  test('behavior: keys are sorted by code units, at every depth, and nothing is added', () => {
    expect(canonicalJson({ b: '2', a: ['1', { z: null, y: true }], Z: '€\u2028"' })).toBe(
      '{"Z":"€\u2028\\"","a":["1",{"y":true,"z":null}],"b":"2"}',
    )
  })

  test('behavior: what is undefined is as if it were not there', () => {
    expect(canonicalJson({ a: undefined, b: '1' })).toBe(canonicalJson({ b: '1' }))
  })

  test('error: numbers have no canonical form here', () => {
    expect(() => canonicalJson({ a: 1 } as never)).toThrow(new TypeError('Canonical JSON has no number'))
  })
})
