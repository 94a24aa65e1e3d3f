import { describe, expect, test } from 'vitest'
import { isNamespaceId, namespaceOf, parseCaipAddress, parseCaipNetworkId, referenceOf, toCaipAddress } from './caip.js'
import { namespaceIds } from './entities.js'

/** Repeatable random numbers (mulberry32), so that a failure can be looked at again. */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = generator(7)
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.%'
const word = () => Array.from({ length: 1 + Math.floor(random() * 40) }, () => pick([...characters])).join('')
const samples = Array.from({ length: 500 }, () => ({ namespace: pick(namespaceIds), reference: word(), address: word() }))

describe('parseCaipNetworkId', () => {
  test('behavior: takes apart what was joined', () => {
    for (const { namespace, reference } of samples) {
      const id = `${namespace}:${reference}` as const
      expect(parseCaipNetworkId(id)).toEqual({ namespace, reference })
      expect([namespaceOf(id), referenceOf(id)]).toEqual([namespace, reference])
    }
  })

  test.each([
    '',
    ':',
    'eip155',
    'eip155:',
    ':1',
    'eip155:1:',
    'eip155:1:0x',
    'dogecoin:1',
    'EIP155:1',
    ' eip155:1',
    'constructor:1',
    '__proto__:1',
  ])('error: refuses "%s"', (id) => {
    expect(() => parseCaipNetworkId(id)).toThrow(new Error('Invalid CAIP-2 network id'))
  })
})

describe('parseCaipAddress', () => {
  test('behavior: takes apart what was joined', () => {
    for (const { namespace, reference, address } of samples)
      expect(parseCaipAddress(toCaipAddress(`${namespace}:${reference}`, address))).toEqual({ namespace, reference, address })
  })

  test('error: refuses every id with another number of parts, or an empty one', () => {
    for (const { namespace, reference, address } of samples) {
      const parts = [namespace, reference, address]
      const broken = [
        parts.slice(0, 2),
        [...parts, word()],
        parts.map((part, index) => (index === 1 ? '' : part)),
        parts.map((part, index) => (index === 2 ? '' : part)),
        ['', reference, address],
        [`${namespace}x`, reference, address],
      ]
      for (const candidate of broken) expect(() => parseCaipAddress(candidate.join(':'))).toThrow(new Error('Invalid CAIP-10 address'))
    }
  })
})

describe('isNamespaceId', () => {
  test('behavior: knows the five families and nothing else', () => {
    expect(namespaceIds.every(isNamespaceId)).toBe(true)
    for (const value of ['', 'eth', 'toString', 'length', '0', 0, null, undefined, ['eip155'], {}]) expect(isNamespaceId(value)).toBe(false)
  })
})
