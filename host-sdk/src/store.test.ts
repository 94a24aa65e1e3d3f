import { emptySnapshot } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createStore, sessionOf } from './store.js'
import { address, connectedSnapshot } from './testing/snapshots.js'
import type { ModalEvents } from './types.js'

const names = ['ready', 'open', 'close', 'view', 'connect', 'disconnect', 'accountsChanged', 'chainChanged'] as const

function setup(resuming = false) {
  const store = createStore(resuming)
  const seen: (keyof ModalEvents)[] = []
  for (const name of names) store.events.on(name, () => seen.push(name))
  return { store, seen, take: () => seen.splice(0) }
}

describe('createStore', () => {
  test('behavior: each difference is one event, and a repeated or old snapshot none', () => {
    const { store, take } = setup()
    store.apply({ ...emptySnapshot, seq: 1 })
    expect(take()).toEqual(['ready'])
    store.apply(connectedSnapshot(2))
    expect(take()).toEqual(['connect'])
    store.apply(connectedSnapshot(2))
    store.apply({ ...emptySnapshot, seq: 1 })
    store.apply(connectedSnapshot(3))
    expect(take()).toEqual([])
    store.apply(connectedSnapshot(4, { networkId: 'eip155:10' }))
    expect(take()).toEqual(['chainChanged'])
    store.apply(connectedSnapshot(5, { networkId: 'eip155:10', addresses: ['0xb', address] }))
    expect(take()).toEqual(['accountsChanged'])
    store.apply({ ...emptySnapshot, seq: 6 })
    expect(take()).toEqual(['disconnect'])
  })

  test('behavior: the session of the event `connect` has the sign-in, as what open() resolves with', () => {
    const { store } = setup()
    const heard: unknown[] = []
    store.events.on('connect', (session) => heard.push(session))
    store.events.on('signIn', (signIn) => heard.push(signIn))
    const signIn = { address, networkId: 'eip155:1', token: 't' } as const
    store.apply({ ...connectedSnapshot(1), signIns: { eip155: signIn } })
    expect(heard).toEqual([signIn, sessionOf({ ...connectedSnapshot(1), signIns: { eip155: signIn } }, 'eip155')])
    expect(heard[1]).toMatchObject({ address, signIn })
    store.apply(connectedSnapshot(2))
    store.apply({ ...connectedSnapshot(3), signIns: { eip155: signIn } })
    store.apply({ ...emptySnapshot, seq: 4 })
    expect(heard.slice(2)).toEqual([null, signIn, null])
    expect(sessionOf(connectedSnapshot(1), 'eip155')).not.toHaveProperty('signIn')
  })

  test('behavior: a session that is being resumed is never "disconnected" in between', () => {
    const { store, take } = setup(true)
    expect(store.getState()).toMatchObject({ status: 'reconnecting', ready: false })
    store.apply({ ...emptySnapshot, seq: 1, status: 'reconnecting' })
    store.apply(connectedSnapshot(2))
    expect(take()).toEqual(['connect', 'ready'])
    // The frame reloads and asks its wallets again.
    store.renew()
    store.apply({ ...emptySnapshot, seq: 1, status: 'reconnecting' })
    expect(store.getState()).toMatchObject({ status: 'reconnecting', ready: false, accounts: { eip155: [{ address }] } })
    store.apply(connectedSnapshot(2))
    expect(take()).toEqual(['ready'])
  })

  test('behavior: the state stays the same object until something changes', () => {
    const { store } = setup()
    const before = store.getState()
    expect(store.getState()).toBe(before)
    store.patch({ open: true })
    expect(store.getState()).not.toBe(before)
  })

  test('behavior: a listener that changes the state makes no event happen twice', () => {
    const { store, seen } = setup()
    const unsubscribe = store.subscribe(() => {
      unsubscribe()
      store.patch({ open: true })
    })
    store.patch({ ready: true })
    expect(seen.toSorted()).toEqual(['open', 'ready'])
  })
})

describe('sessionOf', () => {
  test('behavior: what a chain family is connected with, or null', () => {
    expect(sessionOf(connectedSnapshot(1, { networkId: 'eip155:10' }), 'eip155')).toMatchObject({
      namespace: 'eip155',
      address,
      caipAddress: `eip155:10:${address}`,
      networkId: 'eip155:10',
      wallet: { id: 'a.wallet' },
    })
    expect(sessionOf(connectedSnapshot(1), 'solana')).toBeNull()
    expect(sessionOf(emptySnapshot, 'eip155')).toBeNull()
  })
})
