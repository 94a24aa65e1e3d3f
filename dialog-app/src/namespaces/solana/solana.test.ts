import { builtInNetworks, solanaDevnet, solanaMainnet } from '@latchkey/protocol'
import { getAddressDecoder } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRpcClient } from '../../api/rpc.js'
import { otherSolanaAddress, paymentAddress, solanaAddress } from '../../testing/familyAddresses.js'
import { namespaceContract, walletOf } from '../../testing/namespaceContract.js'
import { json, rpcServer } from '../../testing/rpcServer.js'
import { scriptedWallet } from '../../testing/scriptedWallet.js'
import { solana } from './index.js'

const local = 'solana:2vTgJUBj5ZJZwkjwTzzkhxgMzzGnL6CsXLzNDSdRmcDA'

namespaceContract({
  namespace: solana,
  valid: [solanaAddress, otherSolanaAddress, '1'.repeat(32)],
  invalid: [
    '',
    '1'.repeat(31),
    `${solanaAddress}1`,
    ` ${solanaAddress}`,
    `${solanaAddress}\n`,
    paymentAddress,
    solanaAddress.replace('H', '0'),
  ],
  spellings: { canonical: solanaAddress, others: [solanaAddress] },
  networkId: solanaDevnet.caipNetworkId,
})

describe('isAddress', () => {
  test('behavior: every key is one, as its library writes it', () => {
    const decoder = getAddressDecoder()
    fc.assert(fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => solana.isAddress(decoder.decode(key))))
  })

  test('behavior: 32 to 44 base58 characters, and nothing around them', () => {
    const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const texts = fc.string({ unit: fc.constantFrom(...base58), maxLength: 60 })
    fc.assert(fc.property(texts, (text) => solana.isAddress(text) === (text.length >= 32 && text.length <= 44)))
    const foreign = fc.constantFrom('0', 'O', 'I', 'l', ' ', '\n', 'é', '_', ':')
    fc.assert(
      fc.property(foreign, fc.nat(43), (character, at) => {
        expect(solana.isAddress(solanaAddress.slice(0, at) + character + solanaAddress.slice(at + 1))).toBe(false)
      }),
    )
  })
})

describe('connect', () => {
  const accounts = (chains: readonly string[]) => scriptedWallet({ solana_requestAccounts: [{ pubkey: solanaAddress, chains }] })
  const connect = (chains: readonly string[], networkIds: readonly `${string}:${string}`[]) =>
    solana.connect(walletOf(accounts(chains)), { networkIds })

  test('behavior: goes to the first wanted network that the wallet works on; an older id is the same network', async () => {
    const wanted = [solanaMainnet.caipNetworkId, solanaDevnet.caipNetworkId]
    expect((await connect([solanaDevnet.caipNetworkId], wanted)).networkId).toBe(solanaDevnet.caipNetworkId)
    expect((await connect([solanaMainnet.deprecatedCaipNetworkId], wanted)).networkId).toBe(solanaMainnet.caipNetworkId)
  })

  test('behavior: a wallet for local chains works on a chain that is not one of the public ones', async () => {
    expect((await connect(['solana:localnet'], [solanaMainnet.caipNetworkId, local])).networkId).toBe(local)
  })

  test('behavior: a wallet without any wanted network says where it is', async () => {
    expect((await connect([solanaMainnet.caipNetworkId], [solanaDevnet.caipNetworkId])).networkId).toBe(solanaMainnet.caipNetworkId)
  })

  test('behavior: accounts that do not work on the network stay out', async () => {
    const far = scriptedWallet({
      solana_requestAccounts: [{ pubkey: otherSolanaAddress, chains: [solanaMainnet.caipNetworkId] }, { pubkey: solanaAddress }],
    })
    const { accounts, networkId } = await solana.connect(walletOf(far), { networkIds: [solanaDevnet.caipNetworkId] })
    expect([accounts.map(({ address }) => address), networkId]).toEqual([[solanaAddress], solanaDevnet.caipNetworkId])
  })
})

describe('switchNetwork', () => {
  test('behavior: asks silently, and gives the accounts there', async () => {
    const far = scriptedWallet()
    const accounts = await solana.switchNetwork?.(walletOf(far), solanaDevnet)
    expect(accounts?.map(({ address }) => address)).toEqual([solanaAddress, otherSolanaAddress])
    expect(far.calls).toEqual([{ method: 'solana_requestAccounts', params: { silent: true } }])
  })

  test('error: a wallet without that network is never moved there', async () => {
    const far = scriptedWallet({ solana_requestAccounts: [{ pubkey: solanaAddress, chains: [solanaMainnet.caipNetworkId] }] })
    const moved = solana.switchNetwork?.(walletOf(far), solanaDevnet)
    await expect(moved).rejects.toMatchObject({ code: 4902, message: 'Chain is not supported' })
  })
})

describe('readEvent', () => {
  test('behavior: networks under both of their ids', () => {
    const read = (data: unknown) => solana.readEvent({ walletId: 'w', namespace: 'solana', event: 'chainChanged', data })
    for (const { caipNetworkId, deprecatedCaipNetworkId, chainNamespace } of builtInNetworks) {
      if (chainNamespace !== 'solana') continue
      const change = { type: 'network', networkId: caipNetworkId }
      for (const id of [caipNetworkId, deprecatedCaipNetworkId ?? caipNetworkId])
        for (const data of [id, id.slice('solana:'.length)]) expect(read(data)).toEqual(change)
    }
    expect(read('eip155:1')).toBeUndefined()
  })
})

describe('balance', () => {
  test('behavior: lamports, of confirmed blocks', async () => {
    const server = await rpcServer(({ body }, response) => {
      const [{ id }] = [body].flat() as [{ id: number }]
      const answer = { jsonrpc: '2.0', id, result: { context: { slot: 5 }, value: 1_500_000_000 } }
      json(response, Array.isArray(body) ? [answer] : answer)
    })
    const balance = await solana.balance?.(solanaMainnet, solanaAddress, createRpcClient([server.url], Date.now))
    expect(balance).toEqual({ value: 1_500_000_000n, decimals: 9, symbol: 'SOL' })
    expect([server.seen[0]?.body].flat()[0]).toMatchObject({ method: 'getBalance', params: [solanaAddress, { commitment: 'confirmed' }] })
    await server.close()
  })

  test('error: an answer that is no amount', async () => {
    const server = await rpcServer()
    await expect(solana.balance?.(solanaMainnet, solanaAddress, createRpcClient([server.url], Date.now))).rejects.toMatchObject({
      code: -32603,
    })
    await server.close()
  })
})
