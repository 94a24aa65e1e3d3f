import { randomUUID } from 'node:crypto'
import { projectId } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { until } from '@latchkey/testkit/src/until.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDialog } from '../../../testing/testDialog.js'
import { createMemoryStore, type KeyValueStore } from '../keyValueStore.js'
import { createTestLocks } from '../testing/locks.js'
import { type PhoneWallet, type Scene, scan, sign, startScene } from '../testing/setup.js'
import type { Locks } from './election.js'
import { createSiteChannel, type SharedChannel } from './index.js'
import type { Broadcast } from './messages.js'

/* Tabs in one process: real clients, relay, phones and BroadcastChannels; the locks follow the standard. */

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.close())

const channels: SharedChannel[] = []
afterEach(async () => {
  await Promise.all(channels.splice(0).map((channel) => channel.stop()))
})

type Site = { readonly name: string; readonly storage: KeyValueStore; readonly locks: Locks; readonly clients: string[] }
const createSite = (): Site => ({ name: randomUUID(), storage: createMemoryStore(), locks: createTestLocks(), clients: [] })

/** A broadcast channel that can be cut off, as a frozen page is. */
function cuttable(name: string) {
  const real = new BroadcastChannel(name)
  let frozen = false
  const broadcast: Broadcast = {
    onmessage: null,
    postMessage: (message) => frozen || real.postMessage(message),
    close: () => real.close(),
  }
  real.onmessage = (event) => {
    if (!frozen) broadcast.onmessage?.(event as unknown as MessageEvent<unknown>)
  }
  const freeze = (value: boolean) => {
    frozen = value
  }
  return { broadcast, freeze }
}

function openTab(site: Site, settings: { visible?: boolean; storage?: KeyValueStore } = {}) {
  let freeze: (frozen: boolean) => void = () => {}
  const channel = createSiteChannel(testDialog(), {
    projectId,
    relayUrl: scene.relay.url,
    metadata: { name: 'Test page', description: '', url: 'https://page.example', icons: [] },
    storage: settings.storage ?? site.storage,
    storagePrefix: site.name,
    name: site.name,
    locks: site.locks,
    openBroadcast: (name) => {
      const made = cuttable(name)
      freeze = made.freeze
      return made.broadcast
    },
    isVisible: () => settings.visible ?? true,
    heartbeat: 200,
  })
  channels.push(channel)
  const { wallet, events } = scene.startDialog({ channel })
  return { channel, wallet, events, freeze: (frozen: boolean) => freeze(frozen), close: () => channel.stop() }
}

const reconnect = { namespace: 'eip155', networkIds: [], isReconnecting: true } as const
const address = (phone: PhoneWallet) => phone.address('eip155:31337')

/** Two tabs of a site that share a session; the first is the leader. */
async function openTwo(phoneOptions: Parameters<Scene['startPhone']>[0] = {}) {
  const site = createSite()
  const phone = await scene.startPhone(phoneOptions)
  const one = openTab(site)
  await scan(one.wallet, phone)
  const other = openTab(site)
  await other.wallet.connect(reconnect)
  return { site, phone, one, other }
}

describe('createSharedChannel', () => {
  test('behavior: one client serves both tabs', async () => {
    const { phone, one, other } = await openTwo()
    expect(other.wallet.topic()).toBe(one.wallet.topic())
    expect(other.wallet.connections()).toEqual(one.wallet.connections())
    expect(other.wallet.relay.get()).toEqual({ state: 'connected' })
    const sockets = scene.relay.relay.stats().sockets
    expect(await sign(other.wallet)).toMatch(/^0x/)
    expect(await sign(one.wallet)).toMatch(/^0x/)
    expect(scene.relay.relay.stats().sockets).toBe(sockets)
    expect(phone.requests).toHaveLength(2)
  })

  test('behavior: another wallet paired in the second tab replaces the first everywhere, and outlives both tabs', async () => {
    const { site, phone, one, other } = await openTwo()
    const second = await scene.startPhone({ name: 'Second phone', secret: 'second' })
    await scan(other.wallet, second)
    await until(() => one.wallet.info.name === 'Second phone', 'the first tab to follow')
    expect(one.wallet.topic()).toBe(other.wallet.topic())
    expect(one.events.find(({ namespace, event }) => namespace === 'eip155' && event === 'accountsChanged')?.data).toEqual([
      address(second),
    ])
    await until(() => phone.topics().length === 0, 'the first phone to be told')
    expect(await sign(one.wallet)).toMatch(/^0x/)
    expect(second.requests).toHaveLength(1)
    await Promise.all([one.close(), other.close()])
    const again = openTab(site)
    expect((await again.wallet.connect(reconnect)).accounts[0]?.address).toBe(address(second))
  })

  test('behavior: the leader goes while the wallet is asked, and the answer still comes', async () => {
    let approve: (yes: boolean) => void = () => {}
    const { phone, one, other } = await openTwo({ approveRequest: () => new Promise((resolve) => (approve = resolve)) })
    const answer = sign(other.wallet)
    await until(() => phone.requests.length === 1, 'the wallet to be asked')
    await one.close()
    approve(true)
    expect(await answer).toMatch(/^0x/)
    // Not repeated.
    expect(phone.requests).toHaveLength(1)
  })

  test('behavior: the leader goes while a code is shown, and the code still connects', async () => {
    const site = createSite()
    const one = openTab(site)
    await one.wallet.prepare()
    const other = openTab(site)
    let uri = ''
    const connecting = other.wallet.connect({ namespace: 'eip155', networkIds: [], onUri: (code) => (uri = code.uri) })
    await until(() => uri !== '', 'the code')
    await one.close()
    const phone = await scene.startPhone()
    await phone.pair(uri)
    expect((await connecting).accounts[0]?.address).toBe(address(phone))
  })

  test('behavior: a refusal of a code that another tab made arrives', async () => {
    const site = createSite()
    const one = openTab(site)
    await one.wallet.prepare()
    const other = openTab(site)
    let uri = ''
    const connecting = other.wallet.connect({ namespace: 'eip155', networkIds: [], onUri: (code) => (uri = code.uri) })
    connecting.catch(() => undefined)
    await until(() => uri !== '', 'the code')
    await one.close()
    const phone = await scene.startPhone({ approveSession: () => false })
    await phone.pair(uri)
    await expect(connecting).rejects.toMatchObject({ code: 5000 })
  })

  test('behavior: a frozen leader is replaced, and what it writes when it wakes up is dropped', async () => {
    const { site, phone, one, other } = await openTwo()
    one.freeze(true)
    expect(await sign(other.wallet)).toMatch(/^0x/)
    const second = await scene.startPhone({ name: 'Second phone', secret: 'second' })
    await scan(other.wallet, second)
    await until(() => phone.topics().length === 0, 'the first phone to be told')
    one.freeze(false)
    await until(() => one.wallet.info.name === 'Second phone' || one.wallet.topic() === undefined, 'the first tab to follow')
    expect(await sign(other.wallet)).toMatch(/^0x/)
    await Promise.all([one.close(), other.close()])
    const again = openTab(site)
    expect((await again.wallet.connect(reconnect)).accounts[0]?.address).toBe(address(second))
  })

  test('behavior: a tab that nobody looks at takes nothing from a silent leader', async () => {
    const site = createSite()
    const phone = await scene.startPhone()
    const one = openTab(site)
    await scan(one.wallet, phone)
    const hidden = openTab(site, { visible: false })
    await hidden.wallet.connect(reconnect)
    one.freeze(true)
    let settled = false
    void sign(hidden.wallet).then(() => {
      settled = true
    })
    // Five heartbeats of the other tab: by then a visible one would have taken it.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(settled).toBe(false)
    one.freeze(false)
    await hidden.wallet.connect(reconnect)
    one.channel.pause()
    await until(() => settled, 'the request that waited')
  })

  test('behavior: a tab that rests gives the client away, and asks when it is back', async () => {
    const { one, other } = await openTwo()
    one.channel.pause()
    expect(await sign(other.wallet)).toMatch(/^0x/)
    one.channel.resume()
    expect(await sign(one.wallet)).toMatch(/^0x/)
  })

  test('behavior: the code of a tab that is gone connects nobody', async () => {
    const site = createSite()
    const one = openTab(site)
    await one.wallet.prepare()
    const other = openTab(site)
    const { uri } = await other.wallet.prepare()
    await other.close()
    const phone = await scene.startPhone()
    await phone.pair(uri).catch(() => undefined)
    const [sessions] = [await one.channel.call('sessions', null)]
    expect(sessions).toEqual([])
  })

  test('behavior: disconnecting in one tab is heard in the other within 2 s', async () => {
    const { phone, one, other } = await openTwo()
    await other.wallet.disconnect()
    const startedAt = Date.now()
    await until(() => one.events.filter(({ event }) => event === 'disconnect').length === 5, 'every family to end')
    expect(Date.now() - startedAt).toBeLessThan(2_000)
    await until(() => phone.topics().length === 0, 'the wallet to know')
  })

  test('behavior: a network that is chosen in one tab is the other’s too', async () => {
    const { phone, one, other } = await openTwo()
    await one.wallet.request({ namespace: 'eip155', networkId: null, method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    await until(() => other.wallet.connections().eip155?.networkId === 'eip155:1', 'the other tab to follow')
    await sign(other.wallet)
    expect(phone.requests.at(-1)?.chainId).toBe('eip155:1')
  })

  test('error: an abort in one tab rejects there with 4001, and the others go on', async () => {
    const { other } = await openTwo()
    const stop = new AbortController()
    const waiting = sign(other.wallet, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 4001 })
    expect(await sign(other.wallet)).toMatch(/^0x/)
  })

  test('error: what is no plain data cannot be sent', async () => {
    const { other } = await openTwo()
    const params = [() => {}]
    await expect(other.wallet.request({ namespace: 'eip155', networkId: null, method: 'personal_sign', params })).rejects.toMatchObject({
      code: -32602,
    })
  })
})
