import { mainNetworkIds } from '@latchkey/protocol'
import { checkAddress, encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { polkadotAddress, solanaAddress, substrateAddress } from '../../testing/familyAddresses.js'
import { namespaceContract, walletOf } from '../../testing/namespaceContract.js'
import { scriptedWallet } from '../../testing/scriptedWallet.js'
import { polkadot } from './index.js'

const kusama = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const kusamaGenesis = '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe'

namespaceContract({
  namespace: polkadot,
  valid: [polkadotAddress, substrateAddress, 'CpjsLDC1JFyrhm3ftC9Gs4QoyrkHKhZKtK7YqGTRFtTafgp'],
  invalid: [
    '',
    polkadotAddress.slice(1),
    `${polkadotAddress}1`,
    ` ${polkadotAddress}`,
    polkadotAddress.replace('1', '2'),
    solanaAddress,
    '1'.repeat(500),
  ],
  spellings: { canonical: polkadotAddress, others: [polkadotAddress] },
  networkId: mainNetworkIds.polkadot,
})

describe('isAddress', () => {
  const keys = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const formats = fc.integer({ min: 0, max: 16_383 }).filter((format) => format !== 46 && format !== 47)

  test('behavior: every key has one in every format, as its library writes it', () => {
    fc.assert(fc.property(keys, formats, (key, format) => polkadot.isAddress(encodeAddress(key, format))))
  })

  test('error: one character that is another breaks the checksum, as for its library', () => {
    fc.assert(
      fc.property(keys, fc.nat(46), fc.constantFrom(...'abcdefghijkmnopqrstuvwxyz'), (key, at, character) => {
        const address = encodeAddress(key, 0)
        const other = address.slice(0, at) + character + address.slice(at + 1)
        fc.pre(other !== address)
        // Two bytes of checksum let one in 65 536 pass.
        expect(polkadot.isAddress(other)).toBe(checkAddress(other, 0)[0])
      }),
    )
  })
})

describe('connect', () => {
  const two = [
    { address: substrateAddress, genesisHash: kusamaGenesis },
    { address: polkadotAddress, genesisHash: null },
  ]
  const connect = (...networkIds: `${string}:${string}`[]) =>
    polkadot.connect(walletOf(scriptedWallet({ polkadot_requestAccounts: two })), { networkIds })
  const addresses = async (id: `${string}:${string}`) => (await connect(id)).accounts.map(({ address }) => address)

  test('behavior: an account of one chain alone is offered there alone', async () => {
    expect(await addresses(kusama)).toEqual([substrateAddress, polkadotAddress])
    expect(await addresses(mainNetworkIds.polkadot)).toEqual([polkadotAddress])
  })

  test('behavior: a wallet with accounts of another chain alone says where it is', async () => {
    const wallet = walletOf(scriptedWallet({ polkadot_requestAccounts: two.slice(0, 1) }))
    expect((await polkadot.connect(wallet, { networkIds: [mainNetworkIds.polkadot] })).networkId).toBe(kusama)
  })
})

describe('readEvent', () => {
  test('behavior: accounts of another chain do not count', async () => {
    const data = [{ address: substrateAddress, genesisHash: kusamaGenesis }]
    const read = (networkId: `${string}:${string}`) =>
      polkadot.readEvent({ walletId: 'w', namespace: 'polkadot', event: 'accountsChanged', data }, networkId)
    expect(await read(kusama)).toMatchObject({ accounts: [{ address: substrateAddress }] })
    expect(await read(mainNetworkIds.polkadot)).toMatchObject({ accounts: [] })
  })
})
