import { afterEach, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { blockscoutBalances } from './blockscout.js'

const address = '0x00000000000000000000000000000000000000ff'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

let close: () => Promise<void> = async () => {}
afterEach(() => close())

async function asked(answer: (path: string) => Recorded | undefined, tokens: readonly string[] = []) {
  const server = await startRecordedServer(answer)
  close = server.close
  const chain = { caipNetworkId: 'eip155:1', tokens: [], blockscout: { url: server.url, key: 'k' } } as unknown as Chain
  return { server, holdings: blockscoutBalances.holdingsOf({ chain, address, tokens, signal: AbortSignal.timeout(5_000) }) }
}

const token = (changes: object, value = '1500000') => ({
  token: {
    address_hash: usdc,
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: '6',
    type: 'ERC-20',
    icon_url: 'https://example.com/usdc.png',
    reputation: 'ok',
    ...changes,
  },
  token_id: null,
  token_instance: null,
  value,
})

const recorded =
  (tokens: readonly object[]) =>
  (path: string): Recorded =>
    path.includes('/token-balances')
      ? { body: JSON.stringify(tokens) }
      : { body: JSON.stringify({ hash: address, coin_balance: '1000000000000000000', is_contract: false }) }

describe('blockscoutBalances', () => {
  test('behavior: the coin and the tokens as its public documentation says', async () => {
    const { holdings, server } = await asked(recorded([token({})]))
    expect(await holdings).toEqual([
      { token: null, quantity: 10n ** 18n },
      {
        token: {
          address: usdc.toLowerCase(),
          name: 'USD Coin',
          symbol: 'USDC',
          decimals: 6,
          listed: false,
          logo: 'https://example.com/usdc.png',
        },
        quantity: 1_500_000n,
      },
    ])
    expect(server.asked[0]).toBe(`/api/v2/addresses/${address}?apikey=k`)
  })

  test('behavior: an address without a balance has none', async () => {
    const { holdings } = await asked((path) => ({ body: path.includes('token') ? '[]' : '{"coin_balance":null}' }))
    expect(await holdings).toEqual([{ token: null, quantity: 0n }])
  })

  test('behavior: other kinds of tokens, impossible decimals, scams and what has no contract are left out', async () => {
    const { holdings } = await asked(
      recorded([
        token({ type: 'ERC-721' }),
        token({ decimals: null }),
        token({ decimals: '1000' }),
        token({ reputation: 'scam' }),
        token({ address_hash: 'javascript:alert(1)' }),
      ]),
    )
    expect(await holdings).toHaveLength(1)
  })

  test.each<[string, Recorded]>([
    ['an error', { status: 503, body: '{}' }],
    ['a page instead of JSON', { body: '<html></html>' }],
    ['an amount below zero', { body: '{"coin_balance":"-5"}' }],
    ['an amount with a fraction', { body: '{"coin_balance":"1.5"}' }],
  ])('behavior: %s is no answer', async (_what, answer) => {
    const { holdings } = await asked(() => answer)
    await expect(holdings).rejects.toThrow()
  })
})
