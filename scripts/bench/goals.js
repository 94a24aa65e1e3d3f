/** @import { Results } from './runBench.js' */

/**
 * A figure that there is a goal for.
 *
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} measured
 * @property {string} [ratio] to what it is compared with, in the same run
 * @property {string} goal
 * @property {boolean} [reached] undefined where nothing was there to compare with
 */

/** The ways to open that have a goal: the most that our time may be as a multiple of RainbowKit's. */
export const openingGoals = {
  'page idle for 1 s': 0.8,
  'page idle for 1 s, 4 × slower': 0.7,
  'click at page load': 2,
  'preload: none': 1.8,
  'preload: none, 4 × slower': 2,
  'preload: none, a press carried out': 2.6,
  'preload: none, a press carried out, 4 × slower': 3.3,
}

/** @typedef {{ median: number, from: number, to: number, samples?: number }} Spread */

const msOf = (/** @type {Spread} */ { median, from, to }) => `${median} ms (${from}–${to})`
const kBOf = (/** @type {number} */ bytes) => `${(bytes / 1_000).toFixed(1)} kB`

/**
 * One way of opening, to the first peer in the same run.
 *
 * @param {NonNullable<Results['peers']>} peers
 * @param {string} way name of the run
 * @param {number} goal ratio
 * @returns {Figure[]}
 */
function opened({ opened: runs, against }, way, goal) {
  const run = runs[`Latchkey: ${way}`]
  const base = runs[against[`Latchkey: ${way}`] ?? '']
  if (!run || !base) return []
  const own = run.carriedOut ?? run.row
  const ratio = own.median / base.row.median
  return [
    {
      name: `Opening, ${way}`,
      measured: msOf(own),
      ratio: `${ratio.toFixed(2)} × RainbowKit’s ${base.row.median} ms`,
      goal: `≤ ${goal} ×`,
      reached: ratio <= goal,
    },
  ]
}

/** @returns {Figure[]} */
function figuresOfOpening(/** @type {NonNullable<Results['peers']>} */ peers) {
  const ours = Object.entries(peers.opened).filter(([name]) => name.startsWith('Latchkey'))
  const moved = Math.max(...ours.map(([, run]) => run.moved))
  const shift = Math.max(...ours.map(([, run]) => run.shift))
  const shifted = ours.flatMap(([, run]) => run.shifted)
  return [
    ...Object.entries(openingGoals).flatMap(([way, goal]) => opened(peers, way, goal)),
    {
      name: 'Rows that move after they were drawn, layout shift, in all these visits',
      measured: [`${moved}, ${shift.toFixed(3)}`, ...shifted].join('; '),
      goal: '0',
      reached: moved === 0 && shift === 0,
    },
  ]
}

/** @returns {Figure[]} */
function figuresOfPage(/** @type {NonNullable<Results['page']>} */ { sizes, blocking, traffic }) {
  const { first, second } = traffic
  return [
    {
      name: 'First opening, all that is fetched behind it included',
      measured: `${first.requests} requests, ${kBOf(first.bytes)}`,
      goal: '≤ 12, ≤ 110 kB',
      reached: first.requests <= 12 && first.bytes <= 110_000,
    },
    {
      name: 'Second visit',
      measured: `${second.requests} requests, ${kBOf(second.bytes)}`,
      goal: '≤ 3, ≤ 5 kB',
      reached: second.requests <= 3 && second.bytes <= 5_000,
    },
    {
      name: 'Secure frame, scripts before an approval is drawn',
      measured: kBOf(sizes.secure),
      goal: '≤ 45 kB',
      reached: sizes.secure <= 45_000,
    },
    { name: 'Host page, npm package in an application', measured: kBOf(sizes.npm), goal: '≤ 10 kB', reached: sizes.npm <= 10_000 },
    {
      name: 'Host page, blocked until idle, 4 × slower, with preloading',
      measured: msOf(blocking.ours),
      ratio: `the same page without a dialog: ${msOf(blocking.bare)}`,
      goal: '≤ 20 ms',
      reached: blocking.ours.median <= 20,
    },
  ]
}

/**
 * @param {NonNullable<Results['allWallets']>} allWallets
 * @returns {Figure[]}
 */
function figuresOfAllWallets({ version, row, result }) {
  const names = { 'All wallets, press to the first row': row, 'All wallets, first key of a search to the first result': result }
  return Object.entries(names).map(([name, { ours, other, ratio }]) => ({
    name,
    measured: msOf(ours),
    ratio: `${ratio} × the ${other.median} ms of AppKit ${version}`,
    goal: '≤ 0.1 ×',
    reached: ratio <= 0.1,
  }))
}

/** @returns {Figure[]} */
function figuresOfBridge(/** @type {NonNullable<Results['bridge']>} */ bridge) {
  return Object.entries(bridge).map(([payload, { bridge: own, ratio }]) => ({
    name: `Bridge round trip, ${payload}`,
    measured: msOf(own),
    ratio: `${ratio.median} × a bare port (${ratio.from}–${ratio.to})`,
    goal: '≤ 1.1 ×',
    reached: ratio.median <= 1.1,
  }))
}

/** @returns {Figure[]} */
function figuresOfServer(
  /** @type {NonNullable<Results['gateway']>} */ { kept, passed },
  /** @type {NonNullable<Results['load']>} */ load,
) {
  return [
    {
      name: 'Gateway, a kept answer',
      measured: `${kept.ours} answers/s`,
      ratio: `${kept.ratio.median} × a server that answers a constant (${kept.ratio.from}–${kept.ratio.to})`,
      goal: '≥ 0.9 ×',
      reached: kept.ratio.median >= 0.9,
    },
    {
      name: 'Gateway, passed on to the node, 32 connections',
      measured: `${passed.ours} answers/s`,
      ratio: `${passed.ratio.median} × the node asked directly (${passed.ratio.from}–${passed.ratio.to})`,
      goal: '≥ 0.6 ×',
      reached: passed.ratio.median >= 0.6,
    },
    {
      name: 'Server’s memory with its embedded database: started; at most, with 100 clients',
      measured: `${load.started} MB; ${load.quiet.memory} MB`,
      goal: '≤ 250 MB',
      reached: load.quiet.memory <= 250,
    },
  ]
}

/** Parts of the bench that have figures with a goal. */
export const goalParts = /** @type {const} */ (['peers', 'allWallets', 'page', 'bridge', 'gateway', 'secure', 'load'])

/**
 * Every figure that there is a goal for, of one run.
 *
 * @param {Results} results
 * @returns {Figure[] | undefined} undefined when a part is missing
 */
export function figuresOf({ peers, allWallets, page, bridge, gateway, secure, load }) {
  const sign = secure?.['press on "Sign" until the signature is there']
  if (!peers || !allWallets || !page || !bridge || !gateway || !sign || !load) return undefined
  return [
    ...figuresOfOpening(peers),
    ...figuresOfPage(page),
    ...figuresOfAllWallets(allWallets),
    ...figuresOfBridge(bridge),
    {
      name: 'Embedded wallet, press on “Sign” to the signature',
      measured: msOf(sign.ours),
      ratio: `${sign.ratio} × a key in the page itself`,
      goal: '≤ 10 ms',
      reached: sign.ours.median <= 10,
    },
    ...figuresOfServer(gateway, load),
  ]
}
