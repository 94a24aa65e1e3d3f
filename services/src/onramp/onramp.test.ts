import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OnrampOptions, OnrampOrder, OnrampQuote } from '@latchkey/protocol'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { localContracts, writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { fundSandbox, onrampConfig } from '@latchkey/testkit/src/chains/localOnramp.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { type Address, createPublicClient, erc20Abi, http, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'

/* Buying in the sandbox: the quote, the checkout's page, and coins that really arrive on the local chain. */

const network = 'eip155:31337'
const usdc = localContracts()[network]?.tokens.USDC?.address ?? expect.fail('There is no USDC.')
const sandbox = { ...onrampConfig().sandbox, chains: [network] }

let folder: string
let node: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-onramp-'))
  node = await startAnvil({ chainId: 31_337, args: ['--init', await writeGenesis({ chainId: 31_337, folder })] })
  await fundSandbox({ url: node.url, chainId: 31_337 })
}, 60_000)
afterAll(async () => {
  await node?.stop()
  await rm(folder, { recursive: true, force: true })
})
const chain = () => createPublicClient({ transport: http(node.url) })
const newAddress = () => privateKeyToAddress(generatePrivateKey())

describe.each(databases)('the sandbox on $kind', ({ open }) => {
  let database: TestDatabase
  let running: RunningServices
  const start = () =>
    startTestServices({
      database: database.options,
      node: node.url,
      limits: { api: { perSecond: 1_000, burst: 10_000 } },
      rates: { eur: '0.5' },
      chains: [
        { ...localChain(node.url), blockTime: 0, testnet: true, ...contractsConfig(31_337) },
        { ...localChain(node.url), id: 31_338, name: 'Second', blockTime: 0, testnet: true },
      ],
      onramp: { sandbox },
    })
  beforeAll(async () => {
    database = await open()
    running = await start()
  }, 120_000)
  afterAll(async () => {
    await running?.close()
    await database?.remove()
  }, 60_000)

  const get = (path: string, query = 'projectId=open') => ask(running.port, `${urls.api}${path}?${query}`)
  const post = (path: string, body: object, query = 'projectId=open') =>
    ask(running.port, `${urls.api}${path}?${query}`, { method: 'POST', body: JSON.stringify(body) })
  const reason = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [
    status,
    (json as { reasons: { description: string }[] }).reasons[0]?.description,
  ]
  const quoteBody = { purchaseCurrency: { id: 'USDC', symbol: 'USDC' }, paymentCurrency: { id: 'USD' }, amount: '100', network: 'USDC' }
  const begin = async (address: Address, more: object = {}) => {
    const answer = await post('/v1/generators/onrampurl', {
      destinationWallets: [{ address, assets: ['USDC'], blockchains: [network] }],
      partnerUserId: 'visitor',
      defaultNetwork: network,
      presetFiatAmount: 100,
      ...more,
    })
    expect(answer.status).toBe(200)
    return answer.json as { url: string; id: string }
  }
  const press = (url: string, action: string) =>
    ask(running.port, url, {
      method: 'POST',
      body: `action=${action}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const orderOf = async (id: string) => (await get(`/v1/onramp/orders/${id}`)).json as OnrampOrder
  const held = (address: Address) => chain().readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

  test('behavior: the options are the coins that the sandbox has, on networks that the project may use', async () => {
    const { purchaseCurrencies, paymentCurrencies } = (await get('/v1/onramp/options')).json as OnrampOptions
    expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
    expect(purchaseCurrencies[1]?.networks).toEqual([
      expect.objectContaining({ caip2: network, chain_id: '31337', contract_address: usdc.toLowerCase(), provider: 'Sandbox' }),
    ])
    expect(paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
    expect(paymentCurrencies[0]?.payment_method_limits).toEqual([
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ])
  })

  test('behavior: a quote is what is left after the fees, at the price of the chain’s pools', async () => {
    const quote = (await post('/v1/onramp/quote', quoteBody)).json as OnrampQuote
    expect(quote.paymentTotal).toEqual({ amount: '100.00', currency: 'USD' })
    const [subtotal, fee] = [Number(quote.paymentSubtotal.amount), Number(quote.networkFee.amount)]
    expect(subtotal + fee).toBeCloseTo(98.5)
    expect(quote.purchaseAmount).toEqual({ amount: String(subtotal), currency: 'USDC' })
    const euros = (await post('/v1/onramp/quote', { ...quoteBody, paymentCurrency: { id: 'EUR' } })).json as OnrampQuote
    expect(Number(euros.purchaseAmount.amount)).toBeGreaterThan(196)
    const ether = await post('/v1/onramp/quote', { ...quoteBody, purchaseCurrency: { id: 'ETH' }, network })
    const amount = Number((ether.json as OnrampQuote).purchaseAmount.amount)
    expect(amount).toBeGreaterThan(98 / 2_600)
    expect(amount).toBeLessThan(99 / 2_400)
  })

  test('error: outside the limits, another coin, network, currency or method', async () => {
    for (const [change, said] of [
      [{ amount: '9.99' }, 'The amount is below the limit of 10.00'],
      [{ amount: '7500.01' }, 'The amount is above the limit of 7500.00'],
      [{ amount: '25000.01', paymentMethod: 'ach_bank_account' }, 'The amount is above the limit of 25000.00'],
      [{ paymentMethod: 'cash' }, 'Unsupported payment method'],
      [{ paymentCurrency: { id: 'GBP' } }, 'Unsupported currency'],
      [{ purchaseCurrency: { id: 'WBTC' }, network: 'WBTC' }, 'Unsupported network'],
      [{ network: 'eip155:1' }, 'Unsupported network'],
      [{ network: 'eip155:31338' }, 'Unsupported network'],
    ] as const)
      expect(reason(await post('/v1/onramp/quote', { ...quoteBody, ...change }))).toEqual([400, said])
    expect((await post('/v1/onramp/quote', { ...quoteBody, amount: '1e5' })).status).toBe(422)
    expect((await post('/v1/onramp/quote', quoteBody, 'projectId=nobody')).status).toBe(401)
  })

  test('behavior: what is paid for arrives on the chain, exactly and once, however often the page is sent', async () => {
    const address = newAddress()
    const { url, id } = await begin(address)
    const page = await ask(running.port, url)
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    const [, amount = ''] = /You get<\/dt><dd>([\d.]+) USDC/.exec(page.text) ?? []
    expect(page.text).toContain('100.00 USD')
    expect(await orderOf(id)).toEqual({ state: 'waiting' })
    const answers = await Promise.all([press(url, 'pay'), press(url, 'pay'), press(url, 'pay'), press(url, 'cancel')])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    await expect.poll(async () => (await orderOf(id)).state).toMatch(/sent|cancelled/)
    const order = await orderOf(id)
    // Whoever was first: paid or cancelled, never both.
    if (order.state === 'cancelled') expect(await held(address)).toBe(0n)
    else {
      expect(await held(address)).toBe(parseUnits(amount, 6))
      expect((await chain().getTransactionReceipt({ hash: order.hash as `0x${string}` })).status).toBe('success')
    }
    await press(url, 'pay')
    expect(await held(address)).toBe(order.state === 'sent' ? parseUnits(amount, 6) : 0n)
  })

  test('behavior: how much is bought can be given instead of how much is paid', async () => {
    for (const [presetCryptoAmount, given, least, most] of [
      ['250', {}, 250, 251],
      [0.5, { destinationWallets: [{ address: newAddress(), assets: ['ETH'] }] }, 0.5, 0.502],
    ] as const) {
      const { url } = await begin(newAddress(), { presetFiatAmount: undefined, presetCryptoAmount, ...given })
      const { text } = await ask(running.port, url)
      const [, amount = ''] = /You get<\/dt><dd>([\d.]+) /.exec(text) ?? []
      expect([presetCryptoAmount, Number(amount) >= least, Number(amount) <= most, amount]).toEqual([
        presetCryptoAmount,
        true,
        true,
        amount,
      ])
    }
    const paid = await begin(newAddress(), { presetFiatAmount: 40, presetCryptoAmount: 250 })
    expect((await ask(running.port, paid.url)).text).toContain('40.00 USD')
    const destinationWallets = [{ address: newAddress(), assets: ['USDC'] }]
    for (const presetCryptoAmount of ['1e5', -1, 0, '0', null, {}])
      expect((await post('/v1/generators/onrampurl', { destinationWallets, presetCryptoAmount })).status).toBe(422)
    expect(reason(await post('/v1/generators/onrampurl', { destinationWallets, presetCryptoAmount: 1 }))).toEqual([
      400,
      'The amount is below the limit of 10.00',
    ])
  })

  test('behavior: the first asset that is sold on the network is bought', async () => {
    for (const [assets, symbol] of [
      [['DAI', 'USDC', 'ETH'], 'USDC'],
      [undefined, 'ETH'],
    ] as const) {
      const { url } = await begin(newAddress(), { destinationWallets: [{ address: newAddress(), ...(assets ? { assets } : {}) }] })
      expect((await ask(running.port, url)).text).toMatch(new RegExp(`You get</dt><dd>[\\d.]+ ${symbol}<`))
    }
    const destinationWallets = [{ address: newAddress(), assets: ['DAI', 'WBTC'] }]
    expect(reason(await post('/v1/generators/onrampurl', { destinationWallets }))).toEqual([400, 'Unsupported network'])
  })

  test('behavior: several purchases at the same time are all paid, also of the chain’s own coin', async () => {
    const buyers = Array.from({ length: 5 }, newAddress)
    const begun = await Promise.all(
      buyers.map((address) => begin(address, { destinationWallets: [{ address, assets: ['ETH'], blockchains: [network] }] })),
    )
    await Promise.all(begun.map(({ url }) => press(url, 'pay')))
    await expect
      .poll(async () => (await Promise.all(begun.map(({ id }) => orderOf(id)))).map(({ state }) => state))
      .toEqual(buyers.map(() => 'sent'))
    for (const address of buyers) expect(await chain().getBalance({ address })).toBeGreaterThan(0n)
  })

  test('behavior: a declined card and Cancel pay nothing, and it stays so', async () => {
    for (const [action, end] of [
      ['decline', { state: 'failed', reason: 'The card was declined' }],
      ['cancel', { state: 'cancelled' }],
    ] as const) {
      const address = newAddress()
      const { url, id } = await begin(address)
      await press(url, action)
      await press(url, 'pay')
      expect(await orderOf(id)).toEqual(end)
      expect(await held(address)).toBe(0n)
    }
    for (const nobody of ['nobody', '%00', 'a%00b']) {
      expect((await get(`/v1/onramp/orders/${nobody}`)).status).toBe(404)
      expect((await ask(running.port, `${urls.api}/onramp/sandbox/${nobody}`)).status).toBe(404)
    }
  })

  test('behavior: a server that was stopped in the middle pays what it had signed, and nothing twice', async () => {
    const address = newAddress()
    const { url, id } = await begin(address)
    await press(url, 'pay')
    const before = await orderOf(id)
    await running.close()
    running = await start()
    await press(url, 'pay')
    expect(await orderOf(id)).toEqual({ ...before, state: 'sent' })
    expect(await held(address)).toBeGreaterThan(0n)
  }, 60_000)
})

describe('a configuration with a sandbox', () => {
  test('error: on a network that is no test network the server does not start', async () => {
    const [kind] = databases
    const database = await (kind ?? expect.fail('There is no database.')).open()
    try {
      await expect(
        startTestServices({
          database: database.options,
          node: node.url,
          chains: [localChain(node.url)],
          onramp: { sandbox },
        }),
      ).rejects.toThrow('onramp.sandbox.chains[0] names eip155:31337, which is no test network: the sandbox gives coins away.')
    } finally {
      await database.remove()
    }
  })
})
