import { until } from '@latchkey/testkit/src/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bitcoinId } from './testing/networks.js'
import { connectPair, type Scene, scan, sign, startScene } from './testing/setup.js'

const evmId = 'eip155:31337'
const connectTo = { namespace: 'eip155', networkIds: [] } as const

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.close())

describe('createWalletConnect', () => {
  test('behavior: one approval connects every family that the wallet granted', async () => {
    const { connection, phone, wallet, events } = await connectPair(scene)
    expect(Object.keys(connection.all).sort()).toEqual(['bip122', 'cosmos', 'eip155', 'polkadot', 'solana'])
    expect(connection.networkId).toBe(evmId)
    expect(connection.accounts).toEqual([{ namespace: 'eip155', address: phone.address(evmId), type: 'eoa' }])
    expect(connection.all.bip122?.accounts[0]).toMatchObject({ type: 'payment', address: phone.address(bitcoinId) })
    expect(wallet.info).toEqual({ id: 'walletConnect', name: 'Phone wallet', kind: 'walletConnect' })
    expect(wallet.peer()?.redirect).toEqual({ native: 'latchkeyphone://' })
    expect(phone.client.session.getAll()[0]?.peer.metadata.url).toBe('https://page.example')
    expect(events).toEqual([])
  })

  test('behavior: a wallet with one family connects too, and lacks the others', async () => {
    const { wallet } = scene.startDialog()
    const connection = await scan(wallet, await scene.startPhone({ namespaces: ['solana'] }), { namespace: 'solana' })
    expect(Object.keys(connection.all)).toEqual(['solana'])
    await expect(sign(wallet)).rejects.toMatchObject({
      code: 4100,
      message: "Namespace 'eip155' is not configured. Please call connect() first with namespace config.",
    })
  })

  test('error: the wallet lacks the family that was asked for', async () => {
    const phone = await scene.startPhone({ namespaces: ['cosmos'] })
    await expect(scan(scene.startDialog().wallet, phone)).rejects.toMatchObject({
      code: -32001,
      message: 'The connector does not support any of the requested chains',
    })
  })

  test('error: the user rejects', async () => {
    const phone = await scene.startPhone({ approveSession: () => false })
    await expect(scan(scene.startDialog().wallet, phone)).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
  })

  test('behavior: the code is there before the tap, once for everybody who asks', async () => {
    const { wallet } = scene.startDialog()
    expect(wallet.code()).toBeUndefined()
    const [one, other] = await Promise.all([wallet.prepare(), wallet.prepare()])
    expect(other).toEqual(one)
    expect(one.uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    expect(one.expiresAt - Date.now()).toBeGreaterThan(225_000)
    expect(one.expiresAt - Date.now()).toBeLessThanOrEqual(230_000)
    expect(wallet.code()).toEqual(one)
    const uris: string[] = []
    const connecting = wallet.connect({ ...connectTo, onUri: ({ uri }) => uris.push(uri) })
    await until(() => uris.length > 0, 'the code')
    expect(uris).toEqual([one.uri])
    await (await scene.startPhone()).pair(one.uri)
    await connecting
  })

  test('behavior: an expired code renews itself, and the old one can no longer connect', async () => {
    const { wallet } = scene.startDialog({ pairingExpiry: 6_000 })
    const [late, phone] = await Promise.all([scene.startPhone({ name: 'Too late' }), scene.startPhone({ name: 'In time' })])
    const uris: string[] = []
    // A slow machine may need several codes: the phone takes each as soon as it is there.
    const onUri = ({ uri }: { uri: string }) => {
      if (uris.push(uri) > 1) void phone.pair(uri).catch(() => undefined)
    }
    const connecting = wallet.connect({ ...connectTo, onUri })
    await until(() => uris.length >= 2, 'the second code')
    await late.pair(uris[0] ?? '').catch(() => undefined)
    await connecting
    expect(wallet.info.name).toBe('In time')
    expect(late.client.session.getAll().filter(({ acknowledged }) => acknowledged)).toEqual([])
  })

  test('behavior: leaving cancels the code', async () => {
    const { wallet } = scene.startDialog()
    const leave = new AbortController()
    const uris: string[] = []
    const connecting = wallet.connect({ ...connectTo, onUri: ({ uri }) => uris.push(uri), signal: leave.signal })
    const uri = await until(() => uris[0], 'the code')
    leave.abort()
    await expect(connecting).rejects.toMatchObject({ code: 4001 })
    await until(() => wallet.code() === undefined, 'the code to be gone')
    const kept = scene.startDialog({ reusesCode: true }).wallet
    const again = new AbortController()
    const waiting = kept.connect({ ...connectTo, signal: again.signal, onUri: () => again.abort() })
    await expect(waiting).rejects.toMatchObject({ code: 4001 })
    expect(kept.code()?.uri).toMatch(/^wc:/)
    expect(kept.code()?.uri).not.toBe(uri)
  })

  test('error: a relay that refuses the project says so', async () => {
    const { wallet } = scene.startDialog({ projectId: 'unknown' })
    await expect(wallet.connect(connectTo)).rejects.toMatchObject({ code: 4100, message: 'Invalid Project ID' })
    expect(wallet.relay.get()).toMatchObject({ state: 'refused' })
    await expect(wallet.connect(connectTo)).rejects.toMatchObject({ message: 'Invalid Project ID' })
  })
})
