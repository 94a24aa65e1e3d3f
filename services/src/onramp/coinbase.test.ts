import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { base } from '@latchkey/protocol'
import { jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { coinbaseOnramp } from './coinbase.js'

/* Coinbase Onramp by recorded answers, in the shapes of its public documentation (docs.cdp.coinbase.com, onramp API reference). */

const options = JSON.stringify({
  payment_currencies: [
    {
      id: 'USD',
      limits: [
        { id: 'CARD', min: '2', max: '7500' },
        { id: 'ACH_BANK_ACCOUNT', min: '1', max: '25000' },
      ],
      icon_url: 'https://static.example/usd.png',
    },
  ],
  purchase_currencies: [
    {
      id: '2b92315d-eab7-5bef-84fa-089a131333f5',
      name: 'USDC',
      symbol: 'USDC',
      icon_url: 'https://static.example/usdc.png',
      networks: [
        {
          name: 'base',
          display_name: 'Base',
          chain_id: '8453',
          contract_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          icon_url: 'https://static.example/base.png',
        },
        { name: 'solana', display_name: 'Solana', chain_id: '0', contract_address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      ],
    },
    { id: 'x', name: 'Elsewhere', symbol: 'ELSE', networks: [{ name: 'near', display_name: 'Near', chain_id: '0', contract_address: '' }] },
  ],
})
const usd = (value: string) => ({ value, currency: 'USD' })
const quoted = {
  payment_total: usd('100.75'),
  payment_subtotal: usd('100'),
  purchase_amount: { value: '100', currency: 'USDC' },
  coinbase_fee: usd('0.5'),
  network_fee: usd('0.25'),
  quote_id: 'quote-1',
}
const token = { token: 'ZWJlNDgwYmItNjBkMi00ZmFiLWIxYTQtMTM3MGI2YjJiNjFh', channel_id: '' }

const keyId = 'organizations/one/apiKeys/two'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
const keySecret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')

const chain = {
  caipNetworkId: base.caipNetworkId,
  id: 8453,
  name: 'Base',
  upstreams: [{ url: 'http://127.0.0.1:9', weight: 1 }],
  testnet: false,
}
const purchase = { network: 'eip155:8453', symbol: 'USDC', amount: '100.75', currency: 'USD', method: 'card' }
const session = { ...purchase, projectId: 'shop', address: '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97', ip: '203.0.113.7' }

let server: Awaited<ReturnType<typeof startRecordedServer>>
let answers: Record<string, Recorded>
let questions: { path: string; authorization: string; body: unknown }[]
beforeEach(async () => {
  questions = []
  answers = {
    '/onramp/v1/buy/options?country=US&subdivision=NY': { body: options },
    '/onramp/v1/buy/quote': { body: JSON.stringify(quoted) },
    '/onramp/v1/token': { body: JSON.stringify(token) },
  }
  server = await startRecordedServer((path, { authorization }, body) => {
    questions.push({ path, authorization: String(authorization), body: body ? JSON.parse(body) : undefined })
    return answers[path]
  })
})
afterEach(() => server.close())

const open = (secret = keySecret) =>
  coinbaseOnramp(
    { keyId, keySecret: secret, country: 'US', subdivision: 'NY', url: server.url, checkout: 'https://pay.coinbase.com/buy/select-asset' },
    [chain as unknown as Chain],
  )
const claimsOf = (index: number, key: KeyObject = publicKey) =>
  jwtVerify(questions[index]?.authorization.replace('Bearer ', '') ?? '', key, { issuer: 'cdp', subject: keyId })

describe('coinbaseOnramp', () => {
  test('behavior: options of the configured networks, asked once in ten minutes', async () => {
    const provider = open()
    expect(await provider.options()).toEqual({
      purchaseCurrencies: [
        {
          id: '2b92315d-eab7-5bef-84fa-089a131333f5',
          name: 'USDC',
          symbol: 'USDC',
          networks: [
            {
              name: 'base',
              display_name: 'Base',
              chain_id: '8453',
              contract_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
              caip2: 'eip155:8453',
              provider: 'Coinbase',
            },
          ],
        },
      ],
      paymentCurrencies: [
        {
          id: 'USD',
          payment_method_limits: [
            { id: 'card', min: '2', max: '7500' },
            { id: 'ach_bank_account', min: '1', max: '25000' },
          ],
        },
      ],
    })
    await provider.options()
    expect(questions).toHaveLength(1)
    expect([provider.serves('eip155:8453'), provider.serves('eip155:1')]).toEqual([true, false])
  })

  test('behavior: a quote, by a question that is signed for this host and path, for two minutes', async () => {
    expect(await open().quote(purchase)).toEqual({
      paymentTotal: { amount: '100.75', currency: 'USD' },
      paymentSubtotal: { amount: '100', currency: 'USD' },
      networkFee: { amount: '0.25', currency: 'USD' },
      purchaseAmount: { amount: '100', currency: 'USDC' },
      quoteId: 'quote-1',
    })
    expect(questions[0]?.body).toEqual({
      purchaseCurrency: 'USDC',
      purchaseNetwork: 'base',
      paymentAmount: '100.75',
      paymentCurrency: 'USD',
      paymentMethod: 'CARD',
      country: 'US',
      subdivision: 'NY',
    })
    const { payload, protectedHeader } = await claimsOf(0)
    expect(payload.uris).toEqual([`POST ${new URL(server.url).host}/onramp/v1/buy/quote`])
    expect((payload.exp ?? 0) - (payload.nbf ?? 0)).toBe(120)
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: keyId, typ: 'JWT', nonce: expect.stringMatching(/^[0-9a-f]{16}$/) })
  })

  test('behavior: the checkout’s address carries a token for one address, coin and client, and nothing of the user', async () => {
    const { url, id } = await open().begin(session)
    expect(questions[0]?.body).toEqual({
      addresses: [{ address: session.address, blockchains: ['base'] }],
      assets: ['USDC'],
      clientIp: '203.0.113.7',
    })
    expect(id).toBeUndefined()
    const address = new URL(url)
    expect(address.origin + address.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      sessionToken: token.token,
      defaultAsset: 'USDC',
      defaultNetwork: 'base',
      presetFiatAmount: '100.75',
      fiatCurrency: 'USD',
      defaultPaymentMethod: 'CARD',
    })
    expect(url).not.toContain(session.address)
  })

  test.each([
    ['2001:db8::7', { clientIp: '2001:db8::7' }],
    ['2001:db8:0:0', {}],
    ['unknown', {}],
    [undefined, {}],
  ])('behavior: a client at %s is told as an address, or not at all', async (ip, told) => {
    await open().begin({ ...session, ip })
    expect(questions[0]?.body).toEqual({ addresses: [{ address: session.address, blockchains: ['base'] }], assets: ['USDC'], ...told })
  })

  test('behavior: an older key (ECDSA, PEM) signs too', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = pair.privateKey.export({ type: 'sec1', format: 'pem' }).toString()
    await open(pem.replaceAll('\n', '\\n')).quote(purchase)
    expect((await claimsOf(0, createPublicKey(pair.privateKey))).protectedHeader.alg).toBe('ES256')
  })

  test.each<[string, Recorded, object]>([
    ['it does not answer', 'cut', { status: 503, message: 'OnRamp provider is temporarily unavailable' }],
    ['a key that counts no more', { status: 401, body: '{"code":16,"message":"Unauthorized"}' }, { status: 503 }],
    ['too many questions', { status: 429, body: '{}' }, { status: 503 }],
    ['no JSON', { body: '<html>' }, { status: 503 }],
    ['another shape', { body: '{"quote_id":"a"}' }, { status: 503 }],
    ['an amount below zero', { body: JSON.stringify({ ...quoted, purchase_amount: { value: '-1', currency: 'USDC' } }) }, { status: 503 }],
    [
      'a quote for another coin',
      { body: JSON.stringify({ ...quoted, purchase_amount: { value: '1', currency: 'BTC' } }) },
      { status: 503 },
    ],
    [
      'what it does not sell',
      { status: 400, body: '{"code":3,"message":"payment amount is too low"}' },
      { status: 400, message: 'Coinbase does not sell this amount, coin or network here' },
    ],
  ])('error: %s', async (_what, answer, expected) => {
    answers['/onramp/v1/buy/quote'] = answer
    await expect(open().quote(purchase)).rejects.toMatchObject({ name: 'OnrampError', ...expected })
  })

  test('error: another network, an address of another family, something that is no key', async () => {
    await expect(open().quote({ ...purchase, network: 'eip155:1' })).rejects.toMatchObject({ status: 400, message: 'Unsupported network' })
    await expect(open().begin({ ...session, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' })).rejects.toMatchObject({
      status: 400,
      message: 'Invalid address',
    })
    expect(questions).toEqual([])
    expect(() => open('short')).toThrow('onramp.coinbase.keySecret is no secret API key of Coinbase.')
  })
})
