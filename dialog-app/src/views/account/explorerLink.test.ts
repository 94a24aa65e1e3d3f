import { describe, expect, test } from 'vitest'
import { network } from '../../testing/fixtures.js'
import { explorerLink } from './explorerLink.js'

const at = (url: string) => network(1, 'Ethereum', 'ETH', { blockExplorers: { default: { name: 'E', url } } })

describe('explorerLink', () => {
  test('behavior: the address on the explorer, under its own path', () => {
    expect(explorerLink(at('https://scan.example'), '0xabc')).toBe('https://scan.example/address/0xabc')
    expect(explorerLink(at('https://scan.example/eth/'), '0xabc')).toBe('https://scan.example/eth/address/0xabc')
  })
  test('behavior: a token has a page of its own', () => {
    expect(explorerLink(at('https://scan.example'), '0xabc', 'token')).toBe('https://scan.example/token/0xabc')
  })
  test('behavior: so has a transaction', () => {
    expect(explorerLink(at('https://scan.example'), '0xabc', 'tx')).toBe('https://scan.example/tx/0xabc')
  })
  test('error: no explorer, or one that is no web address', () => {
    expect(explorerLink(undefined, '0xabc')).toBeUndefined()
    expect(explorerLink(at('javascript:alert(1)'), '0xabc')).toBeUndefined()
    expect(explorerLink(at('scan.example'), '0xabc')).toBeUndefined()
  })
})
