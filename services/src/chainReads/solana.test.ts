import { faucetAddress } from '@latchkey/testkit/src/chains/solana/faucet.js'
import { genesisTokens } from '@latchkey/testkit/src/chains/solana/genesisTokens.js'
import { sendTokens } from '@latchkey/testkit/src/chains/solana/sendTokens.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solanaNodeBalances } from '../balances/solanaNode.js'
import { solanaNodeHistory } from '../history/solanaNode.js'
import { openSolana, startSolana } from '../testing/upstreams.js'
import { metadataAddress, readMetadata } from './metaplex.js'
import { solanaNames } from './solanaNames.js'

/* Balances, names and history of a Solana chain with tokens of both programs. */

const holder = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const mintOf = (wanted: string) => genesisTokens().find(({ key }) => key === wanted)?.mint ?? expect.fail(`There is no ${wanted}.`)
const sent = [
  ['USDC', 1_500_000n],
  ['PLAIN', 7n],
  ['PICTURE', 1n],
  ['T22', 12_345n],
] as const

let chain: Awaited<ReturnType<typeof startSolana>>
/** Nothing of it is listed, and USDC is. */
let bare: Awaited<ReturnType<typeof openSolana>>
let listing: Awaited<ReturnType<typeof openSolana>>
const signatures: string[] = []
beforeAll(async () => {
  chain = await startSolana()
  const tokens = [{ address: mintOf('USDC'), symbol: 'USDC', name: 'Ours', decimals: 6 }]
  bare = await openSolana(chain.url, { tokens: [] })
  listing = await openSolana(chain.url, { tokens })
  await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [holder, 2_000_000_000] }),
  })
  for (const [key, amount] of sent) signatures.push(await sendTokens(chain.url, { key, to: holder, amount }))
}, 60_000)
afterAll(async () => {
  await Promise.all([bare?.gateway.close(), listing?.gateway.close(), chain?.close()])
})

const signal = AbortSignal.timeout(60_000)
const balancesOf = ({ gateway, chain: asked }: typeof bare, tokens: readonly string[] = []) =>
  solanaNodeBalances(gateway.ask, solanaNames(gateway.ask)).holdingsOf({ chain: asked, address: holder, tokens, signal })
const historyOf = ({ gateway, chain: asked }: typeof bare, cursor?: string) =>
  solanaNodeHistory(gateway.ask, solanaNames(gateway.ask)).pageOf({ chains: [asked], address: holder, cursor, signal })

describe('a Solana account', () => {
  test('behavior: has its coin, tokens of both programs and NFTs, each called what its own metadata says', async () => {
    const [coin, ...held] = await balancesOf(bare)
    expect(coin).toEqual({ token: null, quantity: 2_000_000_000n })
    const by = new Map(held.map(({ token, quantity }) => [token?.address, { ...token, quantity }]))
    expect(by.get(mintOf('USDC'))).toMatchObject({ name: 'USD Coin', symbol: 'USDC', decimals: 6, listed: false, quantity: 1_500_000n })
    expect(by.get(mintOf('T22'))).toMatchObject({ name: 'Local Token-2022', symbol: 'T22', decimals: 4, listed: false, quantity: 12_345n })
    expect(by.get(mintOf('PICTURE'))).toMatchObject({ name: 'Local Picture', symbol: 'PIC', decimals: 0, quantity: 1n })
    expect(by.get(mintOf('PLAIN'))).toMatchObject({ name: '', symbol: '', decimals: 9, quantity: 7n })
  })

  test('behavior: what the operator lists is called what the list says', async () => {
    const held = await balancesOf(listing)
    expect(held.find(({ token }) => token?.address === mintOf('USDC'))?.token).toMatchObject({ name: 'Ours', listed: true })
  })

  test('behavior: its history is what it got, the newest first, with exact amounts and names', async () => {
    const { transactions, next } = await historyOf(bare)
    expect(next).toBeNull()
    // A node names a transaction by the accounts in it: tokens go to an account of their own, which names its owner when it is made.
    expect(transactions.map(({ hash }) => hash).slice(0, sent.length)).toEqual([...signatures].reverse())
    expect(transactions[0]).toMatchObject({
      operation: 'receive',
      status: 'confirmed',
      from: faucetAddress,
      to: holder,
      moved: [{ direction: 'in', token: mintOf('T22'), amount: 12_345n, about: { symbol: 'T22', decimals: 4 } }],
    })
    expect(transactions.at(-1)).toMatchObject({
      operation: 'receive',
      from: faucetAddress,
      moved: [{ direction: 'in', token: null, amount: 2_000_000_000n }],
    })
    expect(transactions.every(({ at }) => Math.abs(at - Date.now()) < 600_000)).toBe(true)
  })
})

describe('names of mints', () => {
  test('behavior: are asked for once', async () => {
    let asked = 0
    const names = solanaNames((...question) => {
      asked += 1
      return bare.gateway.ask(...question)
    })
    const mints = genesisTokens().map(({ mint }) => mint)
    for (let count = 0; count < 3; count++) await names(bare.chain, mints)
    expect(asked).toBe(1)
  })

  test('security: of another mint, another program or cut short are none', () => {
    const mint = mintOf('USDC')
    expect(readMetadata(new Uint8Array(400).fill(4), mint)).toBeNull()
    expect(readMetadata(Uint8Array.of(4), mint)).toBeNull()
    expect(metadataAddress(mint)).toBe('ERz2RJybgfwKjXWBhUCBhVbbnFb58JAqwFUkhnsWsurJ')
    expect(metadataAddress(mintOf('PICTURE'))).toBe('Gaedww6jXkzjbNhJVcE3X43EgMhrbxt3q4jc9fzEGGog')
  })
})
