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

  test('behavior: follows the account lists and references of the other chain families', () => {
    const wallets = { bip122: { id: 'b', name: 'B', kind: 'host' }, solana: { id: 'b', name: 'B', kind: 'host' } } as const
    const mixed = { ...snapshot, wallets: { ...snapshot.wallets, ...wallets } }
    const data = [{ address: 'bc1p', publicKey: 'aa', intention: 'ordinal' }]
    expect(applyWalletEvent(mixed, { walletId: 'b', namespace: 'bip122', event: 'accountsChanged', data }).accounts).toMatchObject({
      eip155: [{ address }],
      bip122: [{ namespace: 'bip122', address: 'bc1p', type: 'ordinal', publicKey: 'aa' }],
    })
    const solana = { walletId: 'b', namespace: 'solana', event: 'accountsChanged', data: [{ pubkey: 'So1' }] } as const
    expect(applyWalletEvent(mixed, solana).accounts.solana).toEqual([{ namespace: 'solana', address: 'So1', type: 'eoa' }])
    const moved = { walletId: 'b', namespace: 'bip122', event: 'chainChanged', data: '000000000933ea01ad0ee984209779ba' } as const
    expect(applyWalletEvent(mixed, moved)).toMatchObject({
      networkIds: { eip155: 'eip155:1', bip122: 'bip122:000000000933ea01ad0ee984209779ba' },
      selectedNetworkId: 'eip155:1',
    })
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

  test('behavior: a sign-in is of one account on one network: it ends with them', () => {
    const signIn = { address, networkId: 'eip155:1', token: 'a.b.c' } as const
    const signedIn = { ...snapshot, signIns: { eip155: signIn, solana: { address: 'So1', networkId: 'solana:1' } } } as const
    const after = (change: object) => applyWalletEvent(signedIn, { ...event, ...change } as never).signIns
    const { solana } = signedIn.signIns
    expect(after({ event: 'accountsChanged', data: [address.toLowerCase(), '0xb'] })).toEqual(signedIn.signIns)
    expect(after({ event: 'chainChanged', data: '0x1' })).toEqual(signedIn.signIns)
    expect(after({ event: 'accountsChanged', data: ['0xb', address] })).toEqual({ solana })
    expect(after({ event: 'chainChanged', data: '0xa' })).toEqual({ solana })
    expect(after({ event: 'accountsChanged', data: [] })).toEqual({ solana })
    expect(withoutNamespace(signedIn).signIns).toEqual({})
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
