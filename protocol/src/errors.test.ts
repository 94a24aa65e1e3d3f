import { describe, expect, test } from 'vitest'
import { codes, errorText, RpcError, toWireError } from './errors.js'
import { isUserRejection } from './userRejection.js'

describe('codes', () => {
  test('behavior: are those of the standards', () => {
    expect({ ...codes }).toMatchInlineSnapshot(`
      {
        "atomicUpgradeRejected": 5750,
        "atomicityNotSupported": 5760,
        "bundleTooLarge": 5740,
        "chainDisconnected": 4901,
        "chainNotAdded": 4902,
        "disconnected": 4900,
        "duplicateBundleId": 5720,
        "internal": -32603,
        "invalidInput": -32000,
        "invalidParams": -32602,
        "invalidRequest": -32600,
        "limitExceeded": -32005,
        "methodNotFound": -32601,
        "methodNotSupported": -32004,
        "parse": -32700,
        "resourceNotFound": -32001,
        "resourceUnavailable": -32002,
        "transactionRejected": -32003,
        "unauthorized": 4100,
        "unknownBundleId": 5730,
        "unsupportedCapability": 5700,
        "unsupportedChain": 5710,
        "unsupportedMethod": 4200,
        "userRejected": 4001,
        "userRejectedLegacy": 5000,
        "userRejectedMethods": 5002,
        "versionUnsupported": -32006,
      }
    `)
  })
})

describe('errorText', () => {
  test.each([
    ['a string', 'as it is', 'as it is'],
    ['the first zod issue', { message: '[…]', issues: [{ message: 'first' }, { message: 'second' }] }, 'first'],
    ['a message', new Error('said'), 'said'],
    ['a message of a frozen object', Object.freeze({ code: 4001, message: 'no' }), 'no'],
    ['an empty string', '', 'An error occurred'],
    ['an empty message', new Error(''), 'An error occurred'],
    ['a message that is no string', { message: { text: 'x' } }, 'An error occurred'],
    ['nothing', undefined, 'An error occurred'],
    ['null', null, 'An error occurred'],
    ['a number', 7, 'An error occurred'],
  ])('behavior: %s', (_what, thrown, text) => {
    expect(errorText(thrown)).toBe(text)
  })

  test('behavior: survives an object whose getters throw', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap')
        },
      },
    )
    expect(errorText(hostile)).toBe('An error occurred')
    expect(toWireError(hostile)).toEqual({ code: -32603, message: 'An error occurred' })
  })
})

describe('toWireError', () => {
  test('behavior: code and data arrive untouched, stack and cause stay', () => {
    const data = { originalError: { code: -32000 } }
    const wire = toWireError(new RpcError(4902, 'Unrecognized chain', { data, cause: new Error('inside') }))
    expect(wire).toEqual({ code: 4902, message: 'Unrecognized chain', data })
    expect(Object.keys(wire)).toEqual(['code', 'message', 'data'])
  })

  test('behavior: what has no numeric code is an internal error', () => {
    expect(toWireError(Object.assign(new Error('m'), { code: 'ACTION_REJECTED' }))).toEqual({ code: -32603, message: 'm' })
    expect(toWireError('plain')).toEqual({ code: -32603, message: 'plain' })
  })
})

describe('isUserRejection', () => {
  test.each([
    { code: 4001, message: 'anything' },
    { code: 5000, message: 'User rejected.' },
    { code: 5002, message: 'User disapproved requested methods' },
    { code: -32603, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    { code: -32000, message: 'User canceled' },
    { code: 'ACTION_REJECTED', message: 'user rejected action (action="signTransaction")' },
    new Error('User rejected the request.'),
    new Error('The user rejected the request through Phantom.'),
    new Error('User has declined'),
    new Error('Transaction cancelled by user'),
    new Error('Request rejected by the user'),
    'USER_REJECTED',
    'User cancels',
  ])('behavior: true for %o', (error) => {
    expect(isUserRejection(error)).toBe(true)
  })

  test.each([
    { code: -32002, message: 'Request of type wallet_requestPermissions already pending' },
    { code: -32003, message: 'transaction rejected' },
    { code: 4100, message: 'The requested account has not been authorized by the user.' },
    { code: 4100, message: 'User denied' },
    { code: 4900, message: 'User rejected' },
    { code: -32005, message: 'Request rejected: limit exceeded' },
    { code: 3, message: 'execution reverted: user denied access' },
    { code: '4001', message: 'a string is no code' },
    new Error('Request denied: origin not allowed'),
    new Error('The request was rejected because the node is overloaded'),
    new Error('User account is frozen, transfer denied'),
    new Error('superuser rejection policy'),
    'insufficient funds',
    '',
    undefined,
    null,
  ])('behavior: false for %o', (error) => {
    expect(isUserRejection(error)).toBe(false)
  })
})
