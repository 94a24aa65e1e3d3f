import { describe, expect, test } from 'vitest'
import { address, connectedSnapshot } from '../testing/snapshots.js'
import { applyWalletEvent, withoutNamespace } from './applyWalletEvent.js'

const snapshot = connectedSnapshot(1)
const event = { walletId: 'a.wallet', namespace: 'eip155' } as const

describe('applyWalletEvent', () => {
  test('behavior: follows the chain and the accounts of the connected wallet', () => {
    expect(applyWalletEvent(snapshot, { ...event, event: 'chainChanged', data: '0x7a69' })).toMatchObject({
      networkIds: { eip155: 'eip155:31337' },
      selectedNetworkId: 'eip155:31337',
    })
    expect(applyWalletEvent(snapshot, { ...event, event: 'accountsChanged', data: ['0xb', address] }).accounts.eip155?.[0]?.address).toBe(
      '0xb',
    )
  })

  test('behavior: no accounts, or a disconnect, is disconnected', () => {
    for (const each of [
      { event: 'accountsChanged', data: [] },
      { event: 'disconnect', data: { code: 4900 } },
    ] as const)
      expect(applyWalletEvent(snapshot, { ...event, ...each })).toMatchObject({
        status: 'disconnected',
        accounts: {},
        wallets: {},
        activeNamespace: null,
      })
  })

  test('behavior: what means nothing changes nothing', () => {
    for (const each of [
      { ...event, walletId: 'other', event: 'accountsChanged', data: [] },
      { ...event, event: 'chainChanged', data: 'nonsense' },
      { ...event, event: 'connect', data: { chainId: '0x1' } },
      { ...event, event: 'disconnect', data: { code: 1013 } },
    ] as const)
      expect(applyWalletEvent(snapshot, each)).toBe(snapshot)
  })
})

describe('withoutNamespace', () => {
  test('behavior: one chain family goes and the others stay', () => {
    const two = { ...snapshot, accounts: { ...snapshot.accounts, solana: [] } }
    expect(withoutNamespace(two, 'eip155')).toMatchObject({ activeNamespace: 'solana', status: 'connected', accounts: { solana: [] } })
    expect(withoutNamespace(two)).toMatchObject({ activeNamespace: null, status: 'disconnected', accounts: {} })
  })
})
