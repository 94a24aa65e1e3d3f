import { describe, expect, test } from 'vitest'
import { permissionParams, revocationParams } from './permissionParams.js'

const account = '0x00000000000000000000000000000000000000aa'
const spender = '0x00000000000000000000000000000000000000bb'
const token = '0x00000000000000000000000000000000000000cc'
const now = 1_800_000_000
const day = 86_400

const permission = { type: 'native-token-periodic', isAdjustmentAllowed: false, data: { periodAmount: '0x5', periodDuration: day } }
const asked = (change: object = {}) => [{ chainId: '0x1', from: account, to: spender, permission, ...change }]
const read = (params: unknown) => permissionParams(params, account, 1, now)
const ends = (timestamp: number) => ({ rules: [{ type: 'expiry', data: { timestamp } }] })
const data = (change: object) => asked({ permission: { ...permission, data: { ...permission.data, ...change } } })

describe('permissionParams', () => {
  test('behavior: an amount for each period; a day where no end is given', () => {
    expect(read(asked())).toMatchObject({ spender, token: null, amount: 5n, period: day, expiry: now + day })
    expect(read(asked(ends(now + 3_600)))).toMatchObject({ expiry: now + 3_600 })
  })

  test('behavior: the form that the standard had before, and a token', () => {
    const before = [
      {
        chainId: 1,
        address: account,
        expiry: now + 7_200,
        signer: { type: 'account', data: { address: spender } },
        permission: { type: 'erc20-token-transfer', data: { address: token, allowance: '0x10' } },
        policies: [],
      },
    ]
    expect(read(before)).toMatchObject({ spender, token, amount: 16n, period: null, expiry: now + 7_200 })
  })

  test.each([
    ['nothing', [], -32602],
    ['two at once', [...asked(), ...asked()], -32602],
    ['another chain', asked({ chainId: '0x2' }), 4200],
    ['another account', asked({ from: spender }), 4200],
    ['the account itself as the spender', asked({ to: account.toUpperCase().replace('0X', '0x') }), 4200],
    ['nobody as the spender', asked({ to: `0x${'0'.repeat(40)}` }), 4200],
    ['no spender', asked({ to: undefined }), -32602],
    ['a mistyped spender', asked({ to: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }), -32602],
    ['nothing to spend', data({ periodAmount: '0x0' }), -32602],
    ['a number that the module cuts', data({ periodAmount: `0x1${'0'.repeat(24)}` }), -32602],
    ['a negative amount', data({ periodAmount: '-0x5' }), -32602],
    ['half a minute', data({ periodDuration: 90 }), -32602],
    ['a period of nothing', data({ periodDuration: 0 }), -32602],
    ['a period that the module cuts', data({ periodDuration: 65_536 * 60 }), -32602],
    ['a start in the future', data({ startTime: now + day }), -32602],
    ['an end that has passed', asked(ends(now - 1)), -32602],
    ['an end in milliseconds', asked(ends(now * 1_000)), -32602],
    ['an end in a year', asked(ends(now + 365 * day)), -32602],
    ['a rule that nobody would keep', asked({ rules: [{ type: 'payee', data: { addresses: [spender] } }] }), -32602],
    ['a policy that nobody would keep', asked({ policies: [{ type: 'call-limit', data: { count: 1 } }] }), -32602],
    ['calls of a contract', asked({ permission: { type: 'contract-call', data: {} } }), -32602],
    ['a stream', asked({ permission: { type: 'native-token-stream', data: {} } }), -32602],
    ['a key of another kind', asked({ to: undefined, signer: { type: 'key', data: { id: 'did:key:z6' } } }), -32602],
    ['a token that is none', asked({ permission: { type: 'erc20-token-periodic', data: permission.data } }), -32602],
    ['no list', { chainId: '0x1' }, -32602],
  ])('error: %s', (_name, params, code) => {
    expect(() => read(params)).toThrowError(expect.objectContaining({ code }))
  })

  test('error: several permissions, and limits that nobody would keep, in viem’s form', () => {
    const one = {
      type: 'native-token-transfer',
      data: { ticker: 'ETH' },
      policies: [{ type: 'token-allowance', data: { allowance: '0x5' } }],
    }
    const form = (permissions: readonly object[]) => [
      { expiry: now + day, signer: { type: 'account', data: { id: spender } }, permissions },
    ]
    expect(read(form([one]))).toMatchObject({ spender, amount: 5n, token: null, form: 'viem' })
    const rate = { type: 'rate-limit', data: { count: 1, interval: 60 } }
    for (const permissions of [[one, one], [{ ...one, policies: [rate] }], [{ ...one, policies: [...one.policies, rate] }], []])
      expect(() => read(form(permissions))).toThrowError(expect.objectContaining({ code: -32602 }))
  })
})

describe('revocationParams', () => {
  test('behavior: the context, alone or in a list', () => {
    expect(revocationParams([{ permissionContext: spender }])).toBe(spender)
    expect(revocationParams({ permissionContext: spender })).toBe(spender)
  })

  test.each([[[]], [[{}]], [[{ permissionContext: '0x12' }]], [undefined]])('error: %j', (params) => {
    expect(() => revocationParams(params)).toThrowError(expect.objectContaining({ code: -32602 }))
  })
})
