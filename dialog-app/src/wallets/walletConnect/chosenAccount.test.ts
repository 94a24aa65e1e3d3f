import type { CaipNetworkId, WalletEvent } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Channel, ChannelEvent } from './channel.js'
import { followChannel } from './channelEvents.js'
import type { ClientSession, SessionNamespaces } from './client.js'
import { type Choices, createSessionState } from './sessionState.js'

const topic = 'topic'
const networks = ['eip155:1', 'eip155:10', 'eip155:137'] as const
const people = ['0xAa', '0xBb', '0xCc', '0xDd'].map((start) => start.padEnd(42, '0'))
const [alice, bob, carol] = people as [string, string, string]

type Shared = Readonly<Partial<Record<CaipNetworkId, readonly string[]>>>

/** What a session grants: addresses by network. */
function namespacesOf(shared: Shared): SessionNamespaces {
  const accounts = Object.entries(shared).flatMap(([id, list]) => (list ?? []).map((address) => `${id}:${address}`))
  return { eip155: { accounts, methods: ['personal_sign'], events: [] } }
}

const sessionOf = (shared: Shared) => ({ topic, namespaces: namespacesOf(shared) }) as unknown as ClientSession

/** Tabs of one site: what they share, and how the wallet reaches them. */
function startSite(shared: Shared) {
  let session = sessionOf(shared)
  const kept = new Map<string, string | undefined>()
  const choices: Choices = { get: (namespace) => kept.get(namespace), set: (namespace, address) => void kept.set(namespace, address) }

  function openTab(preferred: readonly CaipNetworkId[] = []) {
    let hear: (event: ChannelEvent) => void = () => {}
    /** What the tab shows: all that it learns comes by events. */
    let shown: unknown
    const state = createSessionState(
      () => networks,
      ({ event, data }: Omit<WalletEvent, 'walletId'>) => {
        if (event === 'accountsChanged') shown = data
      },
      choices,
    )
    const channel: Pick<Channel, 'subscribe' | 'call'> = {
      subscribe(listener) {
        hear = listener
        return () => {}
      },
      call: (async () => [session]) as unknown as Channel['call'],
    }
    followChannel(channel, state, () => false)
    state.begin(session, preferred)
    const list = () => state.accountsOf('eip155').map(({ address }) => address)
    shown = list()
    return { state, list, shown: () => shown, hear: (event: ChannelEvent) => hear(event) }
  }

  const tabs = [openTab()]
  const tell = (event: ChannelEvent) => {
    for (const tab of tabs) tab.hear(event)
  }
  const event = (name: string, data: unknown, chainId: string = networks[0]) => tell({ type: 'event', topic, chainId, name, data })
  return {
    tabs,
    event,
    active: () => tabs.map(({ list }) => list()[0]),
    update(next: Shared) {
      session = sessionOf(next)
      tell({ type: 'updated', session })
    },
    /** The session as the client has it, which a tab that was away has not heard. */
    updateUnheard(next: Shared) {
      session = sessionOf(next)
    },
    tell,
    reload(index: number) {
      const network = tabs[index]?.state.network('eip155')
      tabs[index] = openTab(network ? [network] : [])
    },
    open: () => void tabs.push(openTab()),
  }
}

const everywhere: Shared = { 'eip155:1': [alice, bob], 'eip155:10': [alice, bob] }

describe('the account that the user chose in the wallet', () => {
  test.each([
    ['the network is switched', (site: ReturnType<typeof startSite>) => site.event('chainChanged', 10)],
    ['the wallet updates its session', (site) => site.update({ ...everywhere, 'eip155:137': [alice, bob] })],
    ['the page is reloaded', (site) => site.reload(0)],
    ['another tab moves', (site) => site.tell({ type: 'moved', topic, namespace: 'eip155', networkId: 'eip155:10' })],
    ['the client is another one', (site) => site.tell({ type: 'sync' })],
  ] as [string, (site: ReturnType<typeof startSite>) => void][])('behavior: it stays when %s', async (_when, act) => {
    const site = startSite(everywhere)
    site.event('accountsChanged', [bob])
    await act(site)
    await Promise.resolve()
    expect(site.active()).toEqual([bob])
  })

  test('behavior: it is chosen on the network where the wallet goes, in whichever order both are told', () => {
    for (const order of [0, 1]) {
      const site = startSite({ 'eip155:1': [alice], 'eip155:10': [alice, bob] })
      const events = [() => site.event('accountsChanged', [`eip155:10:${bob}`], 'eip155:10'), () => site.event('chainChanged', 10)]
      for (const tell of order ? events.reverse() : events) tell()
      expect(site.active()).toEqual([bob])
    }
  })

  test('behavior: a list in another order makes its first account the active one', () => {
    const site = startSite({ 'eip155:1': [alice, bob, carol] })
    site.event('accountsChanged', [carol, alice, bob])
    expect(site.active()).toEqual([carol])
  })

  test('behavior: it is back where the wallet shares it, after a network without it', () => {
    const site = startSite({ 'eip155:1': [alice, bob], 'eip155:10': [alice] })
    site.event('accountsChanged', [bob])
    site.event('chainChanged', 10)
    expect(site.active()).toEqual([alice])
    site.event('chainChanged', 1)
    expect(site.active()).toEqual([bob])
  })

  test('behavior: it is over when the wallet shares it no more, also if it is shared again', () => {
    const site = startSite(everywhere)
    site.event('accountsChanged', [bob])
    site.update({ 'eip155:1': [alice] })
    site.update(everywhere)
    expect(site.active()).toEqual([alice])
  })

  test('behavior: it counts as soon as the wallet shares it, when the choice is told first', () => {
    const site = startSite({ 'eip155:1': [alice] })
    site.event('accountsChanged', [bob])
    expect(site.active()).toEqual([alice])
    site.update({ 'eip155:1': [alice, bob] })
    expect(site.active()).toEqual([bob])
  })

  const list = fc.uniqueArray(fc.constantFrom(...people), { minLength: 1 })
  const sharedArbitrary = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...networks), list), { minLength: 1, selector: ([id]) => id })
    .map((entries): Shared => Object.fromEntries(entries))
  const step = fc.oneof(
    fc.record({ type: fc.constant('update' as const), shared: sharedArbitrary }),
    fc.record({ type: fc.constant('missed' as const), shared: sharedArbitrary }),
    fc.record({
      type: fc.constant('choose' as const),
      address: fc.constantFrom(...people),
      form: fc.nat(4),
      at: fc.constantFrom(...networks),
    }),
    fc.record({ type: fc.constant('move' as const), to: fc.constantFrom(...networks), form: fc.nat(5) }),
    fc.record({ type: fc.constant('moved' as const), to: fc.constantFrom(...networks) }),
    fc.record({ type: fc.constant('nonsense' as const), data: fc.anything() }),
    fc.record({ type: fc.constant('reload' as const), tab: fc.nat(1) }),
    fc.record({ type: fc.constant('open' as const) }),
    fc.record({ type: fc.constant('extend' as const) }),
  )

  test('behavior: whatever happens in whatever order, every tab shows the last choice that is still shared', async () => {
    await fc.assert(
      fc.asyncProperty(sharedArbitrary, fc.array(step, { maxLength: 25 }), async (first, steps) => {
        const site = startSite(first)
        let shared = first
        let chosen: string | undefined
        let awaited: string | undefined
        const isShared = (address: string | undefined) => Object.values(shared).some((each) => address && each?.includes(address))
        const follow = (next: Shared) => {
          shared = next
          if (isShared(awaited)) chosen = awaited
          else if (!isShared(chosen)) chosen = undefined
          awaited = undefined
        }
        for (const each of steps) {
          if (each.type === 'update') {
            site.update(each.shared)
            follow(each.shared)
          } else if (each.type === 'missed') {
            site.updateUnheard(each.shared)
            site.tell({ type: 'sync' })
            await Promise.resolve()
            await Promise.resolve()
            follow(each.shared)
          } else if (each.type === 'choose') {
            const { address, at } = each
            const forms = [[address], [`${at}:${address}`], address, { accounts: [address] }, [address.toLowerCase()]]
            site.event('accountsChanged', forms[each.form], at)
            if (isShared(address)) {
              chosen = address
              awaited = undefined
            } else awaited = address
          } else if (each.type === 'move') {
            const id = Number(each.to.slice('eip155:'.length))
            const forms = [id, `0x${id.toString(16)}`, each.to, { chainId: `0x${id.toString(16)}` }, [id], { networkId: id }]
            site.event('chainChanged', forms[each.form])
            if (shared[each.to]) for (const { state } of site.tabs) expect(state.network('eip155')).toBe(each.to)
          } else if (each.type === 'moved') site.tell({ type: 'moved', topic, namespace: 'eip155', networkId: each.to })
          else if (each.type === 'nonsense') {
            site.event('accountsChanged', typeof each.data === 'string' || Array.isArray(each.data) ? { nonsense: each.data } : each.data)
            site.event('chainChanged', { nonsense: each.data }, site.tabs[0]?.state.network('eip155'))
          } else if (each.type === 'reload' && site.tabs[each.tab]) {
            // What was told and not shared yet is forgotten with the page that heard it.
            site.reload(each.tab)
            if (site.tabs.length === 1) awaited = undefined
            else site.update(shared)
            if (site.tabs.length > 1) follow(shared)
          } else if (each.type === 'open' && site.tabs.length < 2) {
            site.open()
            site.update(shared)
            follow(shared)
          }
          for (const { state, list: listed, shown } of site.tabs) {
            const here = shared[state.network('eip155') as CaipNetworkId] ?? []
            const active = chosen && here.includes(chosen) ? chosen : here[0]
            expect(listed()).toEqual([active, ...here.filter((address) => address !== active)])
            expect(shown()).toEqual(listed())
          }
        }
      }),
    )
  })
})
