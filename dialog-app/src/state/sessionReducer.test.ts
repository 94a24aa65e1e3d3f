import type { Account, CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { connectionsOf, initialSession, type SessionState } from './session.js'
import { reduceSession, type SessionAction } from './sessionReducer.js'

const wallet = (id: string) => ({ id, name: id, kind: 'host' as const })
const account = (namespace: NamespaceId, address: string): Account => ({ namespace, address, type: 'eoa' })
const connected = (namespace: NamespaceId, address = 'a', networkId: CaipNetworkId = 'eip155:1'): SessionAction => ({
  type: 'connected',
  namespace,
  wallet: wallet('w'),
  accounts: [account(namespace, address)],
  networkId,
})
const run = (actions: readonly SessionAction[]) => actions.reduce(reduceSession, initialSession)

/** Mulberry32: the same sequences on every machine. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) % below
  }
}

/** What should be true after a sequence, told without the reducer: a bare book of who is connected. */
function modelOf(actions: readonly SessionAction[]) {
  const book = new Map<NamespaceId, { addresses: string[]; networkId: CaipNetworkId }>()
  const pending = new Set<NamespaceId>()
  for (const action of actions) {
    if (action.type === 'started') pending.add(action.namespace)
    if (action.type === 'ended') pending.delete(action.namespace)
    if (action.type === 'disconnected') for (const name of action.namespaces) book.delete(name)
    if (action.type === 'connected') {
      pending.delete(action.namespace)
      book.set(action.namespace, { addresses: action.accounts.map(({ address }) => address), networkId: action.networkId })
    }
    const entry = 'namespace' in action ? book.get(action.namespace) : undefined
    if (entry && action.type === 'network') entry.networkId = action.networkId
    if (entry && action.type === 'accounts') {
      entry.addresses = action.accounts.map(({ address }) => address)
      if (entry.addresses.length === 0) book.delete(action.namespace)
    }
  }
  return { book, pending }
}

describe('reduceSession', () => {
  test('behavior: 500 random sequences agree with a bare book of connections', () => {
    const names: readonly NamespaceId[] = ['eip155', 'solana', 'cosmos']
    for (let seed = 1; seed <= 500; seed++) {
      const pick = random(seed)
      const name = () => names[pick(3)] as NamespaceId
      const accounts = (namespace: NamespaceId) => Array.from({ length: pick(3) }, () => account(namespace, `0x${pick(4)}`))
      const actions: SessionAction[] = Array.from({ length: 1 + pick(25) }, () => {
        const namespace = name()
        const actionOf: (() => SessionAction)[] = [
          () => ({ type: 'started', namespace, as: pick(2) ? 'connecting' : 'reconnecting' }),
          () => ({ type: 'ended', namespace }),
          () => connected(namespace, `0x${pick(4)}`, `eip155:${1 + pick(3)}`),
          () => ({ type: 'accounts', namespace, accounts: accounts(namespace) }),
          () => ({ type: 'network', namespace, networkId: `eip155:${1 + pick(3)}` }),
          () => ({ type: 'activated', namespace }),
          () => ({ type: 'disconnected', namespaces: names.filter(() => pick(2) === 0) }),
        ]
        return (actionOf[pick(actionOf.length)] as () => SessionAction)()
      })
      const state = run(actions)
      const { book, pending } = modelOf(actions)
      const facts = Object.entries(state.connections).map(([key, value]) => [
        key,
        value.accounts.map(({ address }) => address),
        value.networkId,
      ])
      expect(new Set(facts.map(String)), `seed ${seed}`).toEqual(
        new Set([...book].map(([key, value]) => String([key, value.addresses, value.networkId]))),
      )
      expect(state.status === 'connected', `seed ${seed}`).toBe(book.size > 0)
      expect(state.status === 'disconnected', `seed ${seed}`).toBe(book.size === 0 && pending.size === 0)
      expect(state.activeNamespace === null ? book.size : Number(!book.has(state.activeNamespace)), `seed ${seed}`).toBe(0)
      expect(Object.keys(state.loading).sort(), `seed ${seed}`).toEqual([...pending].sort())
    }
  })

  test('behavior: nothing new gives the very same state, so nobody hears of it', () => {
    const state = run([connected('eip155')])
    const idle: SessionAction[] = [
      { type: 'accounts', namespace: 'eip155', accounts: [account('eip155', 'a')] },
      { type: 'network', namespace: 'eip155', networkId: 'eip155:1' },
      { type: 'accounts', namespace: 'solana', accounts: [] },
      { type: 'disconnected', namespaces: ['solana'] },
      { type: 'activated', namespace: 'solana' },
    ]
    for (const action of idle) expect(reduceSession(state, action)).toBe(state)
  })

  test('behavior: disconnecting one family keeps the others, and another one becomes active', () => {
    const state = run([connected('eip155'), connected('solana'), { type: 'disconnected', namespaces: ['solana'] }])
    expect(Object.keys(state.connections)).toEqual(['eip155'])
    expect(state).toMatchObject({ activeNamespace: 'eip155', status: 'connected' } satisfies Partial<SessionState>)
  })

  test('behavior: reconnecting turns into connected without a disconnected in between', () => {
    const start = run([{ type: 'started', namespace: 'eip155', as: 'reconnecting' }])
    expect(start.status).toBe('reconnecting')
    expect(reduceSession(start, connected('eip155')).status).toBe('connected')
    expect(reduceSession(start, { type: 'ended', namespace: 'eip155' }).status).toBe('disconnected')
  })

  test('behavior: several wallets of a family stay connected, the newest one answers', () => {
    const join = (id: string, more: object = {}): SessionAction =>
      ({ ...connected('eip155', id), wallet: wallet(id), keep: true, ...more }) as SessionAction
    const state = run([join('a'), join('b'), join('c', { lead: false, activate: false })])
    expect(connectionsOf('eip155', state).map((one) => one.wallet.id)).toEqual(['b', 'a', 'c'])
    const switched = reduceSession(state, { type: 'activated', namespace: 'eip155', walletId: 'c' })
    expect(connectionsOf('eip155', switched).map((one) => one.wallet.id)).toEqual(['c', 'b', 'a'])
    const left = reduceSession(switched, { type: 'left', namespace: 'eip155', walletId: 'c' })
    expect(left.connections.eip155?.wallet.id).toBe('b')
    expect(left.status).toBe('connected')
  })

  test('behavior: without `keep` another wallet takes the place of all', () => {
    const state = run([connected('eip155', 'a'), { ...connected('eip155', 'b'), wallet: wallet('b') } as SessionAction])
    expect(connectionsOf('eip155', state).map((one) => one.wallet.id)).toEqual(['b'])
    expect(state.others).toEqual({})
  })

  test('behavior: an empty account list ends one wallet, and the last one ends the family', () => {
    const state = run([
      { ...connected('eip155', 'a'), wallet: wallet('a') } as SessionAction,
      { ...connected('eip155', 'b'), wallet: wallet('b'), keep: true } as SessionAction,
      { type: 'accounts', namespace: 'eip155', walletId: 'b', accounts: [] },
    ])
    expect(state.connections.eip155?.wallet.id).toBe('a')
    expect(reduceSession(state, { type: 'accounts', namespace: 'eip155', accounts: [] })).toMatchObject({
      status: 'disconnected',
      activeNamespace: null,
    })
  })

  test('behavior: what another wallet of the family does leaves the leading one alone', () => {
    const state = run([
      { ...connected('eip155', 'a'), wallet: wallet('a') } as SessionAction,
      { ...connected('eip155', 'b'), wallet: wallet('b'), keep: true } as SessionAction,
      { type: 'network', namespace: 'eip155', walletId: 'a', networkId: 'eip155:7' },
    ])
    expect(state.connections.eip155?.networkId).toBe('eip155:1')
    expect(state.others.eip155?.[0]?.networkId).toBe('eip155:7')
  })
})
