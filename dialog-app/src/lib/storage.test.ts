// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDialog } from '../testing/testDialog.js'
import { readCache, writeCache } from './cache.js'
import type { Dialog } from './dialog.js'
import { openStorage, readItem, removeItem, storageMode, writeItem } from './storage.js'
import { items, type StoredItem, type StoredItems } from './storageItems.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const scope = { projectId: 'p', origin: 'https://a.example' }

beforeEach(() => {
  localStorage.clear()
  openStorage(dialog, scope)
})
afterEach(() => vi.restoreAllMocks())

const samples: { [K in StoredItem]: StoredItems[K] } = {
  walletId: 'io.test',
  phoneWallet: { name: 'Phone', icon: 'https://api.example/getWalletImage/a', link: 'phone://' },
  walletName: 'Test',
  activeNetworkId: 'eip155:1',
  activeNamespace: 'eip155',
  recentWallets: ['a', 'b'],
  connectionStatus: 'connected',
  connections: { eip155: { walletId: 'io.test', kind: 'host', networkId: 'eip155:1' } },
  otherConnections: { eip155: [{ walletId: 'io.other', kind: 'host', networkId: 'eip155:1' }] },
  disconnectedWallets: { solana: ['io.test'] },
  chosenAccounts: { eip155: { 'io.test': '0x' } },
  accountLabels: { 'eip155:0x': 'Savings' },
  lastFamilies: { 'io.test': 'solana' },
  balanceCache: { 'eip155:1:0x': { at: 1, value: { value: '10', decimals: 18, symbol: 'ETH' } } },
  nameCache: { x: { at: 1, value: { address: '0x', ens: [], timestamp: 1 } } },
  identityCache: { x: { at: 1, value: { avatar: null, name: 'n' } } },
  portfolioCache: { x: { at: 1, value: [] } },
  hideSmallBalances: true,
  transactions: [{ id: 'a' }],
  recipients: { eip155: [{ address: '0x' }] },
  preferredAccountTypes: { eip155: 'smartAccount' },
  email: 'a@b.example',
  socialUsername: 'a',
  socialProvider: 'google',
  emailLoginUsed: true,
  signOutDue: true,
  lastUsedChain: 'eip155:1',
  lastEmailLoginTime: 1,
  smartAccountEnabledNetworks: '1,10',
}

describe('writeItem', () => {
  test.each(Object.keys(items) as StoredItem[])('behavior: %s comes back as it was written', (name) => {
    writeItem(dialog, name, samples[name])
    expect(readItem(dialog, name)).toEqual(samples[name])
    removeItem(dialog, name)
    expect(readItem(dialog, name)).toBeUndefined()
  })

  test('behavior: what a full storage refuses lives in memory, what it has stays readable', () => {
    let full = false
    const values = new Map<string, string>()
    vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
      getItem: (key: string) => values.get(key) ?? null,
      removeItem: (key: string) => values.delete(key),
      setItem(key: string, value: string) {
        if (full) throw new DOMException('full', 'QuotaExceededError')
        values.set(key, value)
      },
    } as unknown as Storage)
    expect(openStorage(dialog, scope)).toBe('persistent')
    writeItem(dialog, 'walletName', 'Kept')
    full = true
    writeItem(dialog, 'walletId', 'io.test')
    expect([readItem(dialog, 'walletId'), readItem(dialog, 'walletName'), storageMode(dialog)]).toEqual(['io.test', 'Kept', 'memory'])
    writeItem(dialog, 'walletName', 'No room for it')
    removeItem(dialog, 'walletName')
    expect([readItem(dialog, 'walletName'), [...values.values()]], 'nor does the older one come back with the next visit').toEqual([
      undefined,
      [],
    ])
  })
})

describe('readItem', () => {
  test.each(['not json', '{"a":1}', '["a","b","c"]', '[1]'])('behavior: the foreign value %s is nothing, and is dropped', (text) => {
    writeItem(dialog, 'recentWallets', ['a'])
    const key = Object.keys(localStorage)[0] ?? ''
    localStorage.setItem(key, text)
    expect(readItem(dialog, 'recentWallets')).toBeUndefined()
    expect(localStorage.getItem(key)).toBeNull()
  })

  test('behavior: projects and pages do not see each other’s values', () => {
    writeItem(dialog, 'walletId', 'io.test')
    for (const other of [
      { ...scope, projectId: 'q' },
      { ...scope, origin: 'https://b.example' },
    ]) {
      openStorage(dialog, other)
      expect(readItem(dialog, 'walletId')).toBeUndefined()
    }
    openStorage(dialog, scope)
    expect(readItem(dialog, 'walletId')).toBe('io.test')
  })
})

describe('openStorage', () => {
  test('behavior: where the browser denies storage, memory serves', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(openStorage(dialog, scope)).toBe('memory')
    writeItem(dialog, 'walletId', 'io.test')
    expect(readItem(dialog, 'walletId')).toBe('io.test')
    removeItem(dialog, 'walletId')
    expect(readItem(dialog, 'walletId')).toBeUndefined()
  })
})

describe('readCache', () => {
  const value = { value: '1', decimals: 18, symbol: 'ETH' }

  test('behavior: lives 30 s for native balances, longer only for who wants the last known value', () => {
    writeCache(dialog, 'balanceCache', 'k', value, 1_000)
    expect(readCache(dialog, 'balanceCache', 'k', { now: 30_999 })?.value).toEqual(value)
    expect(readCache(dialog, 'balanceCache', 'k', { now: 31_000 })).toBeUndefined()
    expect(readCache(dialog, 'balanceCache', 'k', { now: 999_999, stale: true })).toEqual({ at: 1_000, value })
  })

  test('behavior: a value from the future is not trusted', () => {
    writeCache(dialog, 'balanceCache', 'k', value, 5_000)
    expect(readCache(dialog, 'balanceCache', 'k', { now: 4_999, stale: true })).toBeUndefined()
  })

  test('behavior: holds 50 entries, the newest', () => {
    for (let at = 1; at <= 51; at++) writeCache(dialog, 'balanceCache', `k${at}`, value, at)
    expect(readCache(dialog, 'balanceCache', 'k1', { now: 60 })).toBeUndefined()
    expect(readCache(dialog, 'balanceCache', 'k2', { now: 60 })).toBeDefined()
  })
})
