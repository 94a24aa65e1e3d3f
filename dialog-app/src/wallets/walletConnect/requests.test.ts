import { until } from '@latchkey/testkit/src/until.ts'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bitcoinId, cosmosId, polkadotId, solanaId } from './testing/networks.js'
import { connectPair, type Scene, sign, startScene } from './testing/setup.js'

const evmId = 'eip155:31337'

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.close())

describe('sendRequest', () => {
  let pair: Awaited<ReturnType<typeof connectPair>>
  const ask = (namespace: 'solana' | 'bip122' | 'polkadot' | 'cosmos', networkId: `${string}:${string}`, method: string, params: unknown) =>
    pair.wallet.request({ namespace, networkId, method, params })
  const lastChain = () => pair.phone.requests.at(-1)?.chainId

  beforeAll(async () => {
    pair = await connectPair(scene)
  })

  test('behavior: EVM, signed by the account', async () => {
    const address = pair.phone.address(evmId) as `0x${string}`
    const signature = (await sign(pair.wallet)) as `0x${string}`
    expect(await verifyMessage({ address, message: 'hi', signature })).toBe(true)
    expect(lastChain()).toBe(evmId)
  })

  test('behavior: accounts of other families are answered without the wallet, as far as the session knows them', async () => {
    const before = pair.phone.requests.length
    const pubkey = pair.phone.address(solanaId)
    for (const method of ['solana_getAccounts', 'solana_requestAccounts'])
      expect(await ask('solana', solanaId, method, {})).toEqual([{ pubkey, chains: [solanaId] }])
    expect(await ask('polkadot', polkadotId, 'polkadot_requestAccounts', {})).toEqual([{ address: pair.phone.address(polkadotId) }])
    const bitcoin = await ask('bip122', bitcoinId, 'getAccountAddresses', { silent: true })
    expect(bitcoin).toMatchObject([{ address: pair.phone.address(bitcoinId), intention: 'payment' }, { intention: 'ordinal' }])
    expect(pair.phone.requests.length).toBe(before)
  })

  test('behavior: accounts with their public keys come from the wallet, by the name that it knows', async () => {
    const [account] = (await ask('cosmos', cosmosId, 'cosmos_requestAccounts', { chainIds: ['cosmoshub-4'] })) as [{ address: string }]
    expect(account).toMatchObject({ algo: 'secp256k1', address: pair.phone.address(cosmosId) })
    expect(pair.phone.requests.at(-1)).toMatchObject({ method: 'cosmos_getAccounts', chainId: cosmosId })
  })

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
  })

  test('behavior: an aborted request rejects with 4001 at once, and the session goes on', async () => {
    const stop = new AbortController()
    const waiting = sign(pair.wallet, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' })
    await expect(sign(pair.wallet)).resolves.toMatch(/^0x/)
  })

  test('behavior: a request survives the loss of the relay', async () => {
    const states: string[] = []
    const unsubscribe = pair.wallet.relay.subscribe(({ state }) => states.push(state))
    scene.relay.cut()
    await until(() => states.includes('lost'), 'the loss to be noticed')
    expect(await sign(pair.wallet)).toMatch(/^0x/)
    expect(states).toEqual(['lost', 'connected'])
    unsubscribe()
  })

  test('error: before the client is there, and before there is a session', async () => {
    const { wallet } = scene.startDialog()
    await expect(sign(wallet)).rejects.toMatchObject({ code: 4900, message: 'Sign Client not initialized' })
    await wallet.prepare()
    await expect(sign(wallet)).rejects.toMatchObject({
      code: 4900,
      message: 'Session not initialized. Please call connect() before enable()',
    })
  })
})

describe('sendRequest, refused', () => {
  test('error: its code and words arrive untouched', async () => {
    const { wallet } = await connectPair(scene, {}, { approveRequest: () => false })
    await expect(sign(wallet)).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
  })
})
