import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32 } from '@scure/base'
import { verify as verifySr25519 } from '@scure/sr25519'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aminoBytes } from '../../../../e2e/phone-wallet/families/cosmos.ts'
import { until } from '../../../../services/src/relay/testing/rawClient.js'
import { bitcoinId, cosmosId, polkadotId, solanaId } from './testing/networks.js'
import { connectPair, type Scene, sign, startScene } from './testing/setup.js'

const evmId = 'eip155:31337'

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
}, 30_000)
afterAll(() => scene.close())

describe('sendRequest', () => {
  let pair: Awaited<ReturnType<typeof connectPair>>
  const ask = (namespace: 'solana' | 'bip122' | 'polkadot' | 'cosmos', networkId: `${string}:${string}`, method: string, params: unknown) =>
    pair.wallet.request({ namespace, networkId, method, params })
  const lastChain = () => pair.phone.requests.at(-1)?.chainId

  beforeAll(async () => {
    pair = await connectPair(scene)
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

describe('sendRequest, refused', () => {
  test('error: its code and words arrive untouched', async () => {
    const { wallet } = await connectPair(scene, {}, { approveRequest: () => false })
    await expect(sign(wallet)).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
  }, 20_000)
})
