import { openingGoals } from './goals.js'
import { ourRuns, takeTurns, ways } from './opening.js'
import { openPeers, versionOf } from './openPeers.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Lifetime } from '../entry/lifetime.js' */
/** @import { Pages, Product } from './pages.js' */
/** @import { Contestant, Visit } from './visit.js' */

/**
 * The dialogs beside which ours is measured: their npm package, and what a wallet's row is in them. The first is what ratios are of. `ways`
 * leaves out what one cannot do.
 */
const peers = [
  { name: 'RainbowKit', entry: 'rainbowkit', package: '@rainbow-me/rainbowkit', rows: '[data-testid^="rk-wallet-option-"]' },
  // Opened while its providers start, it closes itself again.
  {
    name: 'ConnectKit',
    entry: 'connectkit',
    package: 'connectkit',
    rows: '#__CONNECTKIT__ [role="dialog"] button',
    text: 'MetaMask',
    ways: ['page idle for 1 s'],
  },
]

/**
 * Ours and its peers by turns, on the same machine in the same minutes: fresh contexts, production builds, all hosts but ours refused on loopback.
 *
 * `goalsOnly`: only what there is a goal for, and what that is compared with.
 *
 * @returns spreads by run; `against`: by run, the one of the first peer that its ratio is of
 */
export async function benchPeers(
  /** @type {Browser} */ browser,
  /** @type {Pages} */ pages,
  /** @type {Product} */ product,
  /** @type {Lifetime} */ lifetime,
  goalsOnly = false,
) {
  const served = await openPeers(
    peers.map(({ entry }) => entry),
    lifetime,
  )
  const rates = /** @type {const} */ ([1, 4])
  const nameOf = (/** @type {string} */ name, /** @type {string} */ way, /** @type {number} */ rate) =>
    `${name}: ${way}${rate === 1 ? '' : `, ${rate} × slower`}`
  /** @type {{ name: string, contestant: Contestant, visit: Visit }[]} */
  const theirs = peers.flatMap(({ name, entry, rows, text, ways: own = Object.keys(ways) }) =>
    rates.flatMap((rate) =>
      Object.entries(ways)
        .filter(([way]) => own.includes(way))
        .map(([way, visit]) => ({
          name: nameOf(name, way, rate),
          contestant: { name, page: served.page(entry), rows, ...(text ? { text } : {}) },
          visit: { ...visit, rate },
        })),
    ),
  )
  const own = ourRuns(pages, product).map((run) => ({ ...run, name: `Latchkey: ${run.name}` }))
  const isWanted = (/** @type {string} */ name) => name.replace('Latchkey: ', '') in openingGoals
  const [first] = peers
  const against = Object.fromEntries(
    [...own, ...theirs].map(({ name, visit: { click, rate } }) => {
      const way = Object.entries(ways).find(([, one]) => one.click === click)?.[0] ?? ''
      return [name, nameOf(first?.name ?? '', way, rate)]
    }),
  )
  try {
    const all = [...own, ...theirs]
    const isNeeded = ({ name = '' }) => own.some((run) => isWanted(run.name) && (name === run.name || name === against[run.name]))
    const opened = await takeTurns(browser, goalsOnly ? all.filter(isNeeded) : all)
    return { versions: Object.fromEntries(peers.map((peer) => [peer.name, versionOf(peer.package)])), opened, against }
  } finally {
    served.close()
  }
}
