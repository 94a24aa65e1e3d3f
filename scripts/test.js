import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { failedBrowserTests, failedUnitTests } from './lib/failures.js'
import { run } from './lib/run.js'

/**
 * `npm test`: everything that must hold, on a bare clone. `--long` adds the slow tests.
 * The last line is "N passed, N failed": each unit test, each browser test and each other step counts as one.
 */

const root = fileURLToPath(new URL('../', import.meta.url))
const long = process.argv.includes('--long')
const env = { LATCHKEY_RETRIES: '1', ...(long ? { LATCHKEY_LONG: '1' } : {}) }
const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
const total = { passed: 0, failed: 0 }
/** What failed, in words: shown again at the end, where nobody has to search for it. */
const failures = []
const started = Date.now()

const seconds = (since) => `${((Date.now() - since) / 1_000).toFixed(0)} s`
const bin = (name) => join(root, 'node_modules/.bin', name)
const one = (ok) => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * Runs a step, shows how long it took, and adds what it counted.
 *
 * @param {string} name
 * @param {() => Promise<{ passed: number, failed: number }>} work
 */
async function step(name, work) {
  const from = Date.now()
  console.log(`\n── ${name}`)
  const { passed, failed, names } = await work()
  if (names) failures.push(...names)
  else if (failed) failures.push(name)
  total.passed += passed
  total.failed += failed
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${seconds(from)})`)
  return failed === 0
}

/** Counts of a tool's JSON report. A report that is missing, a run that failed without a failed test, and no test at all are failures. */
function counted(file, ok, read) {
  if (!existsSync(file)) return one(false)
  const { passed, failed, names } = read(JSON.parse(readFileSync(file, 'utf8')))
  return { passed, failed: failed || (ok && passed > 0 ? 0 : 1), ...(names.length ? { names } : {}) }
}

const lockFile = join(root, 'package-lock.json')
const installed = join(root, 'node_modules/.package-lock.json')
const needsInstall = () => !existsSync(installed) || statSync(installed).mtimeMs < statSync(lockFile).mtimeMs

/** One PostgreSQL server for all unit tests: each file has a database of its own there. `DATABASE_URL` names another. */
async function unit() {
  const file = join(reports, 'unit.json')
  const { startPostgres } = await import('./lib/startPostgres.js')
  const server = process.env.DATABASE_URL ? undefined : await startPostgres()
  const ok = await run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {
    env: { ...env, ...(server ? { LATCHKEY_TEST_POSTGRES: server.url } : {}) },
  })
  await server?.stop()
  return counted(file, ok, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    names: failedUnitTests(report, root),
  }))
}

async function e2e(chromium) {
  const file = join(reports, 'e2e.json')
  const ok = await run(bin('playwright'), ['test', '--reporter=list,json'], {
    env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return counted(file, ok, (report) => ({
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    names: failedBrowserTests(report),
  }))
}

async function main() {
  if (needsInstall() && !(await step('install', async () => one(await run('npm', ['ci', '--no-audit', '--no-fund']))))) return
  let chromium
  await step('chromium', async () => {
    const { ensureChromium } = await import('./lib/ensureChromium.js')
    chromium = await ensureChromium()
    const version = chromium && process.platform === 'linux' ? spawnSync(chromium, ['--version'], { encoding: 'utf8' }).stdout : ''
    console.log(chromium ? `${chromium} ${version ?? ''}`.trim() : 'No Chromium could be found or installed. Set CHROMIUM_PATH.')
    return one(Boolean(chromium))
  })
  await step('types', async () => one(await run(bin('tsc'), ['--noEmit'])))
  await step('lint', async () => one(await run(bin('biome'), ['check', '--error-on-warnings'])))
  await step('unit', unit)
  const built = await step('build', async () => one(await run(process.execPath, ['scripts/build.js'])))
  await step('checks', async () => {
    const { runChecks } = await import('./checks/run.js')
    return runChecks()
  })
  if (built && chromium) await step('e2e', () => e2e(chromium))
}

await main()
rmSync(reports, { recursive: true, force: true })
if (failures.length) console.log(`\nFailed, or passed only when tried again:\n${failures.map((text) => `  ${text}`).join('\n')}`)
console.log(`\nTook ${seconds(started)}${long ? ' with the slow tests' : ''}.`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
