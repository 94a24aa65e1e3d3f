import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { configSchema } from '../config/schema.js'
import { startRecordedServer } from '../testing/recordedServer.js'
import { openOnramp } from './openOnramp.js'

const chain = (id: number, name: string) => ({ caipNetworkId: `eip155:${id}`, id, name }) as unknown as Chain

test('behavior: one sells on each network: Coinbase where it does, MoonPay on the rest', () => {
  const { onramp } = configSchema.pick({ onramp: true }).parse({
    onramp: {
      coinbase: { keyId: 'id', keySecret: Buffer.alloc(64, 1).toString('base64') },
      moonpay: { key: 'pk_test_key', secret: 'sk_test_key' },
    },
  })
  const chains = [chain(8453, 'Base'), chain(42_220, 'Celo')]
  const nobody = {} as never
  const opened = openOnramp({
    ...{ config: { onramp, urls: nobody }, chains, ask: nobody, db: nobody, prices: nobody, rateOf: nobody, log: nobody },
  })
  expect(chains.map(({ caipNetworkId }) => opened.providerOf(caipNetworkId).name)).toEqual(['Coinbase', 'MoonPay'])
  expect(() => opened.providerOf('eip155:1')).toThrow('Unsupported network')
})

test('behavior: how each seller is paid is told apart, and the joint list has the widest of both', async () => {
  const limitsOf = (id: string, min: number | string, max: number | string) => ({ id, min: String(min), max: String(max) })
  const network = { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: '' }
  const limits = [limitsOf('CARD', 2, 7_500), limitsOf('ACH_BANK_ACCOUNT', 1, 25_000)]
  const [coinbase, moonpay] = await Promise.all([
    startRecordedServer(() => ({
      body: JSON.stringify({
        payment_currencies: [{ id: 'USD', limits }],
        purchase_currencies: [{ id: 'x', name: 'Ether', symbol: 'ETH', networks: [network] }],
      }),
    })),
    startRecordedServer(() => ({
      body: JSON.stringify([
        { type: 'fiat', code: 'usd', minBuyAmount: 20, maxBuyAmount: 30_000 },
        { type: 'fiat', code: 'gbp', minBuyAmount: 15, maxBuyAmount: 25_000 },
        {
          ...{ type: 'crypto', id: 'y', code: 'celo', name: 'Celo', isSuspended: false },
          metadata: { networkCode: 'celo', chainId: '42220', contractAddress: null },
        },
      ]),
    })),
  ])
  try {
    const { onramp } = configSchema.pick({ onramp: true }).parse({
      onramp: {
        coinbase: { keyId: 'id', keySecret: Buffer.alloc(64, 1).toString('base64'), url: coinbase.url },
        moonpay: { key: 'pk_test_key', secret: 'sk_test_key', url: moonpay.url },
      },
    })
    const nobody = {} as never
    const { options } = openOnramp({
      ...{ config: { onramp, urls: nobody }, chains: [chain(8453, 'Base'), chain(42_220, 'Celo')], ask: nobody },
      ...{ db: nobody, prices: nobody, rateOf: nobody, log: nobody },
    })
    const { providers, paymentCurrencies, purchaseCurrencies } = await options()
    expect(purchaseCurrencies.map(({ symbol, networks }) => [symbol, networks[0]?.provider])).toEqual([
      ['ETH', 'Coinbase'],
      ['CELO', 'MoonPay'],
    ])
    const bank = limitsOf('ach_bank_account', 1, 25_000)
    expect(providers).toEqual([
      { name: 'Coinbase', paymentCurrencies: [{ id: 'USD', payment_method_limits: [limitsOf('card', 2, 7_500), bank] }] },
      {
        name: 'MoonPay',
        paymentCurrencies: [
          { id: 'USD', payment_method_limits: [limitsOf('card', 20, 30_000)] },
          { id: 'GBP', payment_method_limits: [limitsOf('card', 15, 25_000)] },
        ],
      },
    ])
    expect(paymentCurrencies).toEqual([
      { id: 'USD', payment_method_limits: [limitsOf('card', 2, 30_000), bank] },
      { id: 'GBP', payment_method_limits: [limitsOf('card', 15, 25_000)] },
    ])
  } finally {
    await Promise.all([coinbase.close(), moonpay.close()])
  }
})

test('behavior: who does not say what it sells is asked again after half a minute, and keeps nobody who buys from another waiting', async () => {
  let [failures, isDown, now] = [0, true, 0]
  const celo = {
    ...{ type: 'crypto', id: 'y', code: 'celo', name: 'Celo', isSuspended: false },
    metadata: { networkCode: 'celo', chainId: '42220', contractAddress: null },
  }
  const [coinbase, moonpay] = await Promise.all([
    startRecordedServer(() => {
      if (!isDown) return { body: JSON.stringify({ payment_currencies: [], purchase_currencies: [] }) }
      failures += 1
      return { status: 500, body: '' }
    }),
    startRecordedServer(() => ({ body: JSON.stringify([celo]) })),
  ])
  try {
    const { onramp } = configSchema.pick({ onramp: true }).parse({
      onramp: {
        coinbase: { keyId: 'id', keySecret: Buffer.alloc(64, 1).toString('base64'), url: coinbase.url },
        moonpay: { key: 'pk_test_key', secret: 'sk_test_key', url: moonpay.url },
      },
    })
    const nobody = {} as never
    const { options } = openOnramp({
      ...{ config: { onramp, urls: nobody }, chains: [chain(8453, 'Base'), chain(42_220, 'Celo')], ask: nobody, now: () => now },
      ...{ db: nobody, prices: nobody, rateOf: nobody, log: pino({ level: 'silent' }) },
    })
    const silentAt = async (at: number) => {
      now = at
      const { purchaseCurrencies, silent } = await options()
      expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['CELO'])
      return silent
    }
    expect(await Promise.all([silentAt(0), silentAt(0)])).toEqual([['eip155:8453'], ['eip155:8453']])
    isDown = false
    expect(await silentAt(29_999)).toEqual(['eip155:8453'])
    expect(failures).toBe(1)
    expect(await silentAt(30_000)).toEqual([])
  } finally {
    await Promise.all([coinbase.close(), moonpay.close()])
  }
})
