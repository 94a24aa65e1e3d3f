import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeNode } from '../../../testing/fakeNode.js'
import { addressRow, lookAlikeOf } from '../context.js'
import { foreignCode } from './foreignCode.js'

const contract = `0x${'ab'.repeat(20)}`
const codeOf = (code: unknown) => foreignCode(fakeNode({ answers: { eth_getCode: () => code } }), evmAccount)

describe('the contract that acts for an account', () => {
  test.each<[string, unknown, string | undefined]>([
    ['a delegation', `0xef0100${contract.slice(2)}`, contract],
    ['in capitals', `0xEF0100${contract.slice(2).toUpperCase()}`, `0x${contract.slice(2).toUpperCase()}`],
    ['none', '0x', undefined],
    ['a contract of its own', '0x6000', undefined],
    ['a delegation that is cut off', '0xef0100ab', undefined],
    ['no answer', null, undefined],
  ])('behavior: %s', async (_name, code, found) => {
    expect(await codeOf(code)).toBe(found)
  })

  test('error: a node that fails holds nothing up', async () => {
    expect(await foreignCode(async () => Promise.reject(new Error('offline')), evmAccount)).toBeUndefined()
  })
})

describe('an address that looks like a known one', () => {
  const hex = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length })

  test('error: is found by three characters at each end, whatever is between and however it is spelt', () => {
    fc.assert(
      fc.property(hex(3), hex(3), hex(34), hex(34), (head, tail, one, other) => {
        fc.pre(one.toLowerCase() !== other.toLowerCase())
        const [known, alike] = [`0x${head}${one}${tail}`, `0x${head.toLowerCase()}${other}${tail.toUpperCase()}`]
        expect(lookAlikeOf(alike, [known])).toBe(known)
        expect(lookAlikeOf(known, [known])).toBeUndefined()
        expect(addressRow('row.to', alike, { account: evmAccount, known: [known] })).toMatchObject({ firstTime: true, mark: 'alike' })
      }),
      { seed: 42 },
    )
  })
})
