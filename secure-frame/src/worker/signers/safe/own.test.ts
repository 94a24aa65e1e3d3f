import { describe, expect, test } from 'vitest'
import { safeAddressOf } from './account.js'
import { contracts } from './contracts.js'
import { refuseBareHash, refuseOwnContract, refuseOwnDomain } from './own.js'

const key = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const safe = safeAddressOf(key)
const refused = expect.objectContaining({ code: 4200 })
const thrown = (run: () => unknown) => {
  try {
    return run() ?? 'passed'
  } catch (error) {
    return error
  }
}
const smart = {
  address: safe,
  owner: key,
  bundler: async () => null,
  sponsored: false,
  underway: { get: () => null, set: () => undefined },
} as const
const contexts = [
  ['the smart account', { account: safe, smart }],
  ['its owner’s key', { account: key }],
] as const

describe('safeAddressOf', () => {
  test('behavior: one address for each owner, as the published factory makes it', () => {
    expect(safe).toMatchInlineSnapshot(`"0x91501f73e747cACf0927d2510dE87502Df9bE767"`)
    expect(safeAddressOf(other)).not.toBe(safe)
  })
})

describe.each(contexts)('refuseOwnContract, for %s', (_who, context) => {
  test('error: a call to the smart account could give it away', () => {
    expect(
      thrown(() =>
        refuseOwnContract(
          [
            { to: other, data: '0x' },
            { to: safe.toLowerCase(), data: '0x694e80c3' },
          ],
          context,
        ),
      ),
    ).toEqual(refused)
  })

  test('behavior: coins may go there, and calls to others', () => {
    expect(thrown(() => refuseOwnContract([{ to: safe, data: '0x' }, { to: other, data: '0x694e80c3' }, { data: '0x60' }], context))).toBe(
      'passed',
    )
  })
})

describe.each(contexts)('refuseOwnDomain, for %s', (_who, context) => {
  test.each([
    ['a Safe transaction', safe],
    ['a user operation', contracts.module.toLowerCase()],
  ])('error: %s is no page’s typed data', (_what, contract) => {
    expect(thrown(() => refuseOwnDomain(contract, context))).toEqual(refused)
  })

  test('behavior: others may be signed, and data without a contract', () => {
    expect(thrown(() => refuseOwnDomain(other, context))).toBe('passed')
    expect(thrown(() => refuseOwnDomain(undefined, context))).toBe('passed')
  })
})

describe('refuseBareHash', () => {
  const hash = new Uint8Array(32).fill(0xab)
  test('error: 32 bytes signed by the key would be its yes to a transaction of the Safe', () => {
    expect(thrown(() => refuseBareHash(hash, {}))).toEqual(refused)
  })

  test('error: nor may they be printable by chance: 2^46 tries find a transaction whose hash is', () => {
    for (const text of ['~}|{zyxwVUTSRQPO/.-,+*)(&%$#"! 0', 'Abcdefghijklmnopqrstuvwxyz012345', 'abcdefghijklmnopqrstuvwxyz01234!'])
      expect([text, thrown(() => refuseBareHash(new TextEncoder().encode(text), {}))]).toEqual([text, refused])
  })

  test('behavior: text of that length, other lengths, and messages of the smart account itself pass', () => {
    expect(thrown(() => refuseBareHash(new TextEncoder().encode('0123456789abcdef0123456789abcdef'), {}))).toBe('passed')
    expect(thrown(() => refuseBareHash(new TextEncoder().encode('Sign in to meadow.example please'.toLowerCase()), {}))).toBe('passed')
    expect(thrown(() => refuseBareHash(hash.slice(1), {}))).toBe('passed')
    expect(thrown(() => refuseBareHash(hash, { smart }))).toBe('passed')
  })
})
