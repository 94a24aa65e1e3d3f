import { safeProxyCode } from '@latchkey/testkit/src/chains/safeContracts.js'
import fc from 'fast-check'
import { toSafeSmartAccount } from 'permissionless/accounts'
import { createClient, custom, encodeAbiParameters, getAddress, type Hex, hashTypedData, toHex } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { fuzzCases, fuzzTimeout } from '../../../testing/fuzzCases.js'
import { evmKey } from '../../vault/derive.js'
import type { SignerContext, SmartAccount } from '../context.js'
import { deploymentOf, safeAddressOf } from './account.js'
import { type Call, decodeCalls, encodeCalls } from './calls.js'
import { contracts } from './contracts.js'
import { signForSafe } from './message.js'
import { operationHash, operationSignature } from './operationHash.js'

/* What is written by hand about a Safe, against permissionless, on random cases. */

let proxyCode: Hex = '0x'
beforeAll(async () => {
  proxyCode = await safeProxyCode()
}, fuzzTimeout)

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength }).map((each) => toHex(each))
const address = bytes(20, 20).map((hex) => getAddress(hex))
const privateKey = fc.bigInt({ min: 1n, max: 2n ** 255n }).map((key) => toHex(key, { size: 32 }))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const data = bytes(0, 200)
const call: fc.Arbitrary<Call> = fc.record({ to: address, value: uint(256), data })
const calls = fc.array(call, { minLength: 1, maxLength: 5 })
const chainIds = fc.integer({ min: 1, max: 2 ** 31 })
const times = fc.integer({ min: 0, max: 2 ** 48 - 1 })

const gas = {
  callGasLimit: uint(128),
  verificationGasLimit: uint(128),
  preVerificationGas: uint(256),
  maxFeePerGas: uint(128),
  maxPriorityFeePerGas: uint(128),
}
const paymaster = { paymaster: address, paymasterVerificationGasLimit: uint(128), paymasterPostOpGasLimit: uint(128), paymasterData: data }
const nobody = fc.constant({})

/** The account that the library makes of the same owner, on a chain where nothing is deployed. */
function libraryAccount(key: Hex, chainId: number, validUntil: number) {
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_chainId') return toHex(chainId)
    if (method === 'eth_getCode') return '0x'
    if (method === 'eth_call') return encodeAbiParameters([{ type: 'bytes' }], [proxyCode])
    throw new Error(`Unexpected: ${method}`)
  }
  return toSafeSmartAccount({
    client: createClient({ transport: custom({ request }) }),
    owners: [privateKeyToAccount(key)],
    version: '1.4.1',
    entryPoint: { address: contracts.entryPoint, version: '0.7' },
    safeSingletonAddress: contracts.singleton,
    // Ours calls in a batch by the contract that may also delegate, which the account's set-up needs not.
    multiSendCallOnlyAddress: contracts.multiSend,
    useMultiSendForSetup: false,
    validUntil,
  })
}

const plain = (list: readonly Call[] | null) => list?.map(({ to, value, data: bytes_ }) => ({ to: to.toLowerCase(), value, data: bytes_ }))

test(
  'behavior: an owner’s account has the library’s address, and is deployed by the same call',
  () =>
    fc.assert(
      fc.asyncProperty(privateKey, async (key) => {
        const library = await libraryAccount(key, 1, 0)
        const owner = privateKeyToAccount(key).address
        expect(safeAddressOf(owner)).toBe(library.address)
        expect(deploymentOf(owner)).toEqual(await library.getFactoryArgs())
      }),
      fuzzCases(50),
    ),
  fuzzTimeout,
)

test(
  'behavior: calls are written as the library writes them, and read back',
  () =>
    fc.assert(
      fc.asyncProperty(privateKey, calls, async (key, list) => {
        const library = await libraryAccount(key, 1, 0)
        const written = encodeCalls(list)
        expect(written).toBe(await library.encodeCalls([...list]))
        expect(plain(decodeCalls(written))).toEqual(plain(list))
      }),
      fuzzCases(100),
    ),
  fuzzTimeout,
)

test(
  'behavior: the owner signs what the library would have it sign, for every operation, chain and time',
  () =>
    fc.assert(
      fc.asyncProperty(
        privateKey,
        chainIds,
        times,
        fc.record({ nonce: uint(256), callData: data, ...gas }),
        fc.oneof(fc.record({ factory: address, factoryData: data }), nobody),
        fc.oneof(fc.record(paymaster), nobody),
        async (key, chainId, validUntil, base, factory, sponsor) => {
          const library = await libraryAccount(key, chainId, validUntil)
          const operation: UserOperation<'0.7'> = { ...base, ...factory, ...sponsor, sender: library.address, signature: '0x' }
          const signature = await privateKeyToAccount(key).sign({ hash: operationHash(operation, validUntil, chainId) })
          // The library reads the paymaster only of an operation that has a place for a factory.
          const theirs = await library.signUserOperation({ factory: undefined, factoryData: undefined, ...operation, chainId } as never)
          expect(operationSignature(validUntil, signature)).toBe(theirs)
        },
      ),
      fuzzCases(100),
    ),
  fuzzTimeout,
)

test(
  'behavior: typed data is signed as the library signs it, for an account that is not deployed yet',
  () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 16, maxLength: 16 }), chainIds, fc.string(), async (entropy, chainId, text) => {
        const seed = Uint8Array.from(entropy)
        const key = toHex(await evmKey(seed))
        const library = await libraryAccount(key, chainId, 0)
        const context = {
          network: { id: String(chainId) },
          rpc: async () => '0x',
          withKey: async (_name: string, use: (key: Uint8Array) => unknown) => use(await evmKey(seed)),
        }
        const smart = { address: library.address, owner: privateKeyToAccount(key).address } as SmartAccount
        const typed = {
          domain: { chainId },
          types: { Mail: [{ name: 'text', type: 'string' }] },
          primaryType: 'Mail',
          message: { text },
        } as const
        const signature = await signForSafe(context as unknown as SignerContext, smart, hashTypedData(typed))
        expect(signature).toBe(await library.signTypedData(typed))
      }),
      fuzzCases(20),
    ),
  fuzzTimeout,
)
