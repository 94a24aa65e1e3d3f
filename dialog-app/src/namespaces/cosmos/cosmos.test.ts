import { pubkeyToAddress } from '@cosmjs/amino'
import { mainNetworkIds } from '@latchkey/protocol'
import { bech32 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cosmosAddress, cosmosKey, osmosisAddress, paymentAddress } from '../../testing/familyAddresses.js'
import { namespaceContract, walletOf } from '../../testing/namespaceContract.js'
import { scriptedWallet } from '../../testing/scriptedWallet.js'
import { cosmos } from './index.js'

const hub = mainNetworkIds.cosmos
const osmosis = 'cosmos:osmosis-1'

namespaceContract({
  namespace: cosmos,
  valid: [cosmosAddress, osmosisAddress, cosmosAddress.toUpperCase()],
  invalid: ['', 'cosmos1', cosmosAddress.slice(0, -1), ` ${cosmosAddress}`, cosmosAddress.replace('cosmos1', 'osmo1'), paymentAddress],
  spellings: { canonical: cosmosAddress, others: [cosmosAddress, cosmosAddress.toUpperCase()] },
  networkId: hub,
})

describe('isAddress', () => {
  const prefixes = fc.constantFrom('cosmos', 'osmo', 'juno', 'celestia', 'noble', 'inj')
  const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((x) => Buffer.from([2, ...x]).toString('base64'))

  test('behavior: every key has one on every chain, as its library writes it', () => {
    const address = (value: string, prefix: string) => pubkeyToAddress({ type: 'tendermint/PubKeySecp256k1', value }, prefix)
    fc.assert(fc.property(keys, prefixes, (key, prefix) => cosmos.isAddress(address(key, prefix))))
  })

  test('error: one character that is another breaks the checksum; another length is no account', () => {
    const replaced = fc.tuple(fc.integer({ min: 7, max: cosmosAddress.length - 1 }), fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'))
    fc.assert(
      fc.property(replaced, ([at, character]) => {
        fc.pre(cosmosAddress[at] !== character)
        expect(cosmos.isAddress(cosmosAddress.slice(0, at) + character + cosmosAddress.slice(at + 1))).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const address = bech32.encode('cosmos', bech32.toWords(bytes))
        expect(cosmos.isAddress(address)).toBe(bytes.length === 20 || bytes.length === 32)
      }),
    )
  })
})

describe('connect', () => {
  const both = [
    { algo: 'secp256k1', address: osmosisAddress, pubkey: cosmosKey, chainId: 'osmosis-1' },
    { algo: 'secp256k1', address: cosmosAddress, pubkey: cosmosKey, chainId: 'cosmoshub-4' },
  ]

  test('behavior: all wanted chains are asked for; the first that has an account is where it is', async () => {
    const far = scriptedWallet({ cosmos_requestAccounts: both })
    const { accounts, networkId } = await cosmos.connect(walletOf(far), { networkIds: ['cosmos:juno-1', hub, osmosis] })
    expect(far.calls[0]?.params).toEqual({ chainIds: ['juno-1', 'cosmoshub-4', 'osmosis-1'] })
    expect(networkId).toBe(hub)
    expect(accounts).toEqual([{ namespace: 'cosmos', address: cosmosAddress, type: 'eoa', publicKey: cosmosKey }])
  })

  test('behavior: the other chain has the other address', async () => {
    const wallet = walletOf(scriptedWallet({ cosmos_requestAccounts: both }))
    const there = { caipNetworkId: osmosis } as never
    expect(await cosmos.switchNetwork?.(wallet, there)).toMatchObject([{ address: osmosisAddress }])
  })

  test('error: a chain that the wallet does not have', async () => {
    const there = { caipNetworkId: 'cosmos:juno-1' } as never
    const wallet = walletOf(scriptedWallet({ cosmos_requestAccounts: both }))
    await expect(cosmos.switchNetwork?.(wallet, there)).rejects.toMatchObject({ code: 4902 })
  })

  test('behavior: of what the wallet shows later, the connection’s chain counts', async () => {
    const read = (networkId?: `${string}:${string}`) =>
      cosmos.readEvent({ walletId: 'w', namespace: 'cosmos', event: 'accountsChanged', data: both }, networkId)
    expect(await read(hub)).toMatchObject({ accounts: [{ address: cosmosAddress }] })
    expect(await read()).toMatchObject({ accounts: [{ address: osmosisAddress }] })
  })
})
