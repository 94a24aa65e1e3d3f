import { bitcoin, bitcoinTestnet } from '@latchkey/protocol'
import { Address, NETWORK, OutScript, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cosmosAddress, ordinalAddress, ordinalKey, paymentAddress, paymentKey, testnetAddress } from '../../testing/familyAddresses.js'
import { namespaceContract, walletOf } from '../../testing/namespaceContract.js'
import { scriptedWallet } from '../../testing/scriptedWallet.js'
import { bip122 } from './index.js'

const legacy = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const script = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'
const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const localId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

namespaceContract({
  namespace: bip122,
  valid: [
    paymentAddress,
    ordinalAddress,
    testnetAddress,
    legacy,
    script,
    paymentAddress.toUpperCase(),
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  ],
  invalid: ['', 'bc1', legacy.slice(0, -1), `${paymentAddress}q`, ` ${legacy}`, paymentAddress.replace('bc1q', 'bc1Q'), cosmosAddress],
  spellings: { canonical: paymentAddress, others: [paymentAddress, paymentAddress.toUpperCase()] },
  networkId: bitcoin.caipNetworkId,
})

describe('isAddress', () => {
  const hashes = fc.uint8Array({ minLength: 20, maxLength: 20 })
  const scripts = fc.oneof(
    hashes.map((hash) => ({ type: 'pkh' as const, hash })),
    hashes.map((hash) => ({ type: 'sh' as const, hash })),
    hashes.map((hash) => ({ type: 'wpkh' as const, hash })),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => ({ type: 'wsh' as const, hash })),
  )
  const networks = fc.constantFrom(NETWORK, TEST_NETWORK, regtest)

  test('behavior: every script has one on every network, as its library writes it', () => {
    fc.assert(fc.property(networks, scripts, (network, out) => bip122.isAddress(Address(network).encode(out))))
  })

  test('error: one character that is another breaks the checksum', () => {
    const replaced = fc.tuple(networks, scripts, fc.nat(), fc.constantFrom(...'023456789acdefghjkmnpqrstuvwxyz'))
    fc.assert(
      fc.property(replaced, ([network, out, place, character]) => {
        const address = Address(network).encode(out)
        const at = place % address.length
        fc.pre(address[at]?.toLowerCase() !== character)
        expect(bip122.isAddress(address.slice(0, at) + character + address.slice(at + 1))).toBe(false)
      }),
    )
  })
})

describe('connect', () => {
  const key = Uint8Array.from(Buffer.from(paymentKey, 'hex'))
  const own = (network: typeof NETWORK) => [
    { address: p2wpkh(key, network).address, intention: 'payment' },
    { address: p2tr(key.slice(1), undefined, network).address, intention: 'ordinal' },
  ]

  test('behavior: payment accounts have index 0, ordinal ones 1, each with its key and path', async () => {
    const { accounts } = await bip122.connect(walletOf(scriptedWallet()), { networkIds: [] })
    expect(accounts).toEqual([
      { namespace: 'bip122', address: paymentAddress, type: 'payment', publicKey: paymentKey, path: "m/84'/0'/0'/0/0" },
      { namespace: 'bip122', address: ordinalAddress, type: 'ordinal', publicKey: ordinalKey, path: "m/86'/0'/0'/0/0" },
    ])
  })

  test('behavior: both kinds are asked for', async () => {
    const far = scriptedWallet()
    await bip122.connect(walletOf(far), { networkIds: [] })
    expect(far.calls).toEqual([{ method: 'getAccountAddresses', params: { intentions: ['payment', 'ordinal'] } }])
  })

  test('behavior: only addresses of the network; the wanted one that has any, else where the wallet is', async () => {
    const far = scriptedWallet({ getAccountAddresses: [...own(TEST_NETWORK), ...own(NETWORK), ...own(regtest)] })
    const connect = (...networkIds: `${string}:${string}`[]) => bip122.connect(walletOf(far), { networkIds })
    const addresses = async (id: `${string}:${string}`) => (await connect(id)).accounts.map(({ address }) => address)
    expect(await addresses(bitcoin.caipNetworkId)).toEqual(own(NETWORK).map(({ address }) => address))
    expect(await addresses(bitcoinTestnet.caipNetworkId)).toEqual(own(TEST_NETWORK).map(({ address }) => address))
    expect(await addresses(localId)).toEqual(own(regtest).map(({ address }) => address))
    const onlyTest = walletOf(scriptedWallet({ getAccountAddresses: own(TEST_NETWORK) }))
    expect((await bip122.connect(onlyTest, { networkIds: [bitcoin.caipNetworkId] })).networkId).toBe(bitcoinTestnet.caipNetworkId)
  })

  test('behavior: addresses of before segwit are of test and local chains alike', async () => {
    const hash = Uint8Array.from({ length: 20 }, (_none, index) => index)
    const address = Address(TEST_NETWORK).encode({ type: 'pkh', hash })
    const wallet = walletOf(scriptedWallet({ getAccountAddresses: [{ address, intention: 'payment' }] }))
    for (const id of [bitcoinTestnet.caipNetworkId, localId] as const)
      expect((await bip122.connect(wallet, { networkIds: [id] })).networkId).toBe(id)
    expect(OutScript.decode(p2pkh(key).script).type).toBe('pkh')
    expect(bip122.isAddress(p2sh(p2wpkh(key)).address ?? '')).toBe(true)
  })
})

describe('switchNetwork', () => {
  test('error: a wallet with no address there stays', async () => {
    const moved = bip122.switchNetwork?.(walletOf(scriptedWallet()), bitcoinTestnet)
    await expect(moved).rejects.toMatchObject({ code: 4902, message: 'Chain is not supported' })
  })
})

describe('readEvent', () => {
  test('behavior: addresses of the connection’s network; others only when there are no such', async () => {
    const read = (data: unknown) =>
      bip122.readEvent({ walletId: 'w', namespace: 'bip122', event: 'accountsChanged', data }, bitcoin.caipNetworkId)
    const [main, test] = [paymentAddress, testnetAddress].map((address) => ({ address, intention: 'payment' }))
    expect(await read([test, main])).toMatchObject({ accounts: [{ address: paymentAddress }] })
    expect(await read([test])).toMatchObject({ accounts: [{ address: testnetAddress }] })
  })
})

describe('signIn', () => {
  const scriptAddress = 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9'
  const signWith = async (signature: string, address: string = ordinalAddress) => {
    const wallet = scriptedWallet({ signMessage: () => ({ signature }) })
    const call = { networkId: bitcoin.caipNetworkId, account: { address }, text: 'hi' } as never
    return [await bip122.signIn?.(walletOf(wallet), call), wallet] as const
  }

  test.each([
    ['hex', 'ff00', '/wA='],
    ['hex behind 0x', '0xff00', '/wA='],
    ['base64', '/wAB', '/wAB'],
    ['a form that the wallet names', 'smpAkcwRA==', 'smpAkcwRA=='],
    ['a whole transaction', 'fulAgAAAA==', 'fulAgAAAA=='],
  ])('behavior: hands on %s as the server reads it', async (_name, signature, expected) => {
    expect((await signWith(signature))[0]).toEqual({ message: 'hi', signature: expected })
  })

  test.each([
    [ordinalAddress, 'bip322'],
    [scriptAddress, 'bip322'],
    [paymentAddress, 'ecdsa'],
    [legacy, 'ecdsa'],
  ])('behavior: %s signs by %s', async (address, protocol) => {
    const [, wallet] = await signWith('ff', address)
    expect(wallet.calls.at(-1)).toMatchObject({ params: { protocol } })
  })
})
