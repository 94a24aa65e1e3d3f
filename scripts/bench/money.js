import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import {
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  multicall3Abi,
  parseAbi,
  toHex,
} from 'viem'
import { build } from '../dev/build.js'
import { root } from '../entry/root.js'
import { askByHost } from '../lib/askByHost.js'
import { median, quantile, round, spread } from './statistics.js'

/** @import { Browser, Page } from '@playwright/test' */
/** @import { Product } from './pages.js' */

const tokens = 500
const questions = 30
const rounds = 5
/** Frames of one scroll: the same number on a busy machine as on a quiet one, so that as much code is warm, and as many rows come. */
const frames = 240
/** The first ones meet code that the browser has not compiled yet. */
const openings = 15
/** Rows of the plain list that each of ours is measured against. */
const lists = /** @type {const} */ ({ 'tokens-many': 500, 'activity-many': 10_000 })
/** The processor of a phone that is some years old, as browsers' own tools play it. */
const slowdown = 4

const abi = parseAbi(['constructor(string name, string symbol, uint8 decimals, uint256 fee)', 'function mint(address to, uint256 value)'])
const chainId = 'eip155:31337'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const holder = '0x00000000000000000000000000000000be7c0de5'

/** Deploys tokens, and gives the holder some of each. @returns their addresses */
async function deploy(/** @type {string} */ url) {
  /** @type {`0x${string}`[]} */
  const [, , , , , , from] = await jsonRpc(url, 'eth_accounts')
  if (!from) throw new Error('The local chain has too few accounts.')
  const { Token } = JSON.parse(await readFile(join(root, 'services/src/indexer/testing/contracts/Money.json'), 'utf8'))
  const first = Number(await jsonRpc(url, 'eth_getTransactionCount', [from, 'latest']))
  const data = encodeDeployData({ abi, bytecode: Token, args: ['Bench', 'BENCH', 18, 0n] })
  const mint = encodeFunctionData({ abi, functionName: 'mint', args: [holder, 10n ** 20n] })
  const addresses = Array.from({ length: tokens }, (_, index) => getContractAddress({ from, nonce: BigInt(first + index) }))
  const sends = [
    ...addresses.map((_, index) => ({ from, data, gas: toHex(1_500_000), nonce: toHex(first + index) })),
    ...addresses.map((to, index) => ({ from, to, data: mint, gas: toHex(150_000), nonce: toHex(first + tokens + index) })),
  ]
  for (const send of sends) await jsonRpc(url, 'eth_sendTransaction', [send])
  return addresses
}

/**
 * The balances of an address with 500 tokens in one request, read anew, against one multicall of the same reads to the same node; in turns.
 *
 * @param {Product} product
 */
async function benchBalances({ api, projectId, chains }) {
  const url = chains[chainId] ?? ''
  const contracts = await deploy(url)
  const path = `${api}/v1/account/${holder}/balance`
  const query = { projectId, currency: 'usd', chainId, sv: 'bench', forceUpdate: `${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee` }
  /** @returns {Promise<number>} tokens in the answer */
  const ask = async () => JSON.parse((await askByHost(`${path}?${new URLSearchParams(query)}`)).text).balances.length
  const end = performance.now() + 120_000
  // The native coin, too.
  while ((await ask()) < tokens + 1) if (performance.now() > end) throw new Error('The server does not know the tokens.')
  const balanceOf = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
  const coin = {
    target: multicall3,
    allowFailure: true,
    callData: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [holder] }),
  }
  const args = /** @type {const} */ ([[coin, ...contracts.map((target) => ({ target, allowFailure: true, callData: balanceOf }))]])
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: /** @type {never} */ (args) })
  const raw = async () => {
    const answer = await jsonRpc(url, 'eth_call', [{ to: multicall3, data }, 'latest'])
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer }).length
  }
  /** @type {Record<'ours' | 'plain', number[]>} */
  const times = { ours: [], plain: [] }
  for (let turn = 0; turn < questions; turn += 1)
    for (const [name, run] of /** @type {const} */ ([
      ['ours', ask],
      ['plain', raw],
    ])) {
      const started = performance.now()
      if ((await run()) !== tokens + 1) throw new Error('An answer is not whole.')
      times[name].push(performance.now() - started)
    }
  const of = (/** @type {readonly number[]} */ some) => ({ median: round(median(some)), p95: round(quantile(some, 0.95)) })
  return { tokens, ours: of(times.ours), plain: of(times.plain), ratio: round(median(times.ours) / median(times.plain), 2) }
}

const types = /** @type {Readonly<Record<string, string>>} */ ({ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' })

/** Serves the views as the dialog draws them, and a plain list. */
async function serveViews() {
  const failed = await build({ say: () => {}, only: ['views'] })
  if (failed.length > 0) throw new Error('The views could not be built.')
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const type = types[extname(path)] ?? 'application/octet-stream'
    if (path === '/plain.html') return response.writeHead(200, { 'content-type': 'text/html' }).end(plainList)
    const body = await readFile(join(root, 'node_modules/.cache/views', path)).catch(() => undefined)
    return body ? response.writeHead(200, { 'content-type': type }).end(body) : response.writeHead(404).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** As many rows as the hash says, of two words and two numbers, of which the browser draws those in sight; as big on screen as ours. */
const plainList = `<!doctype html><title>Plain</title><style>body{margin:0;font:15px/20px sans-serif}
.body{height:560px;width:360px;overflow:auto}ul{margin:0;padding:0}li{height:56px;display:flex;justify-content:space-between;content-visibility:auto;contain-intrinsic-size:auto 56px}
</style><div class="body"><ul></ul></div><script>
for (let i = 0; i < Number(location.hash.slice(1)); i++) {
  const row = document.createElement('li')
  row.innerHTML = '<span>Received<br>from ' + i + '</span><span>+1.000 USDC<br>$1.00</span>'
  document.querySelector('ul').append(row)
}
</script>`

/** Flings through the list from its start; frames of 60 a second that did not come, for each 100 that did or did not. */
function fling(/** @type {number} */ count) {
  const body = /** @type {Element} */ (document.querySelector('.body'))
  /** @type {number[]} */
  const times = []
  body.scrollTop = 0
  return new Promise((resolve) => {
    const move = (/** @type {number} */ time) => {
      times.push(time)
      body.scrollTop += 60
      if (times.length < count) return requestAnimationFrame(move)
      const dropped = times
        .slice(1)
        .reduce((sum, at, index) => sum + Math.max(0, Math.round((at - (times[index] ?? at)) / (1_000 / 60)) - 1), 0)
      resolve((100 * dropped) / (dropped + times.length))
    }
    requestAnimationFrame(move)
  })
}

/** @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number }} TraceEvent */

/**
 * CPU time (ms) that the main thread of a page took between each two animation frames: what others on the machine take does not count.
 *
 * @param {readonly TraceEvent[]} events of a trace in which one page was drawn
 */
function frameCosts(events) {
  const fired = events.filter(({ name }) => name === 'FireAnimationFrame')
  const [first] = fired
  const isOwn = (/** @type {TraceEvent} */ { pid, tid }) => pid === first?.pid && tid === first.tid
  const starts = fired
    .filter(isOwn)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const costs = starts.slice(1).map(() => 0)
  for (const event of events) {
    if (event.name !== 'RunTask' || event.tdur === undefined || !isOwn(event)) continue
    const middle = event.ts + (event.dur ?? 0) / 2
    const index = starts.findIndex((start, at) => start <= middle && middle < (starts[at + 1] ?? 0))
    if (index !== -1) costs[index] = (costs[index] ?? 0) + event.tdur / 1_000
  }
  return costs
}

async function scrolled(/** @type {Browser} */ browser, /** @type {(page: Page) => Promise<unknown>} */ open) {
  const page = await browser.newPage({ viewport: { width: 480, height: 720 } })
  await open(page)
  const cdp = await page.context().newCDPSession(page)
  // Once unmeasured: code is warm then for both.
  await page.evaluate(fling, frames)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const share = /** @type {number} */ (await page.evaluate(fling, frames))
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await page.evaluate(fling, frames)
  const costs = frameCosts(JSON.parse((await browser.stopTracing()).toString()).traceEvents)
  await page.close()
  return { share, mean: costs.reduce((sum, cost) => sum + cost, 0) / costs.length, p95: quantile(costs, 0.95) }
}

/** Opens a view in a state, as `e2e/support/views.ts` does. */
async function draw(/** @type {Page} */ page, /** @type {string} */ url, /** @type {string} */ state) {
  await page.goto(`${url}/views.html`)
  await page.waitForFunction(() => 'latchkeyViews' in window)
  await page.evaluate((name) => /** @type {any} */ (window).latchkeyViews.draw({ state: name }), state)
}

/**
 * Long lists against plain ones, in turns (medians of the rounds).
 *
 * @returns dropped frames of a hundred on the slow processor; the milliseconds of CPU that a frame takes on this one, the mean and the 95th of a
 *   hundred; and their ratios to the plain list's of the same round, which a busy machine changes least
 */
async function benchScrolling(/** @type {Browser} */ browser, /** @type {string} */ url) {
  /**
   * @type {Record<string, { rows: number, ours: number, plain: number, frame: Record<'ours' | 'plain', readonly number[]>,
   *   ratio: Record<'mean' | 'p95', ReturnType<typeof spread>> }>}
   */
  const results = {}
  for (const [state, rows] of Object.entries(lists)) {
    /** @type {Record<'ours' | 'plain', { share: number, mean: number, p95: number }[]>} */
    const shares = { ours: [], plain: [] }
    const opened = {
      ours: async (/** @type {Page} */ page) => {
        await draw(page, url, state)
        const all = page.getByRole('button', { name: /^Show all/ })
        if (await all.count()) await all.click()
        await page.locator('.long-list .token').first().waitFor()
        // A pointer over rows that pass by is none of the plain list's costs.
        await page.mouse.move(0, 0)
      },
      plain: (/** @type {Page} */ page) => page.goto(`${url}/plain.html#${rows}`),
    }
    for (let turn = 0; turn < rounds; turn += 1)
      for (const name of /** @type {('ours' | 'plain')[]} */ (turn % 2 ? ['plain', 'ours'] : ['ours', 'plain']))
        shares[name].push(await scrolled(browser, opened[name]))
    const of = (/** @type {'ours' | 'plain'} */ whose, /** @type {'share' | 'mean' | 'p95'} */ what) =>
      round(median(shares[whose].map((one) => one[what])))
    const ratios = (/** @type {'mean' | 'p95'} */ what) => shares.ours.map((one, turn) => one[what] / (shares.plain[turn]?.[what] ?? 0))
    results[state] = {
      rows,
      ours: of('ours', 'share'),
      plain: of('plain', 'share'),
      frame: { ours: [of('ours', 'mean'), of('ours', 'p95')], plain: [of('plain', 'mean'), of('plain', 'p95')] },
      ratio: { mean: spread(ratios('mean'), 2), p95: spread(ratios('p95'), 2) },
    }
  }
  return results
}

/**
 * Opening the account of somebody who was seen before, on a slow processor: from the press until total and rows are laid out, before a frame is
 * painted; against a plain React list of the same rows, in turns.
 */
async function benchOpening(/** @type {Browser} */ browser, /** @type {string} */ url) {
  const page = await browser.newPage({ viewport: { width: 480, height: 720 } })
  const cdp = await page.context().newCDPSession(page)
  await draw(page, url, 'tokens-ready')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  /** @type {{ ours: number, plain: number, rows: number }[]} */
  const turns = []
  for (let turn = 0; turn < openings; turn += 1) {
    const opened = await page.evaluate(() => /** @type {any} */ (window).latchkeyViews.open('tokens-ready', '[data-token]'))
    if (opened.rows === 0) throw new Error('The account has no rows before its first frame.')
    turns.push(opened)
  }
  await page.close()
  const [ours, plain] = [median(turns.map((turn) => turn.ours)), median(turns.map((turn) => turn.plain))]
  return { rows: turns[0]?.rows ?? 0, ours: round(ours), plain: round(plain), ratio: round(ours / plain) }
}

/**
 * What the views about money cost: balances of an address with many tokens, opening the account, and lists of many rows on a slow processor.
 */
export async function benchMoney(/** @type {Browser} */ browser, /** @type {Product} */ product) {
  const balances = await benchBalances(product)
  const views = await serveViews()
  try {
    return { balances, opening: await benchOpening(browser, views.url), scrolling: await benchScrolling(browser, views.url) }
  } finally {
    await views.close()
  }
}
