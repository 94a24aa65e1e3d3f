import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountChange, Balances, HistoryPage, Nfts, TransactionState } from '@latchkey/protocol'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { buildServices } from '@latchkey/testkit/src/server/serverProcess.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { createTestClient, http, parseAbi, parseEther, publicActions, walletActions } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunningServices } from './startServices.js'
import type { FakeNode } from './testing/fakeNode.js'
import { lying, startEvm, startFaultyNode } from './testing/upstreams.js'

/* Chains whose node is dead when the server starts, comes up, and dies again: what is not known is never told as empty, and nothing has to be restarted. */

const contracts = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
/** Which of the local chain's accounts have something on it. */
const holder = '0x00000000000000000000000000000000000c0ffe'
const nobody = '0x000000000000000000000000000000000000dead'
const alive = 31_337
const modes = [
  { mode: 'full', id: 45_001 },
  { mode: 'watch', id: 45_002 },
] as const
const [kind] = databases
if (!kind) throw new Error('There is no database.')

let folder: string
let evm: Awaited<ReturnType<typeof startEvm>>
let database: TestDatabase
let running: RunningServices
const nodes = new Map<number, FakeNode>()

const nodeOf = (id: number) => nodes.get(id) ?? expect.fail('There is no node.')
function kill(id: number) {
  nodeOf(id).identity = {}
  nodeOf(id).answer = () => 'cut'
}
function revive(id: number) {
  nodeOf(id).identity = { 'eth_chainId []': `0x${id.toString(16)}` }
  nodeOf(id).answer = lying(evm.url, {})
}

beforeAll(async () => {
  // The indexing thread loads what was built.
  await buildServices()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-dead-'))
  ;[evm, database] = await Promise.all([startEvm(folder), kind.open()])
  for (const { id } of modes) {
    nodes.set(id, await startFaultyNode('cut'))
    kill(id)
  }
  const chainOf = (id: number, url: string, indexer: 'full' | 'watch') => ({
    ...{ ...localChain(url), ...contractsConfig(31_337), id, blockTime: 0, testnet: true, indexer },
  })
  running = await startTestServices({
    database: database.options,
    node: evm.url,
    chains: [chainOf(alive, evm.url, 'full'), ...modes.map(({ id, mode }) => chainOf(id, nodeOf(id).url, mode))],
    limits: { api: { perSecond: 100, burst: 1_000 } },
  })
}, 120_000)
afterAll(async () => {
  await running?.close()
  await Promise.all([...nodes.values()].map((node) => node.close()))
  await Promise.all([database?.remove(), evm?.close(), rm(folder, { recursive: true, force: true })])
}, 60_000)

const get = (path: string, query: Record<string, string> = {}) =>
  ask(running.port, `${urls.api}/v1/account/${path}?${new URLSearchParams({ projectId: 'open', sv: 'html-1', currency: 'usd', ...query })}`)
const caip2 = (id: number) => `eip155:${id}`

/** Coins and a picture for the holder, of the faucet's. @returns the hash of the coins */
async function give(): Promise<string> {
  const local = { ...localChain(evm.url), rpcUrls: { default: { http: [evm.url] } } }
  const client = createTestClient({ chain: local, transport: http(), mode: 'anvil', pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  const account = contracts.faucet
  await client.impersonateAccount({ address: account })
  await client.setBalance({ address: account, value: parseEther('1000') })
  const address = contracts.collections.PICTURES ?? expect.fail('There are no pictures.')
  const abi = parseAbi(['function mint(address to, string uri)'])
  await client.waitForTransactionReceipt({
    hash: await client.writeContract({ account, chain: null, address, abi, functionName: 'mint', args: [holder, ''] } as never),
  })
  const hash = await client.sendTransaction({ account, to: holder, value: parseEther('0.25'), chain: null })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

/** What a stream tells from now on. */
async function listen(address: string) {
  const control = new AbortController()
  const heard: AccountChange[] = []
  const url = new URL(`${urls.api}/v1/account/${address}/changes?projectId=open`)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port: running.port, path: url.pathname + url.search, headers: { host: url.host }, signal: control.signal },
      (response) => {
        response.setEncoding('utf8')
        response.on('error', () => {})
        response.on('data', (text: string) => {
          resolve(response.statusCode)
          for (const [, json] of text.matchAll(/^event: change\ndata: (.*)$/gm)) heard.push(JSON.parse(json ?? '') as AccountChange)
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
  return { status, heard, close: () => control.abort() }
}

const paths = (address: string, hash = `0x${'1'.repeat(64)}`) =>
  ['balance', 'history', 'nfts', `transactions/${hash}`].map((one) => `${address}/${one}`)

describe.each(modes)('a chain (indexer: $mode) whose node is dead when the server starts', ({ id, mode }) => {
  test('error: is said to be unavailable, and not to be empty', async () => {
    for (const path of paths(holder)) {
      const answer = await get(path, { chainId: caip2(id) })
      expect([path, answer.status, answer.json]).toMatchObject([path, 503, { status: 'FAILED' }])
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    }
  })

  test('error: is named where others answer', async () => {
    for (const path of [`${nobody}/balance`, `${nobody}/history`, `${nobody}/nfts`]) {
      await vi.waitFor(async () => {
        const { status, json } = await get(path)
        expect([path, status]).toEqual([path, 200])
        const { unavailable = [] } = json as HistoryPage
        expect(unavailable).toContain(caip2(id))
        expect(unavailable).not.toContain(caip2(alive))
      }, 10_000)
    }
  })

  test('behavior: once it comes up everything is told, in a stream that was open before too; when it dies again, that it is old', async () => {
    const stream = await listen(holder)
    expect(stream.status).toBe(200)
    revive(id)
    const settled = { timeout: 40_000, interval: 200 }
    // Nothing happened to this address: that is known now, except for coins that others sent before a followed address asked.
    const partial = mode === 'watch' ? { partial: [caip2(id)] } : {}
    await vi.waitFor(async () => {
      const { status, json } = await get(`${nobody}/history`, { chainId: caip2(id) })
      expect([status, json]).toEqual([200, { data: [], next: null, ...partial }])
    }, settled)
    const hash = await give()
    await vi.waitFor(() => expect(stream.heard).toContainEqual({ chain: caip2(id), hash, status: 'confirmed' }), settled)
    stream.close()
    const historyOf = async () => {
      const { status, json } = await get(`${holder}/history`, { chainId: caip2(id) })
      expect(status).toBe(200)
      return json as HistoryPage
    }
    // The past of an address that has just been shown is searched: what is found later is older than what was told.
    await vi.waitFor(async () => expect((await historyOf()).searching).toBeUndefined(), settled)
    const { data, stale } = await historyOf()
    expect(data[0]).toMatchObject({ metadata: { hash, status: 'confirmed' }, transfers: [{ quantity: { numeric: '0.25' } }] })
    expect(stale).toBeUndefined()
    await vi.waitFor(async () => {
      const [balance, nfts, transaction] = await Promise.all([
        get(`${holder}/balance`, { chainId: caip2(id) }),
        get(`${holder}/nfts`, { chainId: caip2(id) }),
        get(`${holder}/transactions/${hash}`, { chainId: caip2(id) }),
      ])
      expect([balance.status, nfts.status, transaction.status]).toEqual([200, 200, 200])
      const coin = (balance.json as Balances).balances.find(({ address }) => address === undefined)
      expect(Number(coin?.quantity.numeric)).toBeGreaterThanOrEqual(0.25)
      expect((nfts.json as Nfts).nfts.length).toBeGreaterThan(0)
      expect(transaction.json).toEqual({ status: 'confirmed', replacedBy: null } satisfies TransactionState)
    }, settled)

    kill(id)
    await vi.waitFor(async () => expect((await historyOf()).stale).toEqual([caip2(id)]), { timeout: 60_000, interval: 500 })
    const hashes = (page: HistoryPage) => page.data.map(({ metadata }) => metadata.hash)
    expect(hashes(await historyOf())).toEqual(hashes({ data, next: null }))
    // Of who had nothing before, nothing is known any more.
    expect((await get(`${nobody}/history`, { chainId: caip2(id) })).status).toBe(503)
    revive(id)
    await vi.waitFor(async () => expect((await historyOf()).stale).toBeUndefined(), settled)
  }, 180_000)
})
