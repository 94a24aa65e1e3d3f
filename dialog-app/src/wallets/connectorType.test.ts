import { connectorTypes } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConnectorSource, connectorType } from './connectorType.js'

const one = ['solana'] as const
const two = ['eip155', 'solana'] as const

describe('connectorType', () => {
  test.each<[ConnectorSource, string]>([
    [{ kind: 'host', source: 'announced', namespaces: ['eip155'] }, 'ANNOUNCED'],
    [{ kind: 'host', source: 'standard', namespaces: one }, 'ANNOUNCED'],
    [{ kind: 'host', source: 'injected', namespaces: ['eip155'] }, 'INJECTED'],
    [{ kind: 'host', source: 'global', namespaces: ['polkadot'] }, 'INJECTED'],
    [{ kind: 'host', source: 'announced', namespaces: two }, 'MULTI_CHAIN'],
    [{ kind: 'host', source: 'global', namespaces: two }, 'MULTI_CHAIN'],
    [{ kind: 'walletConnect', namespaces: two }, 'WALLET_CONNECT'],
    [{ kind: 'walletConnect', namespaces: one }, 'WALLET_CONNECT'],
    [{ kind: 'embedded', namespaces: two }, 'AUTH'],
    [{ kind: 'embedded', namespaces: one }, 'ID_AUTH'],
    [{ namespaces: two }, 'EXTERNAL'],
    [{ source: undefined, namespaces: one }, 'EXTERNAL'],
  ])('behavior: %o is %s', (source, type) => expect(connectorType(source)).toBe(type))

  test('behavior: whatever the wallet, it is one of the seven', () => {
    const sources = fc.record({
      kind: fc.constantFrom('host' as const, 'walletConnect' as const, 'embedded' as const, undefined),
      source: fc.constantFrom('announced' as const, 'injected' as const, 'standard' as const, 'global' as const, undefined),
      namespaces: fc.subarray(['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const, { minLength: 1 }),
    })
    fc.assert(fc.property(sources, (source) => connectorTypes.includes(connectorType(source))))
  })
})
