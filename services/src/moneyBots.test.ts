import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig, listedTokens } from '@latchkey/testkit/src/chains/localTokens.js'
import { localSolanaId } from '@latchkey/testkit/src/chains/solana/genesis.js'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { buildServices } from '@latchkey/testkit/src/server/serverProcess.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { createTestClient, http, parseAbi, publicActions, walletActions } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RunningServices } from './startServices.js'
import { lying, startEvm, startFaultyNode, startSolana } from './testing/upstreams.js'

/* How often the operator's node is asked while many pages poll. */

const long = Boolean(process.env.LATCHKEY_LONG)
const pages = long ? 100 : 20
const addresses = Array.from({ length: long ? 1_000 : 60 }, (_, index) => `0x${(index + 1_000_000).toString(16).padStart(40, '0')}`)
/** Each page asks so often for each address, as the dialog does while it is open. Milliseconds. */
const interval = 10_000
const rounds = long ? 2 : 1
/** Calls to the node for one address in that time. */
const budget = 2
/** … and in a minute for the prices of a chain, however many pages ask. */
const pricing = 60
/** A chain of its own, which is indexed: what indexing asks the node does not count above. */
const indexed = 45_001

let folder: string
let evm: Awaited<ReturnType<typeof startEvm>>
let solana: Awaited<ReturnType<typeof startSolana>>
let node: Awaited<ReturnType<typeof startFaultyNode>>
let indexedNode: typeof node
let solanaNode: typeof node
let database: TestDatabase
let running: RunningServices
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
beforeAll(async () => {
  // The indexing thread loads what was built.
  await buildServices()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-bots-'))
  ;[evm, solana, database] = await Promise.all([startEvm(folder), startSolana(), openAnyDatabase()])
  node = await startFaultyNode(lying(evm.url, {}))
  indexedNode = await startFaultyNode(lying(evm.url, {}))
  indexedNode.identity = { 'eth_chainId []': `0x${indexed.toString(16)}` }
  solanaNode = await startFaultyNode(lying(solana.url, {}))
  running = await startTestServices({
    database: database.options,
    node: node.url,
    chains: [
      { ...localChain(node.url), ...contractsConfig(31_337), blockTime: 0, testnet: true },
      {
        ...localChain(indexedNode.url),
        ...contractsConfig(31_337),
        id: indexed,
        name: 'Indexed',
        blockTime: 0,
        testnet: true,
        indexer: 'full',
      },
      {
        ...{ caip2: localSolanaId, name: 'Solana', nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
        ...{ upstreams: [{ url: solanaNode.url }], testnet: true, tokens: listedTokens(localSolanaId) },
      },
    ],
    // All of them are one caller here.
    limits: { api: { perSecond: 1_000_000, burst: 1_000_000 } },
  })
}, 120_000)
afterAll(async () => {
  agent.destroy()
  await running?.close()
  await Promise.all([node, indexedNode, solanaNode, solana, evm].map((one) => one?.close()))
  await Promise.all([database?.remove(), rm(folder, { recursive: true, force: true })])
}, 60_000)

type Told = { readonly status: number; readonly tokens: number; readonly unavailable: boolean; readonly stale: boolean }

/** Asks over HTTP. */
function get(address: string, what: string, chainId: string): Promise<{ readonly status: number; readonly json: Record<string, unknown> }> {
  const { host, pathname, search } = new URL(
    `${urls.api}/v1/account/${address}/${what}?projectId=open&sv=html-1&currency=usd&chainId=${chainId}`,
  )
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: running.port, path: pathname + search, headers: { host }, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) })
      })
    })
      .on('error', reject)
      .end()
  })
}

async function ask(address: string): Promise<Told> {
  const { status, json } = await get(address, 'balance', 'eip155:31337')
  const { balances = [], unavailable, stale } = json as { balances?: unknown[]; unavailable?: unknown; stale?: unknown }
  return { status, tokens: balances.length, unavailable: unavailable !== undefined || status === 503, stale: stale !== undefined }
}

/** Answers that said that the node did not answer in time, or were of before: on a busy machine an honest thing to say. */
let late = 0
/** Attempts of a page before it gives up. */
const attempts = 10

/** Asks as a page does: again where the server could not say. */
async function poll(address: string): Promise<Told> {
  for (let attempt = 1; ; attempt++) {
    const told = await ask(address)
    if (told.unavailable || told.stale) late += 1
    if (!told.unavailable || attempt === attempts) return { ...told, stale: false }
  }
}

test(`behavior: ${pages} pages that poll ${addresses.length} addresses over HTTP stay within two calls an address in ten seconds`, async () => {
  const before = node.methods.length
  const started = Date.now()
  let answered = 0
  for (let round = 0; round < rounds; round++) {
    const next = started + (round + 1) * (interval + 500)
    // Not in step: a page opens when it opens.
    for (let page = 0; page < pages; page++) {
      const answers = await Promise.all(addresses.map(poll))
      expect([...new Set(answers.map((answer) => JSON.stringify(answer)))]).toEqual([
        JSON.stringify({ status: 200, tokens: 1, unavailable: false, stale: false }),
      ])
      answered += answers.length
      const pause = next - Date.now() - (pages - page) * 50
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause / (pages - page)))
    }
  }
  expect(answered).toBe(rounds * pages * addresses.length)
  const passed = Date.now() - started
  // What was asked in vain is asked again: it may cost as much once more.
  const allowed = (addresses.length * Math.ceil(passed / interval) + late) * budget + pricing * Math.ceil(passed / 60_000)
  expect(node.methods.length - before).toBeLessThanOrEqual(allowed)
  // Without what is shared it would be at least one call for each question.
  expect(node.methods.length - before).toBeLessThan(answered / 4 + late * budget)
}, 1_800_000)

/** As often as pages ask for the same thing, one after the other: longer than what is shared by those who ask at the same moment. */
const questions = 20
/** Milliseconds between two of them. The newest state of a chain is kept for less. */
const pause = 150

test('behavior: pages that poll a history on Solana have each of its transactions asked for once', async () => {
  const { address } = await generateKeyPairSigner()
  // More than a page.
  for (let sent = 0; sent < 30; sent++) await jsonRpc(solana.url, 'requestAirdrop', [address, 1_000_000])
  const before = solanaNode.methods.length
  for (let question = 0; question < questions; question++) {
    const { status, json } = await get(address, 'history', localSolanaId)
    expect([status, (json.data as unknown[]).length]).toEqual([200, 25])
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const asked = solanaNode.methods.slice(before)
  expect(asked.filter((method) => method === 'getTransaction')).toHaveLength(25)
  // Beside them, each question asks for what is new at most, and the first one for prices.
  expect(asked.length).toBeLessThanOrEqual(25 + questions + 1)
})

test('behavior: pages that poll NFTs and a history that are indexed ask the node once each, or not at all', async () => {
  const { faucet, collections } = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
  const pictures = collections.PICTURES ?? expect.fail('There are no pictures.')
  const [address] = addresses
  if (!address) expect.fail('There is no address.')
  const client = createTestClient({
    chain: { ...localChain(), rpcUrls: { default: { http: [evm.url] } } },
    ...{ transport: http(), mode: 'anvil', pollingInterval: 20 },
  })
    .extend(publicActions)
    .extend(walletActions)
  await client.impersonateAccount({ address: faucet })
  const abi = parseAbi(['function mint(address to, string uri)'])
  const nfts = async () => ((await get(address, 'nfts', `eip155:${indexed}`)).json.nfts ?? []) as unknown[]
  // A second attempt of this test finds those of the first.
  const most = (await nfts()).length + 3
  for (let minted = 0; minted < 3; minted++) {
    const call = { account: faucet, address: pictures, abi, functionName: 'mint', args: [address, ''] }
    await client.waitForTransactionReceipt({ hash: await client.writeContract(call as never) })
  }
  await vi.waitFor(async () => expect(await nfts()).toHaveLength(most), { timeout: 20_000, interval: 100 })
  const calls = () => indexedNode.methods.filter((method) => method === 'eth_call').length
  const before = calls()
  for (let question = 0; question < questions; question++) expect(await nfts()).toHaveLength(most)
  // However many they are, by one multicall. Prices are asked for meanwhile, too.
  expect(calls() - before).toBeLessThan(2 * questions)
  const between = calls()
  for (let question = 0; question < questions; question++)
    expect((await get(address, 'history', `eip155:${indexed}`)).json.data).toHaveLength(most)
  expect(calls() - between).toBeLessThan(questions)
})
