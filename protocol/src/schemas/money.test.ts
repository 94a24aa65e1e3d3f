import { describe, expect, test } from 'vitest'
import type { TokenBalance } from '../money.js'
import { accountChange, balancesAnswer, historyAnswer, identityAnswer, nftsAnswer, toldChains } from './money.js'

const usdc: TokenBalance = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:31337',
  address: 'eip155:31337:0x5fbdb2315678afecb367f032d93f642f64180aa3',
  value: 240,
  price: 1,
  quantity: { decimals: '6', numeric: '240.000001' },
  iconUrl: '',
  listed: true,
}

const kept = (change: object) => balancesAnswer({ balances: [{ ...usdc, ...change }] }).balances

describe('balancesAnswer', () => {
  test('behavior: what the server says, amounts as they are', () => {
    const answer = { balances: [usdc], stale: ['eip155:1'], unavailable: ['solana:localnet'] }
    expect(balancesAnswer(answer)).toEqual(answer)
    const most = { decimals: '0', numeric: `${2n ** 256n - 1n}` }
    expect(kept({ quantity: most })[0]?.quantity).toEqual(most)
  })

  test.each([
    ['below zero', { decimals: '6', numeric: '-1' }],
    ['with an exponent', { decimals: '18', numeric: '1e77' }],
    ['with more digits than the token has', { decimals: '2', numeric: '1.234' }],
    ['a number', { decimals: 6, numeric: 240 }],
    ['more than a chain can count', { decimals: '0', numeric: '9'.repeat(79) }],
    ['decimals that no token has', { decimals: '999', numeric: '1' }],
  ])('error: an amount %s is left out, and nothing else', (_, quantity) => {
    expect(balancesAnswer({ balances: [{ ...usdc, quantity }, usdc] }).balances).toEqual([usdc])
  })

  test('error: a value or a price that cannot be is not known', () => {
    const [token] = kept({ value: -1, price: Number.NaN })
    expect(token).toMatchObject({ price: 0, symbol: 'USDC' })
    expect(token?.value).toBeUndefined()
  })

  test('behavior: how a price moved, or nothing where that cannot be', () => {
    expect([-1.5, 0, -101, Number.NaN, '1', 1e12].map((change24h) => kept({ change24h })[0]?.change24h)).toEqual([
      -1.5,
      0,
      ...Array(4).fill(undefined),
    ])
    expect(kept({ change24h: 'up' })).toHaveLength(1)
  })

  test('error: an answer that is no list', () => {
    for (const answer of [undefined, '<html>', {}, { balances: 'all' }]) expect(() => balancesAnswer(answer)).toThrow()
  })
})

describe('identityAnswer', () => {
  test('behavior: a name and a picture, or neither', () => {
    const nobody = { name: null, avatar: null, resolvedAt: '2026-01-01T00:00:00Z' }
    expect(identityAnswer(nobody)).toEqual(nobody)
    expect(identityAnswer({ ...nobody, name: 'alice.eth' }).name).toBe('alice.eth')
    expect(() => identityAnswer({ name: 1 })).toThrow()
  })
})

describe('historyAnswer', () => {
  const transfer = {
    fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: null },
    nft_info: null,
    direction: 'in',
    quantity: { numeric: '12.5' },
    value: 12.5,
    price: 1,
    address: usdc.address,
    listed: true,
    counterparty: '0x1',
  }
  const transaction = {
    id: 'a',
    metadata: {
      operationType: 'receive',
      hash: '0x1',
      minedAt: '2026-03-02T12:00:00.000Z',
      sentFrom: '0x1',
      sentTo: '0x2',
      status: 'confirmed',
      nonce: 0,
      application: null,
      chain: 'eip155:31337',
    },
    transfers: [transfer],
  }
  const page = (...data: readonly unknown[]) => historyAnswer({ data, next: null }).data

  test('behavior: what the server says', () => {
    expect(page(transaction)).toEqual([transaction])
    expect(historyAnswer({ data: [], next: 'more' }).next).toBe('more')
    const unserved = ['eip155:1']
    expect(historyAnswer({ data: [], next: null, unserved })).toEqual({ data: [], next: null, unserved })
    expect(nftsAnswer({ nfts: [], unserved, stale: unserved })).toEqual({ nfts: [], unserved, stale: unserved })
  })

  test('behavior: an operation of a newer server is some call', () => {
    const metadata = { ...transaction.metadata, operationType: 'teleport' }
    expect(page({ ...transaction, metadata })[0]?.metadata.operationType).toBe('execute')
  })

  test('error: a transfer below zero is left out, a value that cannot be is not known, a transaction without a time does not count', () => {
    const lies = {
      ...transaction,
      transfers: [
        { ...transfer, quantity: { numeric: '-1' } },
        { ...transfer, value: -5 },
      ],
    }
    expect(page(lies)[0]?.transfers).toEqual([{ ...transfer, value: null }])
    expect(page({ ...transaction, metadata: { ...transaction.metadata, minedAt: 'soon' } }, transaction)).toEqual([transaction])
    for (const answer of ['<html>', {}, { data: 1, next: null }]) expect(() => historyAnswer(answer)).toThrow()
  })
})

describe('accountChange', () => {
  test('behavior: a change, and nothing else', () => {
    const change = { chain: 'eip155:1', hash: '0x1', status: 'pending' }
    expect(accountChange(change)).toEqual(change)
    expect(() => accountChange({ ...change, status: 'perhaps' })).toThrow()
  })
})

describe('toldChains', () => {
  test('behavior: chains, and nothing else', () => {
    expect(toldChains({ chains: ['eip155:1', '<b>'] })).toEqual({ chains: ['eip155:1'] })
    for (const answer of [{}, { chains: 7 }]) expect(() => toldChains(answer)).toThrow()
  })
})

describe('nftsAnswer', () => {
  const nft = {
    chainId: 'eip155:1',
    address: 'eip155:1:0xa',
    tokenId: '7',
    kind: 'erc721',
    name: null,
    collection: 'Art',
    imageUrl: '',
    amount: '1',
    spam: false,
  }
  test('behavior: what the server says; what cannot be true is left out', () => {
    expect(nftsAnswer({ nfts: [nft, { ...nft, amount: '-1' }, { ...nft, tokenId: 'x' }] }).nfts).toEqual([nft])
    expect(() => nftsAnswer('<html>')).toThrow()
  })
})
