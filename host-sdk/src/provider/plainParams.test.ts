import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createStore } from '../store.js'
import { address, connectedSnapshot } from '../testing/snapshots.js'
import { plainParams } from './plainParams.js'
import { createProviderRequests, type RequestsContext } from './providerRequests.js'

const typed = (message: object) => [address, { types: {}, domain: { chainId: 1n }, primaryType: 'Order', message }]
const evm = (params: object, method = 'eth_sendTransaction') => plainParams(method, params, true)
const circle: { self?: unknown } = {}
circle.self = circle

describe('plainParams', () => {
  test('behavior: numbers and bytes of typed data are text that every wallet reads', () => {
    const message = { amount: 2n ** 255n, few: -5n, list: [1n, { deep: 2n }], data: new Uint8Array([1, 255]), skipped: undefined, zero: -0 }
    const [, data] = evm(typed(message), 'eth_signTypedData_v4') as [string, { domain: object; message: object }]
    expect(data.domain).toEqual({ chainId: '1' })
    expect(data.message).toEqual({
      amount: String(2n ** 255n),
      few: '-5',
      list: ['1', { deep: '2' }],
      data: '0x01ff',
      zero: 0,
    })
    expect(Object.is((data.message as { zero: number }).zero, 0)).toBe(true)
  })

  test('behavior: elsewhere on EVM a number is a quantity; arguments at the end that are undefined are left out', () => {
    expect(evm([{ value: 10n, gas: 0n, data: new Uint8Array([9]).buffer }, undefined])).toEqual([
      { value: '0xa', gas: '0x0', data: '0x09' },
    ])
    expect(plainParams('solana_signMessage', { message: 'a', pubkey: 'b', more: undefined }, false)).toEqual({ message: 'a', pubkey: 'b' })
  })

  class Money {
    readonly cents = 1
    toJSON() {
      return '1'
    }
  }
  const unreadable: Readonly<Record<string, readonly [value: unknown, reason: string]>> = {
    Map: [new Map(), 'a Map'],
    Set: [new Set(), 'a Set'],
    Date: [new Date(0), 'a Date'],
    'a regular expression': [/x/, 'a RegExp'],
    'a function': [() => {}, 'a function'],
    'a symbol': [Symbol('x'), 'a symbol'],
    NaN: [Number.NaN, 'NaN'],
    Infinity: [Number.NEGATIVE_INFINITY, '-Infinity'],
    'a circle': [circle, 'a circle'],
    'an object of a class': [new Money(), 'an object of a class'],
    'a promise': [Promise.resolve(), 'a Promise'],
    'other bytes': [new Float64Array(1), 'a Float64Array'],
    'an item that is missing': [[1, undefined], 'undefined'],
  }

  test.each(Object.entries(unreadable))('error: %s is -32602, with the path', (_name, [value, reason]) => {
    expect(() => evm(typed({ items: [{ at: value }] }), 'eth_signTypedData_v4')).toThrow(
      expect.objectContaining({
        name: 'ModalError',
        code: -32602,
        message: expect.stringMatching(
          new RegExp(`^Invalid params: params\\[1\\]\\.message\\.items\\[0\\]\\.at\\S* is ${reason}, which JSON cannot carry$`),
        ),
        data: { path: expect.stringContaining('params[1].message.items[0].at') },
      }),
    )
    expect(() => plainParams('signPsbt', { psbt: value }, false)).toThrow(expect.objectContaining({ code: -32602 }))
  })

  test('error: beyond EVM numbers and bytes have no form of their own, nor has a number as a text to be signed', () => {
    for (const value of [1n, new Uint8Array(1)])
      expect(() => plainParams('signMessage', { message: value }, false)).toThrow(
        expect.objectContaining({ data: { path: 'params.message' } }),
      )
    expect(() => evm([1n, address], 'personal_sign')).toThrow(expect.objectContaining({ data: { path: 'params[0]' } }))
    expect(() => evm([{ value: -1n }])).toThrow(expect.objectContaining({ data: { path: 'params[0].value' } }))
  })

  test('error: what throws when it is read, and what has no end, is -32602 too', () => {
    const thrower = {
      get amount() {
        throw new Error('gotcha')
      },
    }
    let deep: object = {}
    for (let level = 0; level < 50_000; level += 1) deep = { deep }
    for (const value of [thrower, deep]) expect(() => evm([value])).toThrow(expect.objectContaining({ name: 'ModalError', code: -32602 }))
  })

  test('behavior: whatever is given, it is -32602 or arrives as JSON would carry it', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
    })
    fc.assert(
      fc.property(fc.array(anything), fc.constantFrom('eth_signTypedData_v4', 'eth_sendTransaction', 'signPsbt'), (params, method) => {
        let copied: unknown
        try {
          copied = plainParams(method, params, method !== 'signPsbt')
        } catch (error) {
          return void expect(error).toMatchObject({ name: 'ModalError', code: -32602 })
        }
        expect(JSON.parse(JSON.stringify(copied))).toEqual(copied)
        expect(structuredClone(copied)).toEqual(copied)
      }),
    )
  })

  test('behavior: what JSON carries arrives unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (params) => {
        expect(JSON.stringify(plainParams('eth_sendTransaction', params, true))).toBe(JSON.stringify(params))
      }),
    )
  })
})

describe('requests of every kind of wallet', () => {
  test.each(['host', 'walletConnect', 'embedded'] as const)('behavior: %s: typed data with a bigint is signed', async (kind) => {
    const store = createStore(false)
    const snapshot = connectedSnapshot(1)
    store.apply({ ...snapshot, wallets: { eip155: { id: 'a.wallet', name: 'A', kind } } })
    const requestHost = vi.fn(async (_id: string, _networkId: unknown, args: object) => args)
    const requestDialog = vi.fn(async (_networkId: unknown, args: object) => args)
    const context = { store, fallbackNetwork: () => undefined, resumed: () => undefined, requestHost, requestDialog }
    const request = createProviderRequests(context as unknown as RequestsContext)
    const asked = await request({ method: 'eth_signTypedData_v4', params: typed({ amount: 5n }) })
    expect(asked).toMatchObject({ params: [address, { message: { amount: '5' } }] })
    await expect(request({ method: 'eth_signTypedData_v4', params: typed({ at: new Date(0) }) })).rejects.toMatchObject({
      code: -32602,
      data: { path: 'params[1].message.at' },
    })
  })
})
