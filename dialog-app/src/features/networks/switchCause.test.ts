import { describe, expect, test } from 'vitest'
import { isChainMissing, switchCause } from './switchCause.js'

describe('switchCause', () => {
  test.each([
    ['missing', { code: 4902, message: '' }],
    ['missing', { code: 32603, message: '' }],
    ['missing', { code: -32603, message: '' }],
    ['missing', { code: 5000, message: '' }],
    ['missing', { code: -32000, message: '', data: { originalError: { code: 4902 } } }],
    ['missing', { code: 5100, message: 'Unsupported chains.' }],
    ['missing', { code: 5104, message: '' }],
    ['missing', { code: 4901, message: 'Unrecognized chain ID "0x89"' }],
    ['missing', { message: 'Chain 137 has not been added' }],
    ['cannotSwitch', { code: 5101, message: 'Unsupported methods.' }],
    ['cannotSwitch', { code: 4200, message: 'wallet_switchEthereumChain: unsupported on this network' }],
    ['refused', { code: 5001, message: 'User rejected chains.' }],
    ['refused', { code: 4001, message: 'Unsupported chain' }],
    ['refused', { code: 4001, message: '' }],
    ['cannotSwitch', { code: 4200, message: '' }],
    ['cannotSwitch', { code: -32601, message: '' }],
    ['failed', { code: -32002, message: '' }],
    ['failed', null],
  ])('behavior: %s', (phase, error) => {
    expect(switchCause(error)).toBe(phase)
  })

  test('behavior: while adding, "I don’t have it" is a failure and 5000 is a refusal', () => {
    expect(switchCause({ code: 4902, message: '' }, true)).toBe('failed')
    expect(switchCause({ code: 5000, message: '' }, true)).toBe('refused')
  })
})

describe('isChainMissing', () => {
  test('behavior: the wrapped code of a phone wallet counts before the wrapper’s', () => {
    expect(isChainMissing({ code: 4001, data: { originalError: { code: 4902 } } })).toBe(true)
    expect(isChainMissing({ code: 4001, data: { originalError: {} } })).toBe(false)
  })
})
