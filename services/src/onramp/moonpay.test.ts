import { createHmac } from 'node:crypto'
import { base } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { moonpayOnramp } from './moonpay.js'

/* MoonPay by recorded answers, in the shapes of its public documentation (https://dev.moonpay.com/api-reference/widget: getcurrencies, getbuyquote). */

const usd = {
  id: '1',
  type: 'fiat',
  name: 'US Dollar',
  code: 'usd',
  precision: 2,
  minBuyAmount: 20,
  maxBuyAmount: 30_000,
  isSellSupported: true,
}
const crypto = (code: string, metadata: object | null, more: object = {}) => ({
  ...{ id: `id-${code}`, type: 'crypto', name: 'USD Coin', code, precision: 2, minBuyAmount: 20, maxBuyAmount: null },
  ...{
    addressRegex: '^(0x)[0-9A-Fa-f]{40}$',
    supportsTestMode: true,
    isSuspended: false,
    isSupportedInUs: true,
    notAllowedCountries: ['CA'],
  },
  ...{ metadata, ...more },
})
const contract = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const currencies = [
  usd,
  { ...usd, id: '2', code: 'xxx', maxBuyAmount: null },
  crypto('usdc_base', { contractAddress: contract, chainId: '8453', networkCode: 'base' }),
  crypto('eth_base', { contractAddress: null, chainId: '8453', networkCode: 'base' }, { name: 'Ethereum (Base)' }),
  crypto('usdc', { contractAddress: '0xa0b8', chainId: '1', networkCode: 'ethereum' }),
  crypto('usdc_sol', { contractAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', chainId: '101', networkCode: 'solana' }),
  crypto('dai_base', { contractAddress: '0xda1', chainId: '8453', networkCode: 'base' }, { isSuspended: true }),
  crypto('btc', null),
  { type: 'points' },
]
const quoted = {
  ...{ accountId: '717a8a80-5c17-46f9-84f8-a5253c372f51', baseCurrencyCode: 'usd', baseCurrencyAmount: 95.51 },
  ...{ quoteCurrencyCode: 'usdc_base', quoteCurrencyAmount: 95.4, quoteCurrencyPrice: 1.001, paymentMethod: 'credit_debit_card' },
  ...{ feeAmount: 3.99, extraFeeAmount: 0, networkFeeAmount: 0.5, totalAmount: 100, signature: 'really-long-string', expiresIn: 1800 },
}

const chain = {
  caipNetworkId: base.caipNetworkId,
  id: 8453,
  name: 'Base',
  upstreams: [{ url: 'http://127.0.0.1:9', weight: 1 }],
  testnet: false,
}
const purchase = { network: 'eip155:8453', symbol: 'USDC', amount: '100', currency: 'USD', method: 'card' }
const session = { ...purchase, projectId: 'shop', address: '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97', ip: '203.0.113.7' }
const [key, secret] = ['pk_test_key', 'sk_test_key']

let server: Awaited<ReturnType<typeof startRecordedServer>>
let answers: Record<string, Recorded>
beforeEach(async () => {
  answers = {
    '/v3/currencies': { body: JSON.stringify(currencies) },
    '/v3/currencies/usdc_base/buy_quote': { body: JSON.stringify(quoted) },
  }
  server = await startRecordedServer((path) => answers[path.split('?')[0] ?? ''])
})
afterEach(() => server.close())
const open = () => moonpayOnramp({ key, secret, url: server.url, checkout: 'https://buy.moonpay.com' }, [chain as unknown as Chain])
const askedFor = (index: number) => Object.fromEntries(new URL(`http://x${server.asked[index]}`).searchParams)

describe('moonpayOnramp', () => {
  test('behavior: coins of the configured networks that are sold now, asked once in ten minutes', async () => {
    const provider = open()
    const network = { name: 'base', display_name: 'Base', chain_id: '8453', caip2: 'eip155:8453', provider: 'MoonPay' }
    expect(await provider.options()).toEqual({
      purchaseCurrencies: [
        { id: 'id-usdc_base', name: 'USD Coin', symbol: 'USDC', networks: [{ ...network, contract_address: contract }] },
        { id: 'id-eth_base', name: 'Ethereum (Base)', symbol: 'ETH', networks: [{ ...network, contract_address: '' }] },
      ],
      paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '20', max: '30000' }] }],
    })
    await provider.options()
    expect(server.asked).toEqual([`/v3/currencies?apiKey=${key}`])
    expect([provider.serves('eip155:8453'), provider.serves('eip155:1')]).toEqual([true, false])
  })

  test('behavior: a quote for what is paid, fees included', async () => {
    expect(await open().quote(purchase)).toEqual({
      paymentTotal: { amount: '100', currency: 'USD' },
      paymentSubtotal: { amount: '95.51', currency: 'USD' },
      networkFee: { amount: '0.5', currency: 'USD' },
      purchaseAmount: { amount: '95.4', currency: 'USDC' },
      quoteId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(askedFor(1)).toEqual({
      ...{ apiKey: key, baseCurrencyCode: 'usd', baseCurrencyAmount: '100', paymentMethod: 'credit_debit_card', areFeesIncluded: 'true' },
    })
  })

  test('behavior: small amounts are decimal numbers, not exponents', async () => {
    answers['/v3/currencies/usdc_base/buy_quote'] = { body: JSON.stringify({ ...quoted, quoteCurrencyAmount: 0.00000012 }) }
    expect((await open().quote(purchase)).purchaseAmount.amount).toBe('0.00000012')
  })

  test('behavior: the checkout’s address is signed, wallet included, and does not have the secret', async () => {
    const { url, id } = await open().begin(session)
    expect(id).toBeUndefined()
    const address = new URL(url)
    expect(address.origin).toBe('https://buy.moonpay.com')
    const { signature, ...rest } = Object.fromEntries(address.searchParams)
    expect(rest).toEqual({
      ...{ apiKey: key, currencyCode: 'usdc_base', walletAddress: session.address },
      ...{ baseCurrencyCode: 'usd', baseCurrencyAmount: '100', paymentMethod: 'credit_debit_card' },
    })
    // As its documentation does it: over the query with its question mark, before the signature is appended.
    const signed = address.search.slice(0, address.search.indexOf('&signature='))
    expect(signature).toBe(createHmac('sha256', secret).update(signed).digest('base64'))
    expect(url).not.toContain(secret)
  })

  const unavailable = { status: 503, message: 'OnRamp provider is temporarily unavailable' }
  const refused = { status: 400, message: 'MoonPay does not sell this amount, coin or network here' }
  const changed = (more: object): Recorded => ({ body: JSON.stringify({ ...quoted, ...more }) })
  test.each<[string, Recorded, object]>([
    ['it does not answer', 'cut', unavailable],
    ['a key that counts no more', { status: 401, body: '{"message":"Unauthorized","type":"UnauthorizedError"}' }, unavailable],
    ['too many questions', { status: 429, body: '{}' }, unavailable],
    ['no JSON', { body: '<html>' }, unavailable],
    ['another shape', { body: '{"accountId":"a"}' }, unavailable],
    ['an amount below zero', changed({ quoteCurrencyAmount: -1 }), unavailable],
    ['a quote for another coin', changed({ quoteCurrencyCode: 'btc' }), unavailable],
    ['a quote in another currency', changed({ baseCurrencyCode: 'eur' }), unavailable],
    ['more to pay than was asked for', changed({ totalAmount: 100.01 }), unavailable],
    ['an amount that it does not sell', { status: 400, body: '{"message":"Minimum purchase is $20","type":"BadRequestError"}' }, refused],
    ['a coin that it does not know', { status: 404, body: '{"message":"Currency not found","type":"NotFoundError"}' }, refused],
  ])('error: %s', async (_what, answer, expected) => {
    answers['/v3/currencies/usdc_base/buy_quote'] = answer
    await expect(open().quote(purchase)).rejects.toMatchObject({ name: 'OnrampError', ...expected })
  })

  test('error: another network, a suspended coin, another method, an address of another family; nothing is asked for but the list', async () => {
    const provider = open()
    const unsupported = { status: 400, message: 'Unsupported network' }
    await expect(provider.quote({ ...purchase, network: 'eip155:1' })).rejects.toMatchObject(unsupported)
    await expect(provider.quote({ ...purchase, symbol: 'DAI' })).rejects.toMatchObject(unsupported)
    await expect(provider.quote({ ...purchase, method: 'ach_bank_account' })).rejects.toMatchObject({
      status: 400,
      message: 'Unsupported payment method',
    })
    await expect(provider.begin({ ...session, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' })).rejects.toMatchObject({
      status: 400,
      message: 'Invalid address',
    })
    expect(server.asked).toHaveLength(1)
  })
})
