import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNamespaceId, namespaceOf, parseCaipAddress, parseCaipNetworkId, referenceOf, toCaipAddress } from './caip.js'
import { namespaceIds } from './families/ids.js'

const namespaces = fc.constantFrom(...namespaceIds)
/** A part of an id: anything without a colon. */
const parts = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((text) => !text.includes(':'))
const anything = fc.oneof(
  fc.string(),
  fc.array(fc.oneof(namespaces, parts, fc.constant('')), { maxLength: 5 }).map((list) => list.join(':')),
)
const accounts = fc.tuple(namespaces, parts, parts)

describe('parseCaipNetworkId', () => {
  test('behavior: takes apart what was joined', () => {
    fc.assert(
      fc.property(namespaces, parts, (namespace, reference) => {
        const id = `${namespace}:${reference}` as const
        expect(parseCaipNetworkId(id)).toEqual({ namespace, reference })
        expect([namespaceOf(id), referenceOf(id)]).toEqual([namespace, reference])
      }),
    )
  })

  test('error: whatever is not exactly two parts, the first a family', () => {
    fc.assert(
      fc.property(anything, (id) => {
        const [first, ...rest] = id.split(':')
        if (isNamespaceId(first) && rest.length === 1 && rest[0]) expect(parseCaipNetworkId(id).namespace).toBe(first)
        else expect(() => parseCaipNetworkId(id)).toThrow(new Error('Invalid CAIP-2 network id'))
      }),
    )
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
    fc.assert(
      fc.property(accounts, ([namespace, reference, address]) => {
        expect(parseCaipAddress(toCaipAddress(`${namespace}:${reference}`, address))).toEqual({ namespace, reference, address })
      }),
    )
  })

  test('error: whatever is not exactly three parts, the first a family', () => {
    fc.assert(
      fc.property(anything, (id) => {
        const [first, ...rest] = id.split(':')
        if (isNamespaceId(first) && rest.length === 2 && rest.every(Boolean)) expect(parseCaipAddress(id).namespace).toBe(first)
        else expect(() => parseCaipAddress(id)).toThrow(new Error('Invalid CAIP-10 address'))
      }),
    )
  })

  test('error: refuses every id with another number of parts, or an empty one', () => {
    fc.assert(
      fc.property(accounts, parts, ([namespace, reference, address], more) => {
        const all = [namespace, reference, address]
        const broken = [
          all.slice(0, 2),
          [...all, more],
          all.map((part, index) => (index === 1 ? '' : part)),
          all.map((part, index) => (index === 2 ? '' : part)),
          ['', reference, address],
          [`${namespace}x`, reference, address],
        ]
        for (const candidate of broken) expect(() => parseCaipAddress(candidate.join(':'))).toThrow(new Error('Invalid CAIP-10 address'))
      }),
    )
  })
})

describe('isNamespaceId', () => {
  test('behavior: knows the five families and nothing else', () => {
    expect(namespaceIds.every(isNamespaceId)).toBe(true)
    for (const value of ['', 'eth', 'toString', 'length', '0', 0, null, undefined, ['eip155'], {}]) expect(isNamespaceId(value)).toBe(false)
  })
})
