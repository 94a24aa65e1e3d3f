import {
  type Address,
  createKeyPairFromPrivateKeyBytes,
  getAddressDecoder,
  getAddressFromPublicKey,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzCases, fuzzTimeout } from '../../../testing/fuzzCases.js'
import { addressesOf, solanaKey } from '../../vault/derive.js'
import { keyAt } from './tokenInstructions.js'
import { parseMessage, parseTransaction, type WireMessage, withSignature } from './wire.js'

/* Transactions and addresses, which the Worker reads and writes by hand, against Solana's own client, on random cases. */

const readAddress = getAddressDecoder()
const writeMessage = getCompiledTransactionMessageEncoder()
const readMessage = getCompiledTransactionMessageDecoder()
type Compiled = Parameters<typeof writeMessage.encode>[0]

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const address = key.map((bytes) => readAddress.decode(bytes))
const below = (count: number) => fc.integer({ min: 0, max: count - 1 })

const lookup = fc.record({
  lookupTableAddress: address,
  writableIndexes: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }),
  readonlyIndexes: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }),
})

/** What a message holds, of any shape that does not contradict itself. */
const compiled: fc.Arbitrary<Compiled> = fc
  .record({
    staticAccounts: fc.array(address, { minLength: 2, maxLength: 12 }),
    lookups: fc.option(fc.array(lookup, { maxLength: 3 })),
    lifetimeToken: address,
  })
  .chain(({ staticAccounts, lookups, lifetimeToken }) => {
    const keys = staticAccounts.length
    const loaded = (lookups ?? []).reduce(
      (sum, { writableIndexes, readonlyIndexes }) => sum + writableIndexes.length + readonlyIndexes.length,
      0,
    )
    const instruction = fc.record({
      programAddressIndex: fc.integer({ min: 1, max: keys - 1 }),
      accountIndices: fc.array(below(keys + loaded), { maxLength: 8 }),
      // Long enough for lengths of two bytes.
      data: fc.uint8Array({ maxLength: 300 }),
    })
    return fc
      .record({ signers: fc.integer({ min: 1, max: Math.min(keys, 4) }), instructions: fc.array(instruction, { maxLength: 5 }) })
      .chain(({ signers, instructions }) =>
        fc.record({ signed: below(signers), unsigned: below(keys - signers + 1) }).map(({ signed, unsigned }) => ({
          version: lookups ? (0 as const) : ('legacy' as const),
          header: { numSignerAccounts: signers, numReadonlySignerAccounts: signed, numReadonlyNonSignerAccounts: unsigned },
          staticAccounts,
          lifetimeToken,
          instructions,
          ...(lookups ? { addressTableLookups: lookups } : {}),
        })),
      ) as fc.Arbitrary<Compiled>
  })

/** The library's reading, in our words. What it leaves out when it is empty is empty. */
function inOurWords(message: ReturnType<typeof readMessage.decode>): WireMessage {
  if (message.version === 1) throw new Error('Not a version that we read.')
  const { header, staticAccounts, instructions } = message
  return {
    version: message.version,
    required: header.numSignerAccounts,
    readonlySigned: header.numReadonlySignerAccounts,
    readonlyUnsigned: header.numReadonlyNonSignerAccounts,
    keys: staticAccounts,
    blockhash: message.lifetimeToken,
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      program: programAddressIndex,
      accounts: [...accountIndices],
      data: Uint8Array.from(data),
    })),
    lookups: ('addressTableLookups' in message ? (message.addressTableLookups ?? []) : []).map(
      ({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
        table: lookupTableAddress,
        writable: [...writableIndexes],
        readonly: [...readonlyIndexes],
      }),
    ),
  }
}

const plain = (message: WireMessage) => ({
  ...message,
  instructions: message.instructions.map(({ data, ...rest }) => ({ ...rest, data: [...data] })),
})

test(
  'behavior: a message is read as the library wrote it, legacy and version 0',
  () => {
    const seen = new Set<unknown>()
    fc.assert(
      fc.property(compiled, (message) => {
        seen.add(message.version)
        const bytes = Uint8Array.from(writeMessage.encode(message))
        expect(plain(parseMessage(bytes))).toEqual(plain(inOurWords(readMessage.decode(bytes))))
      }),
      fuzzCases(150),
    )
    expect(seen).toEqual(new Set(['legacy', 0]))
  },
  fuzzTimeout,
)

test(
  'behavior: changed bytes are refused, or mean to us what they mean to the library',
  () =>
    fc.assert(
      fc.property(
        compiled,
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 }),
        (message, changes) => {
          const bytes = Uint8Array.from(writeMessage.encode(message))
          for (const [at, value] of changes) bytes[at % bytes.length] = value
          let ours: WireMessage | undefined
          try {
            ours = parseMessage(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError)
          }
          if (ours) {
            expect(plain(ours)).toEqual(plain(inOurWords(readMessage.decode(bytes))))
            expect(Uint8Array.from(writeMessage.encode(readMessage.decode(bytes)))).toEqual(bytes)
          }
        },
      ),
      fuzzCases(100),
    ),
  fuzzTimeout,
)

test(
  'behavior: a transaction is read as the library wrote it, and a signature is written where the library reads it',
  () =>
    fc.assert(
      fc.property(compiled, fc.infiniteStream(fc.uint8Array({ minLength: 64, maxLength: 64 })), fc.nat(), (message, random, which) => {
        const messageBytes = Uint8Array.from(writeMessage.encode(message))
        const signers = [...new Set(message.staticAccounts.slice(0, message.header.numSignerAccounts))]
        fc.pre(signers.length === message.header.numSignerAccounts)
        const drawn = signers.map(() => Uint8Array.from(random.next().value as Uint8Array))
        const signatures = Object.fromEntries(signers.map((signer, index) => [signer, drawn[index]]))
        const bytes = Uint8Array.from(getTransactionEncoder().encode({ messageBytes, signatures } as never))
        if (bytes.length > 1_232) return void expect(() => parseTransaction(bytes)).toThrow(RangeError)
        const read = parseTransaction(bytes)
        expect([read.signatures, read.messageBytes]).toEqual([drawn, messageBytes])
        const index = which % signers.length
        const own = Uint8Array.from(random.next().value as Uint8Array)
        const signed = getTransactionDecoder().decode(withSignature(read, index, own))
        expect(Uint8Array.from(signed.messageBytes)).toEqual(messageBytes)
        signers.forEach((signer, at) => {
          expect(signed.signatures[signer as Address]).toEqual(at === index ? own : drawn[at])
        })
      }),
      fuzzCases(100),
    ),
  fuzzTimeout,
)

test(
  'behavior: an address in an instruction is the one that the library reads',
  () =>
    fc.assert(
      fc.property(key, fc.uint8Array({ maxLength: 40 }), (bytes, before) => {
        expect(keyAt(Uint8Array.from([...before, ...bytes]), before.length)).toBe(readAddress.decode(bytes))
      }),
      fuzzCases(100),
    ),
  fuzzTimeout,
)

test(
  'behavior: a seed’s address is the one that the library makes of its key',
  () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 16, maxLength: 16 }), async (entropy) => {
        const seed = Uint8Array.from(entropy)
        const { publicKey } = await createKeyPairFromPrivateKeyBytes(await solanaKey(seed))
        expect((await addressesOf(seed)).solana).toBe(await getAddressFromPublicKey(publicKey))
      }),
      fuzzCases(20),
    ),
  fuzzTimeout,
)
