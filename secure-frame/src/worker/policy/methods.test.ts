import { safeMethods } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { classify, composedMethods, familyOf, unsafeMethods } from './methods.js'

describe('classify', () => {
  test('behavior: 41 safe and 11 unsafe methods, each once', () => {
    expect([safeMethods.length, unsafeMethods.length]).toEqual([41, 11])
    expect(new Set([...safeMethods, ...unsafeMethods]).size).toBe(52)
  })

  test.each([...unsafeMethods, ...composedMethods])('behavior: %s asks a user', (method) => {
    expect(classify(method)).toBe('unsafe')
  })

  test.each([
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'wallet_addEthereumChain',
    'personal_ecRecover',
    'constructor',
    '__proto__',
    'toString',
    '',
    'PERSONAL_SIGN',
    ' personal_sign',
  ])('error: %j is refused', (method) => {
    expect(classify(method)).toBe('refused')
  })
})

describe('familyOf', () => {
  test('behavior: by its name', () => {
    expect([familyOf('solana_signMessage'), familyOf('personal_sign')]).toEqual(['solana', 'eip155'])
  })
})
