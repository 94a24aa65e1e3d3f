import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { solanaNames } from '../chainReads/solanaNames.js'
import { tokenPrograms } from '../chainReads/tokenPrograms.js'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { solanaNodeBalances } from './solanaNode.js'

const mintOf = (index: number) => base58.encode(Uint8Array.from({ length: 32 }, (_, at) => (at < 2 ? (index >> (8 * at)) & 255 : 7)))
const [listed, asked] = [mintOf(5_000), mintOf(5_001)]
const chain = {
  caipNetworkId: 'solana:local',
  tokens: [{ address: listed, symbol: 'OURS', decimals: 0 }],
} as unknown as Chain
const account = (mint: string, amount: string, decimals: number) => ({
  account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals } } } } },
})

/** A node that says what the address's accounts hold, and keeps how many mints it was asked to name. */
function nodeWith(accounts: readonly object[]) {
  const named: number[] = []
  const ask: AskChain = async (_chain, method, params) => {
    if (method === 'getBalance') return { value: 1 }
    if (method === 'getTokenAccountsByOwner')
      return { value: (params[1] as { programId: string }).programId === tokenPrograms[0] ? accounts : [] }
    const addresses = params[0] as readonly string[]
    named.push(addresses.length / 2)
    return { value: addresses.map(() => null) }
  }
  return { named, holdingsOf: solanaNodeBalances(ask, solanaNames(ask)).holdingsOf }
}

test('security: of an address with thousands of mints 500 are read: what is listed, asked for or divisible before NFTs', async () => {
  const nfts = Array.from({ length: 2_000 }, (_, index) => account(mintOf(index), '1', 0))
  const coins = Array.from({ length: 300 }, (_, index) => account(mintOf(2_000 + index), '5', 6))
  const { named, holdingsOf } = nodeWith([
    ...nfts,
    ...coins,
    account(mintOf(4_000), '0', 6),
    account(listed, '3', 0),
    account(asked, '0', 0),
  ])
  const [coin, ...held] = await holdingsOf({ chain, address: mintOf(9_000), tokens: [asked], signal: AbortSignal.timeout(20_000) })
  expect(coin?.token).toBeNull()
  const addresses = held.map(({ token }) => token?.address)
  expect(addresses).toHaveLength(500)
  expect(addresses.slice(0, 2).sort()).toEqual([listed, asked].sort())
  expect(addresses.slice(2, 302)).toEqual(Array.from({ length: 300 }, (_, index) => mintOf(2_000 + index)))
  expect(addresses).not.toContain(mintOf(4_000))
  // The operator names what is listed.
  expect(named.reduce((sum, count) => sum + count, 0)).toBe(499)
})
