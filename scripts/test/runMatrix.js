import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../entry/root.js'
import { run } from '../entry/run.js'
import { ensureChromium, nameOf } from '../lib/ensureChromium.js'
import { cellsOf, matrixTable } from './matrixTable.js'

/**
 * Tries every way to connect on every kind of network, prints the table, and sets the exit code: 0 when enough connected and every end has a reason.
 *
 * @param {{ times: number, words: readonly string[] }} options `words`: only cells whose names have them
 * @param {{ lifetime: import('../entry/lifetime.js').Lifetime }} context
 */
export async function runMatrix({ times, words }, { lifetime }) {
  const chromiums = await ensureChromium()
  if (!chromiums) throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH.')
  console.log(`In ${nameOf(chromiums.quick ?? chromiums.full)}`)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-matrix-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  lifetime.onStop(remove)
  const report = join(folder, 'report.json')
  const own = { own: lifetime.own }
  const built = await run(process.execPath, [join(root, 'scripts/build.js')], own)
  const passed =
    built &&
    (await run(
      join(root, 'node_modules/.bin/playwright'),
      ['test', 'matrix.spec.ts', '--project=matrix', '--reporter=list,json', ...words.flatMap((word) => ['-g', word])],
      { ...own, env: { LATCHKEY_MATRIX: String(times), PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
    ))
  const cells = existsSync(report) ? cellsOf(JSON.parse(readFileSync(report, 'utf8'))) : []
  const { text, ok } = matrixTable(cells)
  console.log(`\n${text}`)
  remove()
  process.exitCode = passed && ok ? 0 : 1
}
