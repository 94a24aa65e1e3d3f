import { RpcError } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateRequest } from '../signers/prepare.js'
import { composedMethods, unsafeMethods } from './methods.js'

const evm = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const solana = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'

/** What pages send: anything at all, and what looks like a request and is none. */
const address = fc.constantFrom(evm, evm.toLowerCase(), solana, '0x0000000000000000000000000000000000000000', '')
const hexText = fc.stringMatching(/^0x[0-9a-f]{0,12}$/)
const leaf = fc.oneof(
  address,
  hexText,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.bigInt(),
  fc.constant(null),
  fc.boolean(),
)
const key = fc.constantFrom(
  'from',
  'to',
  'value',
  'data',
  'chainId',
  'type',
  'authorizationList',
  'domain',
  'message',
  'types',
  'primaryType',
  'calls',
  'sender',
  'pubkey',
  'transaction',
  '__proto__',
  'constructor',
  'toString',
)
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('any'), { maxLength: 4 }), fc.dictionary(key, tie('any'), { maxKeys: 6 })),
})).any
const params = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true, withTypedArray: true }),
  value,
  fc.array(value, { maxLength: 3 }),
)

describe('validateRequest', () => {
  test('error: 10,000 malformed requests are refused by their rule, never by an accident, and pollute nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...unsafeMethods, ...composedMethods, '__proto__', 'constructor'), params, async (method, given) => {
        const account = method.startsWith('solana_') ? solana : evm
        const error = await validateRequest(method, given, account, 31_337).then(
          () => null,
          (thrown: unknown) => thrown,
        )
        // What is let through is well formed: a user decides about it.
        if (error !== null && !(error instanceof RpcError)) throw error
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: 10_000, seed: 42 },
    )
  })
})
