import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32 } from '@scure/base'
import { verify as verifySr25519 } from '@scure/sr25519'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aminoBytes } from '../../../../e2e/phone-wallet/families/cosmos.ts'
import { createMemoryStore as createPhoneStore } from '../../../../e2e/phone-wallet/stores.ts'
import { until } from '../../../../services/src/relay/testing/rawClient.js'
import { createMemoryStore } from './keyValueStore.js'
import { bitcoinId, cosmosId, polkadotId, solanaId } from './testing/networks.js'
import { type PhoneWallet, type Scene, scan, startScene } from './testing/setup.js'
import type { WalletConnect } from './walletConnect.js'

const evmId = 'eip155:31337'
const connectTo = { namespace: 'eip155', networkIds: [] } as const
const sign = (wallet: WalletConnect, signal?: AbortSignal) =>
  wallet.request({ namespace: 'eip155', networkId: null, method: 'personal_sign', params: ['0x6869', '0x'], ...(signal ? { signal } : {}) })

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
}, 30_000)
afterAll(() => scene.close())

/** A dialog and a phone that are connected. */
async function connected(options: Parameters<Scene['startDialog']>[0] = {}, phoneOptions: Parameters<Scene['startPhone']>[0] = {}) {
  const dialog = scene.startDialog(options)
  const phone = await scene.startPhone(phoneOptions)
  const connection = await scan(dialog.wallet, phone)
  return { ...dialog, phone, connection, topic: dialog.wallet.topic() ?? '' }
}

describe('createWalletConnect: connecting', () => {
  test('behavior: one approval connects every family that the wallet granted', async () => {
    const { connection, phone, wallet, events } = await connected()
    expect(Object.keys(connection.all).sort()).toEqual(['bip122', 'cosmos', 'eip155', 'polkadot', 'solana'])
    expect(connection.networkId).toBe(evmId)
    expect(connection.accounts).toEqual([{ namespace: 'eip155', address: phone.address(evmId), type: 'eoa' }])
    expect(connection.all.bip122?.accounts[0]).toMatchObject({ type: 'payment', address: phone.address(bitcoinId) })
    expect(wallet.info).toEqual({ id: 'walletConnect', name: 'Phone wallet', kind: 'walletConnect' })
    expect(wallet.peer()?.redirect).toEqual({ native: 'latchkeyphone://' })
    expect(phone.client.session.getAll()[0]?.peer.metadata.url).toBe('https://page.example')
    expect(events).toEqual([])
  }, 20_000)

  test('behavior: a wallet with one family connects too, and lacks the others', async () => {
    const { wallet } = scene.startDialog()
    const connection = await scan(wallet, await scene.startPhone({ namespaces: ['solana'] }), { namespace: 'solana' })
    expect(Object.keys(connection.all)).toEqual(['solana'])
    await expect(sign(wallet)).rejects.toMatchObject({
      code: 4100,
      message: "Namespace 'eip155' is not configured. Please call connect() first with namespace config.",
    })
  }, 20_000)

  test('error: the wallet lacks the family that was asked for', async () => {
    const phone = await scene.startPhone({ namespaces: ['cosmos'] })
    await expect(scan(scene.startDialog().wallet, phone)).rejects.toMatchObject({
      code: -32001,
      message: 'The connector does not support any of the requested chains',
    })
  }, 20_000)

  test('error: the person rejects', async () => {
    const phone = await scene.startPhone({ approveSession: () => false })
    await expect(scan(scene.startDialog().wallet, phone)).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
  }, 20_000)

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
  }, 20_000)

  test('behavior: an expired code renews itself, and the old one can no longer connect', async () => {
    const { wallet } = scene.startDialog({ pairingExpiry: 1_000 })
    const uris: string[] = []
    const connecting = wallet.connect({ ...connectTo, onUri: ({ uri }) => uris.push(uri) })
    await until(() => uris.length >= 2, 'the second code')
    const late = await scene.startPhone({ name: 'Too late' })
    await late.pair(uris[0] ?? '').catch(() => undefined)
    const current = await until(() => uris[2], 'the third code')
    const phone = await scene.startPhone({ name: 'In time' })
    await phone.pair(current)
    await connecting
    expect(wallet.info.name).toBe('In time')
    expect(late.client.session.getAll().filter(({ acknowledged }) => acknowledged)).toEqual([])
  }, 30_000)

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
  }, 20_000)

  test('error: a relay that refuses the project says so', async () => {
    const { wallet } = scene.startDialog({ projectId: 'unknown' })
    await expect(wallet.connect(connectTo)).rejects.toMatchObject({ code: 4100, message: 'Invalid Project ID' })
    expect(wallet.relay.get()).toMatchObject({ state: 'refused' })
    await expect(wallet.connect(connectTo)).rejects.toMatchObject({ message: 'Invalid Project ID' })
  }, 20_000)
})

describe('createWalletConnect: requests', () => {
  let pair: Awaited<ReturnType<typeof connected>>
  const ask = (namespace: 'solana' | 'bip122' | 'polkadot' | 'cosmos', networkId: `${string}:${string}`, method: string, params: unknown) =>
    pair.wallet.request({ namespace, networkId, method, params })
  const lastChain = () => pair.phone.requests.at(-1)?.chainId

  beforeAll(async () => {
    pair = await connected()
  }, 20_000)

  test('behavior: EVM, signed by the account', async () => {
    const address = pair.phone.address(evmId) as `0x${string}`
    const signature = (await sign(pair.wallet)) as `0x${string}`
    expect(await verifyMessage({ address, message: 'hi', signature })).toBe(true)
    expect(lastChain()).toBe(evmId)
  })

  test('behavior: Solana, Bitcoin, Polkadot and Cosmos reach the wallet with their CAIP-2 id and are really signed', async () => {
    const message = base58.encode(Buffer.from('hi'))
    const solana = (await ask('solana', solanaId, 'solana_signMessage', { message, pubkey: '' })) as { signature: string }
    const key = base58.decode(pair.phone.address(solanaId) ?? '')
    expect(ed25519.verify(base58.decode(solana.signature), Buffer.from('hi'), key)).toBe(true)
    expect(lastChain()).toBe(solanaId)

    const bitcoin = (await ask('bip122', bitcoinId, 'signMessage', { message: 'hi', account: '' })) as Record<string, string>
    const [accounts] = (await ask('bip122', bitcoinId, 'getAccountAddresses', {})) as [{ publicKey: string }]
    const compact = Buffer.from(bitcoin.signature ?? '', 'hex').subarray(1)
    expect(secp256k1.verify(compact, bitcoin.messageHash ?? '', accounts.publicKey)).toBe(true)
    expect(lastChain()).toBe(bitcoinId)

    const polkadot = (await ask('polkadot', polkadotId, 'polkadot_signMessage', { message: 'hi' })) as { signature: string }
    const polkadotKey = base58.decode(pair.phone.address(polkadotId) ?? '').subarray(1, 33)
    expect(verifySr25519(Buffer.from('hi'), Buffer.from(polkadot.signature.slice(2), 'hex'), polkadotKey)).toBe(true)
    expect(lastChain()).toBe(polkadotId)

    const signDoc = { chain_id: 'cosmoshub-4', msgs: [], memo: '<hi>' }
    const cosmos = (await ask('cosmos', cosmosId, 'cosmos_signAmino', { signDoc })) as { signature: { signature: string } }
    const [account] = (await ask('cosmos', cosmosId, 'cosmos_getAccounts', {})) as [{ pubkey: string; address: string }]
    const cosmosSignature = Buffer.from(cosmos.signature.signature, 'base64')
    expect(secp256k1.verify(cosmosSignature, sha256(aminoBytes(signDoc)), Buffer.from(account.pubkey, 'base64'))).toBe(true)
    expect(bech32.decode(account.address as `${string}1${string}`).prefix).toBe('cosmos')
    expect(lastChain()).toBe(cosmosId)
  }, 20_000)

  test('behavior: accounts and chain are answered without the wallet; a switch moves the requests', async () => {
    const before = pair.phone.requests.length
    const local = (method: string, params: unknown = []) => pair.wallet.request({ namespace: 'eip155', networkId: null, method, params })
    expect(await local('eth_accounts')).toEqual([pair.phone.address(evmId)])
    expect(await local('eth_chainId')).toBe('0x7a69')
    expect(await local('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toBeNull()
    expect(await local('eth_chainId')).toBe('0x1')
    expect(pair.phone.requests.length).toBe(before)
    expect(pair.events.at(-1)).toEqual({ walletId: 'walletConnect', namespace: 'eip155', event: 'chainChanged', data: '1' })
    await sign(pair.wallet)
    expect(lastChain()).toBe('eip155:1')
    await local('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
  })

  test('error: a method or network that was not granted, a switch to such a network', async () => {
    const call = (method: string, networkId: `${string}:${string}` | null, params: unknown = []) =>
      pair.wallet.request({ namespace: 'eip155', networkId, method, params })
    await expect(call('wallet_sendCalls', null)).rejects.toMatchObject({ code: 4200 })
    await expect(call('personal_sign', 'eip155:999')).rejects.toMatchObject({ code: 4901, message: 'Chain is not supported' })
    await expect(call('wallet_switchEthereumChain', null, [{ chainId: '0x3e7' }])).rejects.toMatchObject({ code: 4902 })
  }, 20_000)

  test('behavior: an aborted request rejects with 4001 at once, and the session goes on', async () => {
    const stop = new AbortController()
    const waiting = sign(pair.wallet, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' })
    await expect(sign(pair.wallet)).resolves.toMatch(/^0x/)
  })

  test('behavior: a request survives the loss of the relay', async () => {
    const states: string[] = []
    const off = pair.wallet.relay.subscribe(({ state }) => states.push(state))
    scene.relay.cut()
    await until(() => states.includes('lost'), 'the loss to be noticed')
    expect(await sign(pair.wallet)).toMatch(/^0x/)
    expect(states).toEqual(['lost', 'connected'])
    off()
  }, 20_000)

  test('error: before the client is there, and before there is a session', async () => {
    const { wallet } = scene.startDialog()
    await expect(sign(wallet)).rejects.toMatchObject({ code: 4900, message: 'Sign Client not initialized' })
    await wallet.prepare()
    await expect(sign(wallet)).rejects.toMatchObject({
      code: 4900,
      message: 'Session not initialized. Please call connect() before enable()',
    })
  }, 20_000)
})

describe('createWalletConnect: the wallet rejects a request', () => {
  test('error: its code and words arrive untouched', async () => {
    const { wallet } = await connected({}, { approveRequest: () => false })
    await expect(sign(wallet)).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
  }, 20_000)
})

describe('createWalletConnect: the session changes', () => {
  const update = (phone: PhoneWallet, topic: string, change: (namespaces: Record<string, { accounts: string[] }>) => object) => {
    const { namespaces } = phone.client.session.get(topic)
    return phone.update(topic, change(structuredClone(namespaces)) as Parameters<PhoneWallet['update']>[1])
  }

  test('behavior: an update replaces accounts and families; each difference is heard once', async () => {
    const { wallet, phone, topic, events } = await connected()
    const other = '0x000000000000000000000000000000000000bEEF'
    await update(phone, topic, ({ eip155, solana }) => ({ eip155: { ...eip155, accounts: [`${evmId}:${other}`] }, solana }))
    await until(() => events.length >= 4, 'the events')
    expect(events.filter(({ namespace }) => namespace === 'eip155')).toEqual([
      { walletId: 'walletConnect', namespace: 'eip155', event: 'accountsChanged', data: [other] },
    ])
    const ended = events.filter(({ event }) => event === 'disconnect').map(({ namespace }) => namespace)
    expect(ended.sort()).toEqual(['bip122', 'cosmos', 'polkadot'])
    expect(await wallet.request({ namespace: 'eip155', networkId: null, method: 'eth_accounts', params: [] })).toEqual([other])
  }, 20_000)

  test('behavior: the wallet moves to another network', async () => {
    const { phone, topic, events } = await connected()
    await phone.emit(topic, 'eip155:1', { name: 'chainChanged', data: 1 })
    await until(() => events[0], 'the event')
    expect(events).toEqual([{ walletId: 'walletConnect', namespace: 'eip155', event: 'chainChanged', data: '1' }])
  }, 20_000)

  test('behavior: the wallet ends the session, and every family hears it within 2 s', async () => {
    const { wallet, phone, events } = await connected()
    const startedAt = Date.now()
    await phone.disconnect()
    await until(() => events.length === 5, 'five disconnects')
    expect(Date.now() - startedAt).toBeLessThan(2_000)
    expect(events.every(({ event }) => event === 'disconnect')).toBe(true)
    await expect(sign(wallet)).rejects.toMatchObject({ code: 4900 })
  }, 20_000)

  test('behavior: one family is given back, the others stay', async () => {
    const { wallet, phone, topic } = await connected()
    await wallet.disconnect('solana')
    await until(() => !('solana' in phone.client.session.get(topic).namespaces), 'the wallet to know')
    await expect(wallet.request({ namespace: 'solana', networkId: null, method: 'solana_signMessage', params: {} })).rejects.toMatchObject({
      code: 4100,
    })
    expect(await sign(wallet)).toMatch(/^0x/)
    await wallet.disconnect('polkadot')
    expect(await sign(wallet)).toMatch(/^0x/)
  }, 20_000)

  test('behavior: disconnecting tells the wallet', async () => {
    const { wallet, phone } = await connected()
    await wallet.disconnect()
    await until(() => phone.topics().length === 0, 'the wallet to know')
    expect(wallet.topic()).toBeUndefined()
  }, 20_000)

  test('behavior: both sides restart, and the session still works', async () => {
    const [storage, store] = [createMemoryStore(), createPhoneStore()]
    const options = { storage, storagePrefix: 'restart' }
    const { wallet, phone, connection } = await connected(options, { store })
    await Promise.all([wallet.stop(), phone.stop()])
    const again = scene.startDialog(options)
    await scene.startPhone({ store })
    const restored = await again.wallet.connect({ ...connectTo, isReconnecting: true })
    expect(restored).toEqual(connection)
    expect(await sign(again.wallet)).toMatch(/^0x/)
  }, 20_000)

  test('error: nothing to reconnect', async () => {
    const { wallet } = scene.startDialog()
    await expect(wallet.connect({ ...connectTo, isReconnecting: true })).rejects.toMatchObject({ code: -32001 })
  }, 20_000)
})
