import type { Network, SecureBoot } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createOwnAccounts } from './ownAccounts.js'
import { safeAddressOf } from './signers/safe/account.js'
import { memoryKeyValue } from './storage/keyValue.js'

const network = (caipNetworkId: Network['caipNetworkId'], chainNamespace: Network['chainNamespace']): Network => ({
  id: caipNetworkId,
  caipNetworkId,
  chainNamespace,
  name: caipNetworkId,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: {},
})
const [smart, plain, solana] = [network('eip155:1', 'eip155'), network('eip155:2', 'eip155'), network('solana:local', 'solana')]
const keys = { eip155: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk' } as const
const boot = (change: Partial<SecureBoot> = {}): SecureBoot => ({
  projectId: 'p',
  origin: 'https://shop.example',
  verified: true,
  mode: 'production',
  api: 'https://api.example',
  dialog: 'https://dialog.example',
  secure: 'https://secure.example',
  approvalSurface: 'frame',
  caps: { newDeviceUsd: 100 },
  networks: [smart, plain, solana],
  defaultNetwork: null,
  passkeyDomain: 'secure.example',
  smartAccounts: [{ caipNetworkId: smart.caipNetworkId, bundler: 'https://api.example/v1/bundler', sponsored: false }],
  defaultAccountType: 'smartAccount',
  contracts: {},
  build: '1',
  ...change,
})
const own = { address: keys.eip155, type: 'eoa' }
const contract = { address: safeAddressOf(keys.eip155), type: 'smartAccount' }

describe('createOwnAccounts', () => {
  test('behavior: the operator’s kind first where there is a bundler; the key’s own account elsewhere', async () => {
    const accounts = await createOwnAccounts(memoryKeyValue(), boot())
    expect(await accounts.on(smart, keys)).toEqual([contract, own])
    expect(await accounts.on(plain, keys)).toEqual([own])
    expect(await accounts.on(solana, keys)).toEqual([{ address: keys.solana, type: 'eoa' }])
    expect((await (await createOwnAccounts(memoryKeyValue(), boot({ defaultAccountType: 'eoa' }))).on(smart, keys))[0]).toEqual(own)
  })

  test('behavior: a user’s choice is kept over visits, until they sign out', async () => {
    const storage = memoryKeyValue()
    await (await createOwnAccounts(storage, boot())).prefer('eoa')
    const again = await createOwnAccounts(storage, boot())
    expect((await again.on(smart, keys))[0]).toEqual(own)
    await again.forget()
    expect((await again.on(smart, keys))[0]).toEqual(contract)
    expect((await (await createOwnAccounts(storage, boot())).on(smart, keys))[0]).toEqual(contract)
  })

  test('behavior: another tab’s choice holds here once it is read', async () => {
    const storage = memoryKeyValue()
    const here = await createOwnAccounts(storage, boot())
    const there = await createOwnAccounts(storage, boot())
    await there.prefer('eoa')
    await here.readAgain()
    expect((await here.on(smart, keys))[0]).toEqual(own)
    await there.forget()
    await here.readAgain()
    expect((await here.on(smart, keys))[0]).toEqual(contract)
  })

  test('behavior: what one user’s account has under way, nobody waits for who signs in after them', async () => {
    const accounts = await createOwnAccounts(memoryKeyValue(), boot())
    const underway = { hash: '0x1', validUntil: 1 } as const
    const { underway: mine } = await accounts.smart(smart, keys.eip155)
    mine.set(underway)
    expect((await accounts.smart(smart, keys.eip155)).underway.get()).toEqual(underway)
    expect((await accounts.smart(smart, `0x${'22'.repeat(20)}`)).underway.get()).toBeNull()
  })

  test('error: a network without a bundler has no smart account to make ready', async () => {
    const accounts = await createOwnAccounts(memoryKeyValue(), boot())
    await expect(accounts.require(plain)).rejects.toMatchObject({ code: 4902, message: 'Chain is not supported' })
    await expect(accounts.bundler(plain)).rejects.toMatchObject({ code: 4902 })
  })

  test('error: a bundler of a network that the project does not use is none', async () => {
    const accounts = await createOwnAccounts(memoryKeyValue(), boot({ networks: [plain] }))
    expect(accounts.networks).toEqual([])
  })
})
