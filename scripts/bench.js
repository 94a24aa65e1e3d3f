import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { benchBridge } from './bench/bridge.js'
import { benchGateway } from './bench/gateway.js'
import { benchOpening } from './bench/opening.js'
import { servePages } from './bench/pages.js'
import { chromiumArgs } from './lib/chromium.js'
import { ensureChromium } from './lib/ensureChromium.js'

/**
 * `npm run bench`: what embedding costs a page and its visitor. Prints a table, then the same as one line of JSON.
 * Ratios compare within one run, on one machine; absolute numbers are the machine's.
 */

const port = 4190

/** Starts the product and waits for the line that describes it. */
async function startProduct() {
  const child = spawn(process.execPath, ['scripts/start.js', '--port', String(port), '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve()
      child.once('exit', resolve)
      child.kill('SIGTERM')
    })
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('{')) return { product: JSON.parse(line), stop }
  throw new Error('The product did not start.')
}

const kB = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`

function tableOf({ opening, bridge, gateway }) {
  const { bytes, milliseconds } = opening
  const rows = [
    ['Script on the host page, before use (gzip)', kB(bytes.hostBeforeUse)],
    ['Script on the host page, dialog opened (gzip)', kB(bytes.hostOpened)],
    ['First Connect view, scripts (gzip)', kB(bytes.connectScripts)],
    ['First Connect view, everything (gzip)', kB(bytes.connectAll)],
    ['Click → Connect painted, cold (median, p95)', `${milliseconds.cold.median} ms, ${milliseconds.cold.p95} ms`],
    ['Click → Connect painted, warm (median, p95)', `${milliseconds.warm.median} ms, ${milliseconds.warm.p95} ms`],
  ]
  for (const [payload, { port: raw, bridge: own, ratio }] of Object.entries(bridge)) {
    rows.push([`MessagePort round trip, ${payload} (median, p95)`, `${raw.median} ms, ${raw.p95} ms`])
    rows.push([`Bridge round trip, ${payload} (median, p95)`, `${own.median} ms, ${own.p95} ms, ${ratio} ×`])
  }
  rows.push(['Chain node directly', `${gateway.node} requests/s`])
  rows.push(['The same node through the gateway', `${gateway.gateway} requests/s, ${gateway.ratio} ×`])
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
}

async function main() {
  const executablePath = await ensureChromium()
  if (!executablePath) throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH.')
  const { product, stop } = await startProduct()
  const pages = await servePages(product)
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, chromium: browser.version() }
    const date = new Date().toISOString().slice(0, 10)
    const opening = await benchOpening(browser, pages, product)
    const bridge = await benchBridge(browser, pages)
    const gateway = await benchGateway(product)
    const results = { date, machine, opening, bridge, gateway }
    console.log(`\n${date}, ${machine.cores} × ${machine.cpu}, Node ${machine.node}, Chromium ${machine.chromium}\n`)
    console.log(tableOf(results))
    console.log(`\n${JSON.stringify(results)}`)
  } finally {
    await browser.close()
    await pages.close()
    await stop()
  }
}

await main()
