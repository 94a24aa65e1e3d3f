import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OnrampOptions, OnrampOrder } from '@latchkey/protocol'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { localContracts, writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { fundSandbox, onrampConfig } from '@latchkey/testkit/src/chains/localOnramp.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'
import type { FakeNode } from '../testing/fakeNode.js'
import { lying, startFaultyNode } from '../testing/upstreams.js'

/* A purchase in the sandbox whose node breaks in the middle, or lies: nothing is paid twice, and nothing is said to be paid that was not. */

const network = 'eip155:31337'
const usdc = localContracts()[network]?.tokens.USDC?.address ?? expect.fail('There is no USDC.')
const [kind] = databases
if (!kind) throw new Error('There is no database.')

let folder: string
let anvil: Awaited<ReturnType<typeof startAnvil>>
let node: FakeNode
/** A second network on which the sandbox sells, whose node never answers. */
let dead: FakeNode
let database: TestDatabase
let running: RunningServices
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-onramp-faults-'))
  anvil = await startAnvil({ chainId: 31_337, args: ['--init', await writeGenesis({ chainId: 31_337, folder })] })
  await fundSandbox({ url: anvil.url, chainId: 31_337 })
  ;[node, dead, database] = await Promise.all([startFaultyNode(lying(anvil.url, {})), startFaultyNode('cut'), kind.open()])
  const chain = (url: string) => ({ ...localChain(url), blockTime: 0, testnet: true, ...contractsConfig(31_337) })
  running = await startTestServices({
    database: database.options,
    node: node.url,
    limits: { api: { perSecond: 1_000, burst: 10_000 } },
    chains: [chain(node.url), { ...chain(dead.url), id: 31_338, name: 'Second' }],
    onramp: { sandbox: { ...onrampConfig().sandbox, chains: [network, 'eip155:31338'] } },
  })
}, 120_000)
afterAll(async () => {
  await running?.close()
  await Promise.all([node?.close(), dead?.close(), anvil?.stop()])
  await Promise.all([database?.remove(), rm(folder, { recursive: true, force: true })])
}, 60_000)
beforeEach(() => {
  node.answer = lying(anvil.url, {})
})

const post = (path: string, body: object) =>
  ask(running.port, `${urls.api}${path}?projectId=open`, { method: 'POST', body: JSON.stringify(body) })
const begin = async (address: Address) => {
  const wallet = { address, assets: ['USDC'], blockchains: [network] }
  // A node that was away is asked again a moment later.
  const answer = await expect
    .poll(() => post('/v1/generators/onrampurl', { destinationWallets: [wallet], defaultNetwork: network }), { timeout: 20_000 })
    .toMatchObject({ status: 200 })
    .then(() => post('/v1/generators/onrampurl', { destinationWallets: [wallet], defaultNetwork: network }))
  return answer.json as { url: string; id: string }
}
const pay = (url: string) =>
  ask(running.port, url, { method: 'POST', body: 'action=pay', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const orderOf = async (id: string) => (await ask(running.port, `${urls.api}/v1/onramp/orders/${id}?projectId=open`)).json as OnrampOrder
const newAddress = () => privateKeyToAddress(generatePrivateKey())
const held = (address: Address) =>
  createPublicClient({ transport: http(anvil.url) }).readContract({
    address: usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })

describe('a purchase whose node breaks', () => {
  test('error: of a network whose node does not answer nothing is offered, and nobody says that it is not supported', async () => {
    const { purchaseCurrencies } = (await ask(running.port, `${urls.api}/v1/onramp/options?projectId=open`)).json as OnrampOptions
    expect(purchaseCurrencies.flatMap(({ networks }) => networks.map(({ caip2 }) => caip2))).toEqual([network, network])
    const quote = { purchaseCurrency: { id: 'USDC', symbol: 'USDC' }, paymentCurrency: { id: 'USD' }, amount: '100' }
    expect((await post('/v1/onramp/quote', { ...quote, network: 'eip155:31338' })).status).toBe(503)
    expect((await post('/v1/onramp/quote', { ...quote, network })).status).toBe(200)
    expect((await post('/v1/onramp/quote', { ...quote, network: 'eip155:1' })).status).toBe(400)
  })

  test.each<[string, FakeNode['answer']]>([
    ['is cut off', () => 'cut'],
    ['answers with a page', () => ({ text: '<!doctype html><title>Sorry</title>' })],
    ['tells no number', (body, text) => lying(anvil.url, { eth_getTransactionCount: 'soon' })(body, text)],
    ['tells no price of gas', (body, text) => lying(anvil.url, { eth_estimateGas: 'soon', eth_gasPrice: '-0x5' })(body, text)],
  ])(
    'error: before anything is sent, a node that %s: the purchase failed, and nothing is paid later',
    async (_what, answer) => {
      const address = newAddress()
      const { url, id } = await begin(address)
      node.answer = answer
      expect((await pay(url)).status).toBe(303)
      expect(await orderOf(id)).toEqual({ state: 'failed', reason: 'The sandbox cannot pay at the moment' })
      node.answer = lying(anvil.url, {})
      expect((await pay(url)).status).toBe(303)
      expect(await orderOf(id)).toMatchObject({ state: 'failed' })
      expect(await held(address)).toBe(0n)
    },
    60_000,
  )

  test.each<[string, unknown]>([
    ['dies', undefined],
    ['tells a receipt of another transaction', { transactionHash: `0x${'8'.repeat(64)}`, status: '0x1' }],
    ['tells half a receipt', {}],
    ['tells a word', 'done'],
  ])(
    'error: once it was signed, a node that %s: it is being paid until the chain says that it was, once',
    async (_what, receipt) => {
      const address = newAddress()
      const { url, id } = await begin(address)
      const broken = lying(anvil.url, {
        eth_sendRawTransaction: `0x${'1'.repeat(64)}`,
        ...(receipt ? { eth_getTransactionReceipt: receipt } : {}),
      })
      node.answer = (body, text) =>
        receipt === undefined && /eth_(?:sendRaw|getTransactionReceipt)/.test(text) ? 'cut' : broken(body, text)
      expect((await pay(url)).status).toBe(303)
      expect((await orderOf(id)).state).toBe('paying')
      expect((await ask(running.port, url)).text).toContain('Paying out')
      expect(await held(address)).toBe(0n)
      node.answer = lying(anvil.url, {})
      await expect.poll(async () => (await orderOf(id)).state, { timeout: 30_000, interval: 200 }).toBe('sent')
      const paid = await held(address)
      expect(paid).toBeGreaterThan(0n)
      await pay(url)
      expect(await held(address)).toBe(paid)
    },
    60_000,
  )
})
