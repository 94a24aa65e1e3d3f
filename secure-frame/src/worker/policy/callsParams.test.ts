import { describe, expect, test } from 'vitest'
import { callsParams, networkOfCalls } from './callsParams.js'

const account = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const base = { version: '2.0.0', chainId: '0x7a69', from: account, atomicRequired: true, calls: [{ to, value: '0x1' }] }
const parse = (change: object = {}) => callsParams([{ ...base, ...change }], account, 31_337)
const thrown = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('callsParams', () => {
  test('behavior: calls as numbers, with what was left out', () => {
    expect(parse({ id: 'a' })).toEqual({ version: '2.0.0', id: 'a', atomicRequired: true, calls: [{ to, data: '0x', value: 1n }] })
    expect(parse({ calls: [{ data: '0x60' }], from: undefined })).toMatchObject({ calls: [{ data: '0x60', value: 0n }] })
  })

  test('behavior: version 1.0 knew no "all or nothing", and no optional capability', () => {
    const old = { version: '1.0', capabilities: { paymasterService: { url: 'https://a.example' } } }
    expect(parse(old)).toMatchObject({ version: '1.0', atomicRequired: false })
  })

  test('behavior: a capability that the page can do without is left out', () => {
    expect(parse({ capabilities: { paymasterService: { url: 'https://a.example', optional: true } } })).toMatchObject({
      atomicRequired: true,
    })
  })

  test.each<[string, object, number]>([
    ['another version', { version: '3' }, -32006],
    ['another account', { from: to }, 4200],
    ['another chain', { chainId: '0x1' }, 5710],
    ['a call on another chain', { calls: [{ to, chainId: '0x1' }] }, 5710],
    ['a capability that is needed', { capabilities: { paymasterService: { url: 'https://a.example' } } }, 5700],
    ['a call’s capability that is needed', { calls: [{ to, capabilities: { x: {} } }] }, 5700],
    ['more calls than a person reads', { calls: Array.from({ length: 33 }, () => ({ to })) }, 5740],
    ['no calls', { calls: [] }, -32602],
    ['half a byte', { calls: [{ to, data: '0xa' }] }, -32602],
    ['a mistyped address', { calls: [{ to: to.replace('3C44C', '3c44C') }] }, -32602],
    ['an id of five thousand letters', { id: 'x'.repeat(5_000) }, -32602],
  ])('error: %s', (_what, change, code) => {
    expect(thrown(() => parse(change))).toMatchObject({ code })
  })
})

describe('networkOfCalls', () => {
  test('behavior: the one that the page names, if it does', () => {
    expect(networkOfCalls([base])).toBe('eip155:31337')
    expect(networkOfCalls([{ ...base, chainId: undefined }])).toBeUndefined()
  })
})
