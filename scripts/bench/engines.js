import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../entry/root.js'
import { ensureEngines } from '../lib/ensureEngines.js'
import { spread } from './statistics.js'

/** @import { Own } from '../entry/lifetime.js' */
/** @import { Product } from './pages.js' */

/**
 * @typedef {{ annotations: { type: string, description?: string }[] }} Run
 * @typedef {{ specs?: { tests: Run[] }[], suites?: Suite[] }} Suite
 */

/** @returns {Run[]} */
const runsOf = (/** @type {Suite} */ { specs = [], suites = [] }) => [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(runsOf)]

/**
 * Opening the dialog in Chromium, Firefox and WebKitGTK, as far as they are installed: `cold` in a browser that was never here, from the press to the first
 * picture of a dialog that is loaded then; `warm` where it was opened before. Their drivers are those of `e2e/browsers`.
 *
 * @param {Product} product
 * @param {Own} own
 * @returns {Promise<Record<string, { cold: ReturnType<typeof spread>, warm: ReturnType<typeof spread> }>>} by engine and version
 */
export async function benchEngines(product, own) {
  for (const advice of await ensureEngines()) console.log(advice)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const report = join(folder, 'report.json')
  try {
    const child = spawn(
      join(root, 'node_modules/.bin/playwright'),
      ['test', '--config', join(root, 'e2e/browsers/playwright.config.ts'), '--reporter=list,json'],
      {
        stdio: ['ignore', 2, 2],
        env: {
          ...process.env,
          LATCHKEY_BENCH: '1',
          LATCHKEY_SERVER: JSON.stringify(product),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
      },
    )
    if (child.pid)
      child.once(
        'exit',
        own(child.pid, async () => void child.kill('SIGTERM')),
      )
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error('The dialog did not open in each engine: `LATCHKEY_BENCH=1 npm run test:browsers` says why.')
    const found = runsOf(JSON.parse(readFileSync(report, 'utf8'))).map(({ annotations }) => {
      const of = (/** @type {string} */ type) => annotations.find((each) => each.type === type)?.description ?? ''
      const { cold, warm } = /** @type {{ cold: number[], warm: number[] }} */ (JSON.parse(of('times')))
      return /** @type {const} */ ([of('engine'), { cold: spread(cold, 0), warm: spread(warm, 0) }])
    })
    return Object.fromEntries(found)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
