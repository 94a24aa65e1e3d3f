import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../entry/root.js'
import { run } from '../entry/run.js'
import { findFirefox, findWebKit } from '../lib/engines.js'
import { ensureChromium, nameOf } from '../lib/ensureChromium.js'
import { ensureEngines } from '../lib/ensureEngines.js'
import { withTable } from './browserTable.js'

/**
 * Runs the flows of `e2e/browsers` in every engine, and sets the exit code.
 *
 * @param {{ lifetime: import('../entry/lifetime.js').Lifetime }} context
 */
export async function runBrowsers({ lifetime }) {
  const chromiums = await ensureChromium()
  const advice = await ensureEngines()
  if (!chromiums) advice.push('No Chromium could be found or installed. Set CHROMIUM_PATH.')
  const engines = [chromiums && nameOf(chromiums.chosen ?? chromiums.full), findFirefox(), findWebKit()?.browser].filter(Boolean)
  console.log(`In ${engines.join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-browsers-'))
  lifetime.onStop(() => rmSync(folder, { recursive: true, force: true }))
  const report = join(folder, 'report.json')
  const docs = process.argv.includes('--docs')
  const given = process.argv.slice(2).filter((word) => word !== '--docs' && word !== '--')
  const own = { own: lifetime.own }
  const built = await run(process.execPath, [join(root, 'scripts/build.js')], own)
  const passed =
    built &&
    (await run(
      join(root, 'node_modules/.bin/playwright'),
      ['test', '--config', join(root, 'e2e/browsers/playwright.config.ts'), '--reporter=list,json', ...given],
      { ...own, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
    ))
  if (docs && existsSync(report)) {
    const file = join(root, 'docs/browsers.md')
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), JSON.parse(readFileSync(report, 'utf8')), new Date()))
  }
  rmSync(folder, { recursive: true, force: true })
  for (const line of advice) console.log(line)
  process.exitCode = passed && advice.length === 0 ? 0 : 1
}
