import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import process from 'node:process'
import { root } from '../entry/root.js'
import { benchAllWallets } from './allWallets.js'
import { benchBridge } from './bridge.js'
import { benchEngines } from './engines.js'
import { benchGateway } from './gateway/benchGateway.js'
import { figuresOf } from './goals.js'
import { inBrowser } from './inBrowser.js'
import { benchIndexer } from './indexer/benchIndexer.js'
import { benchLists } from './lists.js'
import { benchLoad } from './load/benchLoad.js'
import { benchMoney } from './money.js'
import { benchNewcomer } from './newcomer.js'
import { benchOpening } from './opening.js'
import { writeOverlay } from './overlay.js'
import { benchPage } from './page.js'
import { benchPeers } from './peers.js'
import { benchSecure } from './secure.js'
import { round } from './statistics.js'
import { writeSpeed } from './writeSpeed.js'

/** @import { Lifetime } from '../entry/lifetime.js' */

/**
 * What was measured; parts that were not asked for are absent.
 *
 * @typedef {object} Results
 * @property {string} [date]
 * @property {string} [commit] what was measured
 * @property {{ cpu: string | undefined, cores: number, node: string, load?: number, loadAfter?: number, chromium?: string }} machine `load`: processes that
 *   wanted to run when it began
 * @property {Awaited<ReturnType<typeof benchOpening>>} [opening]
 * @property {Awaited<ReturnType<typeof benchEngines>>} [engines]
 * @property {Awaited<ReturnType<typeof benchPeers>>} [peers]
 * @property {Awaited<ReturnType<typeof benchAllWallets>>} [allWallets]
 * @property {Awaited<ReturnType<typeof benchPage>>} [page]
 * @property {Awaited<ReturnType<typeof benchBridge>>} [bridge]
 * @property {Awaited<ReturnType<typeof benchGateway>>} [gateway]
 * @property {Awaited<ReturnType<typeof benchLists>>} [lists]
 * @property {Awaited<ReturnType<typeof benchSecure>>} [secure]
 * @property {Awaited<ReturnType<typeof benchNewcomer>>} [newcomer]
 * @property {Awaited<ReturnType<typeof benchMoney>>} [money]
 * @property {Awaited<ReturnType<typeof benchLoad>>} [load]
 * @property {Awaited<ReturnType<typeof benchIndexer>>} [indexer]
 */

/** The commit of this tree, with a `+` when files differ from it. */
function commitOf() {
  const git = (/** @type {string[]} */ ...parameters) => spawnSync('git', parameters, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  return `${git('rev-parse', '--short', 'HEAD') || 'no commit'}${git('status', '--porcelain', '--untracked-files=no') ? '+' : ''}`
}

/** How many processes wanted to run in the last minute, on average. */
const loadOf = () => round(loadavg()[0] ?? 0)

/** A median with its quartiles. */
const textOf = (/** @type {ReturnType<typeof import('./statistics.js').spread>} */ { median, from, to }) => `${median} (${from}–${to})`
const kB = (/** @type {number} */ bytes) => `${(bytes / 1_000).toFixed(1)} kB`

/** @returns {[string, string][]} */
function rowsOfIndexer(
  /** @type {NonNullable<Results['indexer']>} */ { blocks, each, logs, reading, pglite, postgres, history, node, ratio },
) {
  const filled = Object.entries({ PGlite: pglite, PostgreSQL: postgres }).flatMap(([name, one]) => [
    /** @type {[string, string]} */ ([
      `Indexing on ${name}`,
      `${one.blocksPerSecond} blocks/s, ${one.transactionsPerSecond} transactions/s; ${one.seconds} s for all`,
    ]),
    /** @type {[string, string]} */ ([`Block mined → indexed on ${name} (median, p95)`, `${one.lag.median} ms, ${one.lag.p95} ms`]),
  ])
  return [
    [`The node’s own eth_getLogs over ${blocks} blocks of ${each} transactions`, `${logs.milliseconds} ms for ${logs.logs} logs`],
    ['The node’s own answers to all that is asked of it', `${reading} ms`],
    ...filled,
    [`A page of history of ${history.transfers} transfers (median, p95)`, `${history.many.median} ms, ${history.many.p95} ms`],
    ['The same of an address with a tenth of them', `${history.busy.median} ms, ${history.busy.p95} ms`],
    ['A node’s own eth_getLogs of the same transfers, by sender and by receiver', `${node.many.median} ms, ${node.many.p95} ms`],
    ['The same of an address with a tenth of them', `${node.busy.median} ms, ${node.busy.p95} ms`],
    ['The node’s time as a multiple of the index’s (median)', `${ratio.many}; with a tenth of them ${ratio.busy}`],
  ]
}

const spreadText = (/** @type {import('./opening.js').Opened['row']} */ { median, from, to, samples }) =>
  `${median} ms, ${from}–${to} ms of ${samples}`

/** @returns {[string, string][]} */
function rowsOfOpened(/** @type {NonNullable<Results['opening']>['opened']} */ opened) {
  return Object.entries(opened).map(([name, { row, carriedOut, shift, shifted, moved }]) => [
    `Click → wallet row, ${name} (median, middle half)`,
    `${spreadText(carriedOut ?? row)}; ${moved} rows moved, layout shift ${shift.toFixed(3)}${shifted.map((one) => `; ${one}`).join('')}`,
  ])
}

/**
 * Every dialog with its ratio to the first peer, by the way to open it.
 *
 * @returns {[string, string][]}
 */
function rowsOfPeers(/** @type {NonNullable<Results['peers']>} */ { versions, opened, against }) {
  return [
    [
      'Peers',
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    ],
    ...Object.entries(opened).map(([name, { row, carriedOut }]) => {
      const base = opened[against[name] ?? '']
      const ratio = base ? (carriedOut ?? row).median / base.row.median : 1
      return /** @type {[string, string]} */ ([name, `${spreadText(carriedOut ?? row)}; ${ratio.toFixed(2)} ×`])
    }),
  ]
}

/** @returns {[string, string][]} */
function rowsOfPage(/** @type {NonNullable<Results['page']>} */ { sizes, blocking, warm, traffic }) {
  return [
    ['Script, npm package in an application, secure frame', `${kB(sizes.script)}, ${kB(sizes.npm)}, ${kB(sizes.secure)}`],
    ['Page blocked until idle, 4 × slower', `${spreadText(blocking.ours)}; without a dialog ${spreadText(blocking.bare)}`],
    ['Click → wallet row, opened before', spreadText(warm)],
    ...Object.entries(traffic).map(
      ([name, { requests, bytes }]) => /** @type {[string, string]} */ ([`${name} visit, opened`, `${requests} requests, ${kB(bytes)}`]),
    ),
  ]
}

/** @returns {[string, string][]} */
function rowsOfAllWallets(/** @type {NonNullable<Results['allWallets']>} */ { version, row, result }) {
  const names = { 'All wallets, press → first row': row, 'All wallets, key → first result': result }
  return Object.entries(names).map(([name, { ours, other, ratio }]) => [
    name,
    `${spreadText(ours)}; ${ratio} × AppKit ${version}’s ${spreadText(other)}`,
  ])
}

/** @returns {[string, string][]} */
function rowsOfMoney(/** @type {NonNullable<Results['money']>} */ { balances: { tokens, ours, plain, ratio }, opening, scrolling }) {
  return [
    [`Balances of an address with ${tokens} tokens (median, p95)`, `${ours.median} ms, ${ours.p95} ms`],
    ['One multicall of the same to the same node', `${plain.median} ms, ${plain.p95} ms; ours is ${ratio} ×`],
    [
      `Opening the account of somebody seen before, ${opening.rows} rows, at 4 × slower: from the press to its first frame, a plain list's`,
      `${opening.ours} ms, ${opening.plain} ms; ours is ${opening.ratio} ×`,
    ],
    ...Object.entries(scrolling).flatMap(
      ([name, { rows, ours, plain, frame, ratio }]) =>
        /** @type {[string, string][]} */ ([
          [`Scrolling ${name}, ${rows} rows, at 4 × slower: dropped frames of 100, a plain list's`, `${ours}, ${plain}`],
          [
            `Scrolling ${name}: CPU time of the page for a frame (mean, p95), a plain list's, and the ratios of the rounds (quartiles)`,
            `${frame.ours.join(', ')} ms; ${frame.plain.join(', ')} ms; ${textOf(ratio.mean)} ×, ${textOf(ratio.p95)} ×`,
          ],
        ]),
    ),
  ]
}

function tableOf(
  /** @type {Results} */ { opening, engines, peers, allWallets, page, bridge, gateway, lists, secure, newcomer, money, load, indexer },
) {
  /** @type {[string, string][]} */
  const rows = []
  if (opening) {
    const { opened, warm, traffic } = opening
    rows.push(...rowsOfOpened(opened), ['Click → wallet row, opened before (median, middle half)', spreadText(warm)])
    for (const [name, { requests, bytes }] of Object.entries(traffic))
      rows.push([`On the wire, ${name} visit with an opening`, `${requests} requests, ${kB(bytes)}`])
  }
  for (const [name, { cold, warm }] of Object.entries(engines ?? {})) {
    rows.push([`Press → first picture, in a browser that was never here, ${name} (median, middle half)`, spreadText(cold)])
    rows.push([`Press → wallet row, opened before, ${name}`, spreadText(warm)])
  }
  if (peers) rows.push(...rowsOfPeers(peers))
  if (allWallets) rows.push(...rowsOfAllWallets(allWallets))
  if (page) rows.push(...rowsOfPage(page))
  for (const [payload, { port: raw, bridge: own, ratio }] of Object.entries(bridge ?? {})) {
    rows.push([`MessagePort round trip, ${payload} (median, quartiles)`, `${textOf(raw)} ms`])
    rows.push([`Bridge round trip, ${payload} (median, quartiles)`, `${textOf(own)} ms, ${textOf(ratio)} ×`])
  }
  if (gateway) {
    const { kept, passed } = gateway
    rows.push(['A server that answers always the same', `${kept.other} requests/s`])
    rows.push(['The same answer, kept by the gateway', `${kept.ours} requests/s, ${textOf(kept.ratio)} ×`])
    rows.push(['Chain node directly', `${passed.other} requests/s`])
    rows.push(['The same node through the gateway', `${passed.ours} requests/s, ${textOf(passed.ratio)} ×`])
  }
  for (const [work, { wallets, ours, plain, ratios }] of Object.entries(lists ?? {})) {
    rows.push([`All wallets, ${work} of ${wallets} (dropped frames, long tasks)`, `${ours.dropped} of ${ours.frames}, ${ours.longTasks}`])
    rows.push([`A plain virtual list, the same`, `${plain.dropped} of ${plain.frames}, ${plain.longTasks}`])
    rows.push(['Ours to the plain list’s', `${ratios.dropped} ×, ${ratios.longTasks} ×`])
  }
  for (const [work, { ours, plain, ratio, against }] of Object.entries(secure ?? {})) {
    rows.push([`Secure frame, ${work} (median, quartiles)`, `${textOf(ours)} ms`])
    rows.push([against, `${textOf(plain)} ms; ours is ${ratio} ×`])
  }
  for (const [way, { time, taps }] of Object.entries(newcomer ?? {}))
    rows.push([`A newcomer’s first signature, ${way} (median, middle half)`, `${spreadText(time)}; ${taps} taps`])
  for (const { name, clients, run } of load
    ? [
        { name: 'alone', clients: load.clients, run: load.quiet },
        { name: 'beside a hostile one', clients: load.clients, run: load.hostile },
      ]
    : []) {
    rows.push([
      `${clients} clients ${name} (median, p95, longest)`,
      `${run.median} ms, ${run.p95} ms, ${run.most} ms; ${run.failed} of ${run.requests} failed`,
    ])
    rows.push([`The server’s memory, and messages lost, then`, `${run.memory} MB; ${run.lost} of ${run.messages}`])
  }
  if (load) rows.push(['p95 beside a hostile client to p95 alone', `${load.ratio} ×`])
  if (money) rows.push(...rowsOfMoney(money))
  if (indexer) rows.push(...rowsOfIndexer(indexer))
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
}

/**
 * Measures, and prints a table, then the same as one line of JSON. Ratios compare within one run, on one machine; absolute numbers are the
 * machine's.
 *
 * @param {readonly string[]} wanted names of the parts
 * @param {{ lifetime: import('../entry/lifetime.js').Lifetime }} context
 * @param {boolean} [goalsOnly] leaves out the visits that no goal speaks of
 */
export async function runBench(wanted, { lifetime }, goalsOnly = false) {
  const parts = wanted.filter((name) => name !== 'load' && name !== 'indexer')
  const date = new Date().toISOString().slice(0, 10)
  const commit = commitOf()
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, load: loadOf() }
  /** @type {Results} */
  const results = { date, commit, machine, ...(parts.length > 0 ? await measureInBrowser(parts, lifetime, goalsOnly) : {}) }
  // On a server of its own, with the limits of a production one.
  if (wanted.includes('load')) results.load = await benchLoad({ lifetime })
  if (wanted.includes('indexer')) results.indexer = await benchIndexer({ lifetime })
  const browser = results.machine.chromium ? `, Chromium ${results.machine.chromium}` : ''
  console.log(
    `\n${date}, ${commit}, ${machine.cores} × ${machine.cpu}, load ${machine.load} → ${loadOf()}, Node ${machine.node}${browser}\n`,
  )
  console.log(tableOf(results))
  const figures = figuresOf(results)
  if (figures) {
    const [visited] = Object.values(results.peers?.opened ?? {})
    writeSpeed(
      figures,
      { date, commit, machine: { ...results.machine, load: machine.load, loadAfter: loadOf() } },
      visited?.row.samples ?? 0,
    )
  }
  console.log(`\n${JSON.stringify(results)}`)
}

/** The parts that need the whole product and a browser. */
async function measureInBrowser(
  /** @type {readonly string[]} */ wanted,
  /** @type {Lifetime} */ lifetime,
  /** @type {boolean} */ goalsOnly,
) {
  // The lists are measured with wallets of their own; all else with those that everybody has.
  const overlay = wanted.includes('lists') ? writeOverlay() : undefined
  if (overlay) lifetime.onStop(overlay.remove)
  try {
    return await inBrowser(lifetime, overlay?.folder, async ({ browser, pages, product, executablePath }) => {
      const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, chromium: browser.version() }
      const parts = {
        opening: () => benchOpening(browser, pages, product),
        engines: () => benchEngines(product, lifetime.own),
        peers: () => benchPeers(browser, pages, product, lifetime, goalsOnly),
        allWallets: () => benchAllWallets(browser, pages, product, lifetime),
        page: () => benchPage(browser, pages, product),
        bridge: () => benchBridge(browser, pages),
        gateway: () => benchGateway(product, lifetime.own),
        lists: () => benchLists(browser, pages, product),
        secure: () => benchSecure(executablePath, pages, product),
        newcomer: () => benchNewcomer(executablePath, pages, product),
        money: () => benchMoney(browser, product),
      }
      /** @type {Results} */
      const results = { machine }
      for (const [name, part] of Object.entries(parts)) {
        if (!wanted.includes(name)) continue
        const from = Date.now()
        const found = await part()
        Object.assign(results, { [name]: found })
        // A run takes long: what was found is not lost with a part that fails later.
        console.log(`\n── ${name} (${Math.round((Date.now() - from) / 1_000)} s)\n${JSON.stringify(found)}`)
      }
      return results
    })
  } finally {
    overlay?.remove()
  }
}
