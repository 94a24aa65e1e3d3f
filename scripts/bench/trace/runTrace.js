import { build } from '../../dev/build.js'
import { inBrowser } from '../inBrowser.js'
import { ourRuns, ours } from '../opening.js'
import { benchPort } from '../port.js'
import { traceAllWallets, traceOpening, tracePage } from './browser.js'
import { textOfBridge, traceBridge, traceSigning } from './calls.js'
import { textOfGateway, textOfMemory, traceGateway, traceMemory } from './server.js'
import { textOfSummary } from './summary.js'

/** @import { Lifetime } from '../../entry/lifetime.js' */

const port = benchPort + 5

/** The openings that are traced: each way at a quarter of the speed. The first visit fills the caches of the server, and is not shown. */
const traceOpenings = (/** @type {Lifetime} */ lifetime) =>
  inBrowser(lifetime, undefined, async ({ browser, pages, product }) => {
    const texts = []
    for (const { name, contestant, visit } of ourRuns(pages, product).filter(
      ({ visit: { click, rate } }) => rate === 4 && click === 'idle',
    )) {
      await traceOpening(browser, name, contestant, visit)
      texts.push(name, textOfSummary(await traceOpening(browser, name, contestant, visit)))
    }
    return texts.join('\n')
  })

const traceList = (/** @type {Lifetime} */ lifetime) =>
  inBrowser(lifetime, undefined, async ({ browser, pages, product }) => {
    const contestant = ours(pages, product, 'none')
    await traceAllWallets(browser, contestant)
    return textOfSummary(await traceAllWallets(browser, contestant))
  })

const traceBlocking = (/** @type {Lifetime} */ lifetime) =>
  inBrowser(lifetime, undefined, async ({ browser, pages, product }) => {
    const contestant = ours(pages, product, 'idle')
    await tracePage(browser, contestant)
    return textOfSummary(await tracePage(browser, contestant))
  })

const traces = {
  opening: traceOpenings,
  blocking: traceBlocking,
  allWallets: traceList,
  bridge: (/** @type {Lifetime} */ lifetime) =>
    inBrowser(lifetime, undefined, async ({ browser, pages }) => textOfBridge(await traceBridge(browser, pages))),
  signing: (/** @type {Lifetime} */ lifetime) =>
    inBrowser(lifetime, undefined, async ({ pages, product, executablePath }) =>
      textOfSummary(await traceSigning(executablePath, pages, product)),
    ),
  gateway: async (/** @type {Lifetime} */ { own }) => textOfGateway(await traceGateway(port, own)),
  memory: async (/** @type {Lifetime} */ { own }) => textOfMemory(await traceMemory(port, own)),
}

/**
 * Says where the time of a figure goes, or what the memory holds.
 *
 * @param {readonly string[]} names all when there are none
 * @param {{ progress: { say: (line: string) => void }, lifetime: Lifetime }} context
 */
export async function runTrace(names, { progress, lifetime }) {
  const unknown = names.filter((name) => !(name in traces))
  if (unknown.length > 0) throw new Error(`Unknown trace: ${unknown.join(', ')}. Known: ${Object.keys(traces).join(', ')}.`)
  const failed = await build({ say: progress.say, own: lifetime.own, only: ['services'] })
  if (failed.length > 0) throw new Error('The services could not be built.')
  for (const [name, trace] of Object.entries(traces)) {
    if (names.length > 0 && !names.includes(name)) continue
    console.log(`\n${name}\n${await trace(lifetime)}`)
  }
}
