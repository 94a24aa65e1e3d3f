import type { OnrampOptions, OnrampOrder, OnrampQuote } from '@latchkey/protocol'
import { fundSolanaSandbox, onrampConfig } from '@latchkey/testkit/src/chains/localOnramp.js'
import { listedTokens } from '@latchkey/testkit/src/chains/localTokens.js'
import { localSolanaId } from '@latchkey/testkit/src/chains/solana/genesis.js'
import { serveSolana } from '@latchkey/testkit/src/chains/solana/server.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solanaNodeBalances } from '../balances/solanaNode.js'
import { solanaNames } from '../chainReads/solanaNames.js'
import type { RunningServices } from '../startServices.js'
import { openSolana } from '../testing/upstreams.js'

/* The sandbox on a Solana chain: SOL and dollars that really arrive. */

const usdc = listedTokens(localSolanaId).find(({ symbol }) => symbol === 'USDC')?.address ?? expect.fail('There is no USDC.')
const sandbox = { ...onrampConfig().sandbox, chains: [localSolanaId] }
const settings = {
  ...{ caip2: localSolanaId, name: 'Local Solana', nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
  ...{ blockTime: 0, tokens: listedTokens(localSolanaId) },
}

let chain: Awaited<ReturnType<typeof serveSolana>>
let reads: Awaited<ReturnType<typeof openSolana>>
let database: TestDatabase
let running: RunningServices
const start = (testnet = true) =>
  startTestServices({
    database: database.options,
    node: chain.url,
    chains: [{ ...settings, testnet, upstreams: [{ url: chain.url }] }],
    projects: [{ id: 'open', name: 'Open', mode: 'development' }],
    onramp: { sandbox },
  })
beforeAll(async () => {
  chain = await serveSolana({ port: 0 })
  reads = await openSolana(chain.url)
  await fundSolanaSandbox(chain)
  const [kind] = databases
  database = await (kind ?? expect.fail('There is no database.')).open()
  running = await start()
}, 120_000)
afterAll(async () => {
  await running?.close()
  await Promise.all([database?.remove(), reads?.gateway.close(), chain?.close()])
}, 60_000)

const newAddress = async () => (await generateKeyPairSigner()).address
const post = (path: string, body: object) =>
  ask(running.port, `${urls.api}${path}?projectId=open`, { method: 'POST', body: JSON.stringify(body) })
const get = async (path: string) => (await ask(running.port, `${urls.api}${path}?projectId=open`)).json
const orderOf = async (id: string) => (await get(`/v1/onramp/orders/${id}`)) as OnrampOrder
const begin = (address: string, symbol: string, amount = 100) =>
  post('/v1/generators/onrampurl', {
    destinationWallets: [{ address, assets: [symbol], blockchains: [localSolanaId] }],
    defaultNetwork: localSolanaId,
    presetFiatAmount: amount,
    ...(amount > 7_500 ? { paymentMethod: 'ach_bank_account' } : {}),
  })
const begun = async (address: string, symbol: string, amount = 100) => {
  const answer = await begin(address, symbol, amount)
  expect(answer.status).toBe(200)
  return answer.json as { url: string; id: string }
}
const pay = (url: string) =>
  ask(running.port, url, { method: 'POST', body: 'action=pay', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
/** What an account has, from the chain: of the coin, and of the dollar. */
async function held(address: string) {
  const found = await solanaNodeBalances(reads.gateway.ask, solanaNames(reads.gateway.ask)).holdingsOf({
    ...{ chain: reads.chain, address, tokens: [], signal: AbortSignal.timeout(10_000) },
  })
  const of = (token: string | undefined) => found.find((one) => one.token?.address === token)?.quantity ?? 0n
  return { sol: of(undefined), usdc: of(usdc) }
}
const quoteOf = async (symbol: string) =>
  (
    await post('/v1/onramp/quote', {
      ...{ purchaseCurrency: { id: symbol }, paymentCurrency: { id: 'USD' }, amount: '100', network: localSolanaId },
    })
  ).json as OnrampQuote
const reasonOf = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [
  status,
  (json as { reasons: { description: string }[] }).reasons[0]?.description,
]

test('behavior: SOL at the operator’s price and dollars are sold, and what is paid for arrives on the chain, exactly and once', async () => {
  const { purchaseCurrencies } = (await get('/v1/onramp/options')) as OnrampOptions
  expect(purchaseCurrencies.map(({ symbol, networks }) => [symbol, networks[0]?.caip2, networks[0]?.contract_address])).toEqual([
    ['SOL', localSolanaId, ''],
    ['USDC', localSolanaId, usdc],
  ])
  const [sol, dollars] = [await quoteOf('SOL'), await quoteOf('USDC')]
  // 98.49 dollars at 150 dollars; of the dollars, the account that the buyer does not have costs 31 cents more.
  expect(sol.purchaseAmount).toEqual({ amount: '0.6566', currency: 'SOL' })
  expect(dollars).toMatchObject({ networkFee: { amount: '0.31' }, purchaseAmount: { amount: '98.19', currency: 'USDC' } })

  const buyer = await newAddress()
  for (const symbol of ['SOL', 'USDC']) {
    const { url, id } = await begun(buyer, symbol)
    const answers = await Promise.all([pay(url), pay(url), pay(url)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    await expect.poll(async () => (await orderOf(id)).state).toBe('sent')
    await pay(url)
  }
  expect(await held(buyer)).toEqual({ sol: parseUnits(sol.purchaseAmount.amount, 9), usdc: parseUnits('98.19', 6) })
})

test('behavior: the same purchase again, at the same moment, is paid again', async () => {
  const buyer = await newAddress()
  const both = await Promise.all([begun(buyer, 'USDC'), begun(buyer, 'USDC'), begun(buyer, 'USDC')])
  await Promise.all(both.map(({ url }) => pay(url)))
  for (const { id } of both) await expect.poll(async () => (await orderOf(id)).state).toBe('sent')
  expect((await held(buyer)).usdc).toBe(3n * parseUnits('98.19', 6))
})

test('behavior: a server that was stopped in the middle pays what it had signed, and nothing twice', async () => {
  const buyer = await newAddress()
  const { url, id } = await begun(buyer, 'SOL')
  await pay(url)
  await running.close()
  running = await start()
  await pay(url)
  expect((await orderOf(id)).state).toBe('sent')
  expect((await held(buyer)).sol).toBe(parseUnits('0.6566', 9))
}, 60_000)

test('error: more than the sandbox has, and an address of another family, buy nothing', async () => {
  expect(reasonOf(await begin('0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97', 'SOL'))).toEqual([400, 'Invalid address'])
  // Somebody buys all that it has: some 164 SOL a purchase.
  const buyer = await newAddress()
  for (let index = 0; index < 100; index++) {
    const { url, id } = await begun(buyer, 'SOL', 25_000)
    await pay(url)
    const order = await orderOf(id)
    if (order.state !== 'failed') continue
    expect(order.reason).toBe('The sandbox cannot pay at the moment')
    return
  }
  throw new Error('The sandbox never ran out of coins')
}, 120_000)

test('error: on a Solana network that is no test network the server does not start', async () => {
  await expect(start(false)).rejects.toThrow(
    `onramp.sandbox.chains[0] names ${localSolanaId}, which is no test network: the sandbox gives coins away.`,
  )
})
