import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HistoryPage, nativeTokenAddress, type TokenBalance } from '@latchkey/protocol'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { buildServices } from '@latchkey/testkit/src/server/serverProcess.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunningServices } from './startServices.js'
import type { FakeNode } from './testing/fakeNode.js'
import { startRecordedServer } from './testing/recordedServer.js'
import { faults, lying, startEvm, startFaultyNode } from './testing/upstreams.js'

/*
 * The endpoints about money while whom they ask lies, or stops telling the truth: real contracts on a real chain, and in front of it who makes something
 * else of its answers. Never a wrong number: what another one says, what was true before and is marked so, or that nothing is known.
 */

const contracts = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const holder = contracts.faucet.toLowerCase()
const usdc = contracts.tokens.USDC?.address.toLowerCase() ?? expect.fail('There is no USDC.')
const [kind] = databases
if (!kind) throw new Error('There is no database.')

type Lies = Readonly<Record<string, unknown>>
/** What a node says to these calls in the place of the truth. Nothing else of it is believed then. */
const lies: readonly { readonly what: string; readonly lies: Lies; readonly chainId?: string }[] = [
  { what: 'is of another chain', lies: {}, chainId: '0x1' },
  { what: 'tells a coin below zero', lies: { eth_getBalance: '-0x5' } },
  { what: 'tells a coin of more than 256 bits', lies: { eth_getBalance: `0x1${'0'.repeat(64)}` } },
  { what: 'tells half of an answer to reads of tokens', lies: { eth_call: `0x${'0'.repeat(63)}2` } },
]
/** What an explorer says of the holder, while the node of the chain tells the truth. */
const explorers: readonly { readonly what: string; readonly coin: unknown; readonly token: object; readonly value: string }[] = [
  { what: 'a coin below zero', coin: '-5', token: {}, value: '1' },
  { what: 'a token below zero', coin: '5', token: {}, value: '-1' },
  { what: 'a token with a fraction', coin: '5', token: {}, value: '0.5' },
]
const hash = `0x${'7'.repeat(64)}`
const sent = { hash, from: holder, to: holder, nonce: '0x1', value: '0x5', input: '0x', blockNumber: null }
/** What a node makes of a transaction that its sender asks about. */
const transactions: readonly { readonly what: string; readonly told: unknown }[] = [
  { what: 'another transaction than was asked for', told: { ...sent, hash: `0x${'8'.repeat(64)}` } },
  { what: 'a number that no transaction has', told: { ...sent, nonce: `0x${'f'.repeat(40)}` } },
  { what: 'more coins than 256 bits can count', told: { ...sent, value: `0x1${'0'.repeat(64)}` } },
  { what: 'less than no coins', told: { ...sent, value: '-0x5' } },
  { what: 'a recipient that is no address', told: { ...sent, to: '0x12' } },
  { what: 'half a transaction', told: { hash, from: holder } },
  { what: 'a word', told: 'soon' },
]
const firstTransaction = 46_001
const trueTransactionId = 46_101
const firstLie = 41_001
const firstExplorer = 42_001
const firstTurn = 43_001
const decimalsId = 44_001

let folder: string
let evm: Awaited<ReturnType<typeof startEvm>>
let database: TestDatabase
let running: RunningServices
const turning = new Map<number, FakeNode>()
const closing: (() => Promise<void>)[] = []

/** The chain behind a node that says these things in the place of the truth. */
async function startNode(id: number, told: Lies, chainId = `0x${id.toString(16)}`) {
  const node = await startFaultyNode((body, text) => lying(evm.url, told)(body, text))
  node.identity = { 'eth_chainId []': chainId }
  closing.push(node.close)
  return node
}
async function startExplorer(coin: unknown, token: object, value: string) {
  const shown = { address_hash: usdc, name: 'USD Coin', symbol: 'USDC', decimals: '6', type: 'ERC-20', icon_url: null, ...token }
  const place = { block_number: 5, timestamp: '2026-11-01T00:00:00Z', from: { hash: contracts.pools.weth }, to: { hash: holder } }
  const list = (item: object) => ({ items: [item], next_page_params: null })
  const answers = {
    'token-balances': [{ token: shown, value }],
    'token-transfers': list({ ...place, transaction_hash: `0x${'1'.repeat(64)}`, token: shown, total: { value } }),
    transactions: list({ ...place, hash: `0x${'2'.repeat(64)}`, value: coin, nonce: 1, status: 'ok' }),
  }
  const explorer = await startRecordedServer((path) => {
    const [, answer = { coin_balance: coin }] = Object.entries(answers).find(([name]) => path.includes(`/${name}`)) ?? []
    return { body: JSON.stringify(answer) }
  })
  closing.push(explorer.close)
  return explorer
}
const chainOf = (id: number, node: FakeNode, more: object = {}) => ({
  ...localChain(node.url),
  ...contractsConfig(31_337),
  id,
  blockTime: 0,
  testnet: true,
  ...more,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-lies-'))
  ;[evm, database] = await Promise.all([startEvm(folder), kind.open()])
  const lied = lies.map(async ({ lies: told, chainId }, index) =>
    chainOf(firstLie + index, await startNode(firstLie + index, told, chainId)),
  )
  const explored = explorers.map(async ({ coin, token, value }, index) => {
    const [node, explorer] = await Promise.all([startNode(firstExplorer + index, {}), startExplorer(coin, token, value)])
    return chainOf(firstExplorer + index, node, { blockscout: { url: explorer.url } })
  })
  const turned = faults.map(async (_fault, index) => {
    const node = await startNode(firstTurn + index, {})
    turning.set(firstTurn + index, node)
    return chainOf(firstTurn + index, node)
  })
  const wrongDecimals = async () => {
    const explorer = await startExplorer('5', { decimals: '18' }, '1500000')
    return chainOf(decimalsId, await startNode(decimalsId, {}), { blockscout: { url: explorer.url } })
  }
  const asked = transactions.map(async ({ told }, index) =>
    chainOf(firstTransaction + index, await startNode(firstTransaction + index, { eth_getTransactionByHash: told }), { indexer: 'full' }),
  )
  const trueTransaction = async () =>
    chainOf(trueTransactionId, await startNode(trueTransactionId, { eth_getTransactionByHash: sent }), { indexer: 'full' })
  // The indexing thread loads what was built.
  await buildServices()
  running = await startTestServices({
    database: database.options,
    node: evm.url,
    chains: [localChain(evm.url), ...(await Promise.all([...lied, ...explored, ...turned, wrongDecimals(), ...asked, trueTransaction()]))],
    limits: { api: { perSecond: 100, burst: 1_000 } },
  })
}, 120_000)
afterAll(async () => {
  await running?.close()
  await Promise.all(closing.map((close) => close()))
  await Promise.all([database?.remove(), evm?.close(), rm(folder, { recursive: true, force: true })])
}, 60_000)

type Answered = { readonly balances: readonly TokenBalance[]; readonly stale?: readonly string[] }
const balanceOf = (id: number, more = '') =>
  ask(running.port, `${urls.api}/v1/account/${holder}/balance?projectId=open&sv=html-1&currency=usd&chainId=eip155:${id}${more}`)
const historyOf = (id: number) =>
  ask(running.port, `${urls.api}/v1/account/${holder}/history?projectId=open&currency=usd&chainId=eip155:${id}`)
const priceOf = async (id: number) => {
  const body = JSON.stringify({ projectId: 'open', currency: 'usd', addresses: [`eip155:${id}:${nativeTokenAddress}`] })
  return (await ask(running.port, `${urls.api}/v1/fungible/price`, { method: 'POST', body })).json as { fungibles: { price: number }[] }
}
/** What does not depend on prices. */
const amounts = ({ balances }: Answered) => balances.map(({ symbol, quantity }) => `${symbol} ${quantity.numeric}`).sort()

describe('an upstream that lies', () => {
  test.each(lies.map((lie, index) => ({ ...lie, id: firstLie + index })))('error: a node that $what is not believed', async ({ id }) => {
    const answer = await balanceOf(id)
    expect([answer.status, answer.json]).toMatchObject([503, { status: 'FAILED' }])
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  })

  test('error: no price comes from the pools of another chain', async () => {
    expect(await priceOf(firstLie)).toMatchObject({ fungibles: [{ price: 0 }] })
    // The same pools, asked through a node that tells the truth.
    const { fungibles } = await priceOf(firstTurn)
    expect(fungibles[0]?.price).toBeGreaterThan(2_000)
  })

  test.each(explorers.map((one, index) => ({ ...one, id: firstExplorer + index })))(
    'error: of an explorer that tells $what, nothing is believed: the node is asked',
    async ({ id }) => {
      const [answer, truth] = await Promise.all([balanceOf(id), balanceOf(firstTurn)])
      expect([answer.status, answer.headers['x-source']]).toEqual([200, 'node'])
      expect(amounts(answer.json as Answered)).toEqual(amounts(truth.json as Answered))
      expect((answer.json as Answered).balances.length).toBeGreaterThan(3)
    },
  )

  test.each(explorers.map((one, index) => ({ ...one, id: firstExplorer + index })))(
    'error: of an explorer that tells $what, no history is told: the visitor hears that there is none at the moment',
    async ({ id }) => {
      const answer = await historyOf(id)
      expect([answer.status, answer.json]).toMatchObject([503, { status: 'FAILED' }])
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    },
  )

  const transactionOf = (id: number) =>
    ask(running.port, `${urls.api}/v1/account/${holder}/transactions/${hash}?projectId=open&chainId=eip155:${id}`)
  const pendingOf = async (id: number) => {
    // What is not indexed yet is unavailable, whatever is pending.
    const history = await vi.waitFor(async () => {
      const answer = await historyOf(id)
      expect(answer.status).toBe(200)
      return answer.json as HistoryPage
    }, 20_000)
    return history.data.filter(({ metadata }) => metadata.status === 'pending').map(({ metadata }) => metadata.hash)
  }

  test.each(transactions.map((one, index) => ({ ...one, id: firstTransaction + index })))(
    'error: a node that tells $what is not believed, and nothing is listed as pending',
    async ({ id }) => {
      const answer = await transactionOf(id)
      expect([answer.status, answer.json]).toMatchObject([503, { status: 'FAILED' }])
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(await pendingOf(id)).toEqual([])
    },
    30_000,
  )

  test('behavior: one that can be true is listed as pending', async () => {
    const answer = await transactionOf(trueTransactionId)
    expect([answer.status, answer.json]).toEqual([200, { status: 'pending', replacedBy: null }])
    expect(await pendingOf(trueTransactionId)).toEqual([hash])
  })

  test('error: of a listed token the operator’s decimals count, not the explorer’s', async () => {
    const { balances } = (await balanceOf(decimalsId)).json as Answered
    const token = balances.find(({ address }) => address?.endsWith(usdc))
    expect(token).toMatchObject({ quantity: { decimals: '6', numeric: '1.5' }, price: 1, value: 1.5, listed: true })
    const { data } = (await historyOf(decimalsId)).json as HistoryPage
    const moved = data.flatMap(({ transfers }) => transfers).find(({ address }) => address?.endsWith(usdc))
    expect(moved).toMatchObject({ quantity: { numeric: '1.5' }, price: 1, value: 1.5, listed: true })
  })
})

describe('an upstream that told the truth before', () => {
  test('error: whatever it says instead, what was true before is shown, and marked once it is old', async () => {
    const ids = faults.map((_fault, index) => firstTurn + index)
    const before = await Promise.all(ids.map(async (id) => (await balanceOf(id)).json as Answered))
    const priced = await Promise.all(ids.map(priceOf))
    for (const [index, { answer }] of faults.entries()) {
      const node = turning.get(firstTurn + index) ?? expect.fail('There is no node.')
      node.answer = () => answer
    }
    const wrong: string[] = []
    await Promise.all(
      ids.map(async (id, index) => {
        const known = before[index] ?? expect.fail('Nothing was known.')
        expect(known.balances.length, faults[index]?.what).toBeGreaterThan(3)
        await vi.waitFor(
          async () => {
            const now = await balanceOf(id, `&forceUpdate=eip155:${id}:${nativeTokenAddress}`)
            const answered = now.json as Answered
            if (now.status !== 200 || amounts(answered).join() !== amounts(known).join()) wrong.push(now.text)
            expect(answered.stale).toEqual([`eip155:${id}`])
          },
          { timeout: 20_000, interval: 500 },
        )
      }),
    )
    expect(wrong).toEqual([])
    // A price is what it was, too.
    expect(priced[0]?.fungibles[0]?.price).toBeGreaterThan(2_000)
    expect(await Promise.all(ids.map(priceOf))).toEqual(priced)
  }, 60_000)
})
