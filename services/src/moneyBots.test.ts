import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServices } from './startServices.js'
import { lying, startEvm, startFaultyNode } from './testing/upstreams.js'

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

let folder: string
let evm: Awaited<ReturnType<typeof startEvm>>
let node: Awaited<ReturnType<typeof startFaultyNode>>
let database: TestDatabase
let running: RunningServices
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-bots-'))
  ;[evm, database] = await Promise.all([startEvm(folder), openAnyDatabase()])
  node = await startFaultyNode((body, text) => lying(evm.url, {})(body, text))
  running = await startTestServices({
    database: database.options,
    node: node.url,
    chains: [{ ...localChain(node.url), ...contractsConfig(31_337), blockTime: 0, testnet: true }],
    // All of them are one caller here.
    limits: { api: { perSecond: 1_000_000, burst: 1_000_000 } },
  })
}, 120_000)
afterAll(async () => {
  agent.destroy()
  await running?.close()
  await Promise.all([node?.close(), evm?.close(), database?.remove(), rm(folder, { recursive: true, force: true })])
}, 60_000)

type Told = { readonly status: number; readonly tokens: number; readonly unavailable: boolean; readonly stale: boolean }

/** Asks over HTTP. */
function ask(address: string): Promise<Told> {
  const { host, pathname, search } = new URL(
    `${urls.api}/v1/account/${address}/balance?projectId=open&sv=html-1&currency=usd&chainId=eip155:31337`,
  )
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: running.port, path: pathname + search, headers: { host }, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        const { balances = [], unavailable, stale } = JSON.parse(text)
        const isUnavailable = unavailable !== undefined || response.statusCode === 503
        resolve({ status: response.statusCode ?? 0, tokens: balances.length, unavailable: isUnavailable, stale: stale !== undefined })
      })
    })
      .on('error', reject)
      .end()
  })
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
}, 600_000)
