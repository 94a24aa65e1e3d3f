import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { solanaNodeHistory } from './solanaNode.js'

const chain = { caipNetworkId: 'solana:first', upstreams: [{}] } as unknown as Chain
const other = { ...chain, caipNetworkId: 'solana:other' } as unknown as Chain
const [alice, bob] = ['alice', 'bob'] as const

/** What a node answers about a transaction in which Alice pays Bob. */
const payment = {
  blockTime: 1_700_000_000,
  meta: { err: null, fee: 5_000, preBalances: [1_000_000, 0], postBalances: [895_000, 100_000] },
  transaction: { message: { accountKeys: [{ pubkey: alice }, { pubkey: bob }] } },
}

/** A node that has these transactions of everybody, the newest first, by how sure they are; and how often it was asked for each. */
function over(listed: Record<string, string>, options?: { readonly room: number }) {
  const asked: string[] = []
  const state = { listed, answer: (_signature: string): unknown => payment }
  const provider = solanaNodeHistory(
    async (_chain, method, [signature]) => {
      if (method === 'getSignaturesForAddress')
        return Object.entries(state.listed).map(([signature, confirmationStatus]) => ({ signature, err: null, confirmationStatus }))
      asked.push(String(signature))
      return state.answer(String(signature))
    },
    async () => new Map(),
    options,
  )
  const page = async (address: string = alice, on = chain) =>
    (await provider.pageOf({ chains: [on], address, signal: AbortSignal.timeout(1_000) })).transactions
  return { asked, state, page }
}

describe('solanaNodeHistory', () => {
  test('behavior: a transaction that is final is asked for once, for whomever it is shown', async () => {
    const { asked, page } = over({ first: 'finalized', second: 'finalized' })
    const before = await page()
    expect(before).toMatchObject([{ hash: 'first', operation: 'send' }, { hash: 'second' }])
    expect(await page()).toEqual(before)
    expect(await page(bob)).toMatchObject([{ hash: 'first', operation: 'receive' }, { hash: 'second' }])
    expect(asked).toEqual(['first', 'second'])
  })

  test('behavior: one that may still be undone is asked for each time, until it is final', async () => {
    const { asked, state, page } = over({ young: 'confirmed' })
    await page()
    await page()
    state.listed = { young: 'finalized' }
    await page()
    await page()
    expect(asked).toEqual(['young', 'young', 'young'])
  })

  test('behavior: chains have transactions of their own', async () => {
    const { asked, page } = over({ same: 'finalized' })
    await page()
    await page(alice, other)
    expect(asked).toEqual(['same', 'same'])
  })

  test('error: neither what a node does not have nor what is no transaction is kept', async () => {
    const { asked, state, page } = over({ first: 'finalized' })
    state.answer = () => null
    expect(await page()).toEqual([])
    state.answer = () => ({ meta: 7 })
    await expect(page()).rejects.toThrow()
    state.answer = () => payment
    expect(await page()).toHaveLength(1)
    expect(asked).toHaveLength(3)
  })

  test('behavior: what was shown longest ago makes room', async () => {
    // Each of these transactions has two accounts.
    const { asked, state, page } = over({ first: 'finalized' }, { room: 4 })
    for (const signature of ['first', 'second', 'third', 'first']) {
      state.listed = { [signature]: 'finalized' }
      await page()
    }
    expect(asked).toEqual(['first', 'second', 'third', 'first'])
    await page()
    expect(asked).toHaveLength(4)
  })
})
