import { createMemoryStore as createPhoneStore } from '@latchkey/testkit/src/phone/stores.ts'
import { until } from '@latchkey/testkit/src/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryStore } from './keyValueStore.js'
import { connectPair, type PhoneWallet, type Scene, sign, startScene } from './testing/setup.js'

const evmId = 'eip155:31337'
const connectTo = { namespace: 'eip155', networkIds: [] } as const

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.close())

describe('createSessionState', () => {
  const update = (phone: PhoneWallet, topic: string, change: (namespaces: Record<string, { accounts: string[] }>) => object) => {
    const { namespaces } = phone.client.session.get(topic)
    return phone.update(topic, change(structuredClone(namespaces)) as Parameters<PhoneWallet['update']>[1])
  }

  test('behavior: an update replaces accounts and families; each difference is heard once', async () => {
    const { wallet, phone, topic, events } = await connectPair(scene)
    const other = '0x000000000000000000000000000000000000bEEF'
    await update(phone, topic, ({ eip155, solana }) => ({ eip155: { ...eip155, accounts: [`${evmId}:${other}`] }, solana }))
    await until(() => events.length >= 4, 'the events')
    expect(events.filter(({ namespace }) => namespace === 'eip155')).toEqual([
      { walletId: 'walletConnect', namespace: 'eip155', event: 'accountsChanged', data: [other] },
    ])
    const ended = events.filter(({ event }) => event === 'disconnect').map(({ namespace }) => namespace)
    expect(ended.sort()).toEqual(['bip122', 'cosmos', 'polkadot'])
    expect(await wallet.request({ namespace: 'eip155', networkId: null, method: 'eth_accounts', params: [] })).toEqual([other])
  })

  test('behavior: the wallet moves to another network', async () => {
    const { phone, topic, events } = await connectPair(scene)
    await phone.emit(topic, 'eip155:1', { name: 'chainChanged', data: 1 })
    await until(() => events[0], 'the event')
    expect(events).toEqual([{ walletId: 'walletConnect', namespace: 'eip155', event: 'chainChanged', data: '1' }])
  })

  test('behavior: the wallet ends the session, and every family hears it within 2 s', async () => {
    const { wallet, phone, events } = await connectPair(scene)
    const startedAt = Date.now()
    await phone.disconnect()
    await until(() => events.length === 5, 'five disconnects')
    expect(Date.now() - startedAt).toBeLessThan(2_000)
    expect(events.every(({ event }) => event === 'disconnect')).toBe(true)
    await expect(sign(wallet)).rejects.toMatchObject({ code: 4900 })
  })

  test('behavior: one family is given back, the others stay', async () => {
    const { wallet, phone, topic } = await connectPair(scene)
    await wallet.disconnect('solana')
    await until(() => !('solana' in phone.client.session.get(topic).namespaces), 'the wallet to know')
    await expect(wallet.request({ namespace: 'solana', networkId: null, method: 'solana_signMessage', params: {} })).rejects.toMatchObject({
      code: 4100,
    })
    expect(await sign(wallet)).toMatch(/^0x/)
    await wallet.disconnect('polkadot')
    expect(await sign(wallet)).toMatch(/^0x/)
  })

  test('behavior: disconnecting tells the wallet', async () => {
    const { wallet, phone } = await connectPair(scene)
    await wallet.disconnect()
    await until(() => phone.topics().length === 0, 'the wallet to know')
    expect(wallet.topic()).toBeUndefined()
  })

  test('behavior: both sides restart, and the session still works', async () => {
    const [storage, store] = [createMemoryStore(), createPhoneStore()]
    const options = { storage, storagePrefix: 'restart' }
    const { wallet, phone, connection } = await connectPair(scene, options, { store })
    await Promise.all([wallet.stop(), phone.stop()])
    const again = scene.startDialog(options)
    await scene.startPhone({ store })
    const restored = await again.wallet.connect({ ...connectTo, isReconnecting: true })
    expect(restored).toEqual(connection)
    expect(await sign(again.wallet)).toMatch(/^0x/)
  })

  test('behavior: after a reload every family is where it was, as far as the wallet still grants it', async () => {
    const options = { storage: createMemoryStore(), storagePrefix: 'place' }
    const { wallet, connection } = await connectPair(scene, options)
    expect(connection.networkId).toBe(evmId)
    await wallet.stop()
    const again = scene.startDialog(options)
    const networkIds = ['eip155:1', 'solana:unknown'] as const
    expect((await again.wallet.connect({ namespace: 'eip155', networkIds, isReconnecting: true })).networkId).toBe('eip155:1')
    const { networkId } = await again.wallet.connect({ namespace: 'solana', networkIds: [], isReconnecting: true })
    expect(networkId).toBe(connection.all.solana?.networkId)
  })

  test('error: nothing to reconnect', async () => {
    const { wallet } = scene.startDialog()
    await expect(wallet.connect({ ...connectTo, isReconnecting: true })).rejects.toMatchObject({ code: -32001 })
  })
})
