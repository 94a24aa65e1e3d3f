import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startPostgres } from '@latchkey/testkit/src/databases/startPostgres.js'
import { root } from '../entry/root.js'
import { run as runProgram } from '../entry/run.js'
import { findFirefox, findWebKit } from '../lib/engines.js'
import { ensureChromium, nameOf } from '../lib/ensureChromium.js'
import { failedBrowserTests, failedUnitTests } from '../lib/failures.js'
import { needMachine } from './needMachine.js'

/** @import { BrowserReport, UnitReport } from '../lib/failures.js' */

/**
 * @typedef {{ passed: number, failed: number, names?: string[] }} Counts `names`: what failed, in words
 * @typedef {(file: string, parameters: readonly string[], env?: Record<string, string>) => Promise<boolean>} Run
 * @typedef {{ run: Run, file: string }} Context `file`: where a tool's report is written
 */

const toSeconds = (/** @type {number} */ milliseconds) => `${(milliseconds / 1_000).toFixed(0)} s`
const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name)
/** @returns {Counts} */
const one = (/** @type {boolean} */ ok) => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * Counts of a tool's JSON report. A report that is missing, a run that failed without a failed test, and, unless it `mayBeEmpty`, no test at all are
 * failures.
 *
 * @template Report
 * @param {string} file
 * @param {boolean} ok
 * @param {(report: Report) => Required<Counts>} read
 * @param {boolean} [mayBeEmpty]
 */
function counted(file, ok, read, mayBeEmpty = false) {
  if (!existsSync(file)) return one(ok && mayBeEmpty)
  const { passed, failed, names } = read(JSON.parse(readFileSync(file, 'utf8')))
  return { passed, failed: failed || (ok && (passed > 0 || mayBeEmpty) ? 0 : 1), ...(names.length ? { names } : {}) }
}

/** The commit before the newest changes: those that are not committed yet, or else those of the last commit. */
const beforeChanges = () => (spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout ? 'HEAD' : 'HEAD~1')

/** Counts what steps count, and shows how long each took. */
function createTally() {
  const total = { passed: 0, failed: 0 }
  /** A line for each step. */
  const times = /** @type {string[]} */ ([])
  /** What failed, in words: shown again at the end, where nobody has to search for it. */
  const failures = /** @type {string[]} */ ([])

  function add(/** @type {string} */ name, /** @type {number} */ milliseconds, /** @type {Counts} */ { passed, failed, names }) {
    if (names) failures.push(...names)
    else if (failed) failures.push(name)
    total.passed += passed
    total.failed += failed
    console.log(`── ${name}: ${passed} passed, ${failed} failed (${toSeconds(milliseconds)})`)
    times.push(
      `  ${name.padEnd(10)}${toSeconds(milliseconds).padStart(8)}${String(passed).padStart(8)} passed${String(failed).padStart(6)} failed`,
    )
    return failed === 0
  }
  async function step(/** @type {string} */ name, /** @type {() => Promise<Counts>} */ work) {
    const from = Date.now()
    console.log(`\n── ${name}`)
    const counts = await work()
    return add(name, Date.now() - from, counts)
  }
  return { total, failures, times, add, step }
}

/**
 * One PostgreSQL server for all unit tests: each file has a database of its own there. `DATABASE_URL` names another.
 *
 * @param {Context & { lifetime: import('../entry/lifetime.js').Lifetime, since?: string | undefined, apart?: boolean }} context `since`: only tests of what has
 *   changed since this commit; `apart`: those that need the machine for themselves
 */
async function unit({ run, file, lifetime, since, apart = false }) {
  const server = process.env.DATABASE_URL ? undefined : await startPostgres()
  const forget = server && lifetime.onStop(server.stop)
  const chosen = apart ? needMachine : since ? ['--changed', since, '--passWithNoTests'] : []
  const ok = await run(bin('vitest'), ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {
    ...(server ? { LATCHKEY_TEST_POSTGRES: server.url } : {}),
    ...(apart ? { LATCHKEY_APART: '1' } : {}),
  })
  forget?.()
  await server?.stop()
  const read = (/** @type {UnitReport & { numPassedTests: number, numFailedTests: number }} */ report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    names: failedUnitTests(report, root),
  })
  return counted(file, ok, read, Boolean(since))
}

/** @typedef {BrowserReport & { stats: Record<'expected' | 'unexpected' | 'flaky', number> }} FlowReport */
const readFlows = (/** @type {FlowReport} */ report) => ({
  passed: report.stats.expected + report.stats.flaky,
  failed: report.stats.unexpected,
  names: failedBrowserTests(report),
})

async function e2e(/** @type {Context} */ { run, file }) {
  const ok = await run(bin('playwright'), ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return counted(file, ok, readFlows)
}

/** The engines beside Chromium that are installed; says which ones are not. */
function otherEngines() {
  const found = { firefox: findFirefox(), webkit: findWebKit()?.browser }
  for (const [name, path] of Object.entries(found))
    console.log(
      `── ${name}: ${path ?? 'not installed, so its flows are left out. `npm run test:browsers` installs it where there is apt.'}`,
    )
  return Object.entries(found).flatMap(([name, path]) => (path ? [name] : []))
}

/** The short flows of `e2e/browsers`, in each of the engines at the same time: each has a screen of its own. */
async function browsers(/** @type {Context & { engines: readonly string[] }} */ { run, file, engines }) {
  const config = join(root, 'e2e/browsers/playwright.config.ts')
  const projects = engines.flatMap((name) => ['--project', name])
  const parameters = [
    'test',
    '--config',
    config,
    '--reporter=list,json',
    '--grep',
    '@short',
    '--workers',
    String(engines.length),
    ...projects,
  ]
  const ok = await run(bin('playwright'), parameters, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return counted(file, ok, readFlows)
}

async function checks(/** @type {Context} */ { run, file }) {
  const ok = await run(process.execPath, [join(root, 'scripts/checks/run.js'), '--counts', file])
  return counted(file, ok, (/** @type {Counts} */ counts) => ({ ...counts, names: [] }))
}

/** The browsers for the tests; shows which part takes which. @returns whether there are any */
async function findBrowsers() {
  const chromiums = await ensureChromium()
  if (!chromiums) {
    console.log('No Chromium could be found or installed. Set CHROMIUM_PATH.')
    return false
  }
  const { full, quick = full } = chromiums
  if (quick !== full) console.log(`── the main flows with storage, and all flows without it: ${nameOf(full)}`)
  console.log(`── ${quick === full ? 'all flows' : 'the other flows'}: ${nameOf(quick)}`)
  return true
}

/**
 * Runs everything that must hold, and sets the exit code. The last line is "N passed, N failed": each unit test, each browser test and each other
 * step counts as one.
 *
 * @param {{ long: boolean, quick: boolean }} options `long` adds the slow tests; `quick` leaves types, lint and the unit tests of what has changed
 * @param {{ lifetime: import('../entry/lifetime.js').Lifetime, installed?: number }} context `installed`: milliseconds that installing took
 */
export async function runTests({ long, quick }, { lifetime, installed }) {
  const started = Date.now() - (installed ?? 0)
  const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const removeReports = () => rmSync(reports, { recursive: true, force: true })
  lifetime.onStop(removeReports)
  const own = { LATCHKEY_RETRIES: '1', ...(long ? { LATCHKEY_LONG: '1' } : {}) }
  /** @type {Run} */
  const run = (file, parameters, env = {}) => runProgram(file, parameters, { env: { ...own, ...env }, own: lifetime.own })
  const { total, failures, times, add, step } = createTally()
  const types = () => step('types', async () => one(await run('npm', ['run', '--silent', 'types'])))
  const lint = () => step('lint', async () => one(await run(bin('biome'), ['check', '--error-on-warnings'])))
  const units = (/** @type {string | undefined} */ since) =>
    step('unit', () => unit({ run, lifetime, since, file: join(reports, 'unit.json') }))

  async function everything() {
    const isReady = await step('chromium', async () => one(await findBrowsers()))
    const build = () => step('build', async () => one(await run(process.execPath, [join(root, 'scripts/build.js')])))
    // The type checker keeps one core busy.
    const [built] = await Promise.all([lint().then(build), types()])
    await units(undefined)
    if (long) await step('apart', () => unit({ run, lifetime, apart: true, file: join(reports, 'apart.json') }))
    await step('checks', () => checks({ run, file: join(reports, 'checks.json') }))
    if (built && isReady) await step('e2e', () => e2e({ run, file: join(reports, 'e2e.json') }))
    const engines = otherEngines()
    if (built && engines.length) await step('browsers', () => browsers({ run, engines, file: join(reports, 'browsers.json') }))
  }
  async function changes() {
    await Promise.all([types(), lint().then(() => units(beforeChanges()))])
  }

  if (installed !== undefined) add('install', installed, one(true))
  await (quick ? changes() : everything())

  removeReports()
  if (failures.length) console.log(`\nFailed, or passed only when tried again:\n${failures.map((text) => `  ${text}`).join('\n')}`)
  console.log(`\n${times.join('\n')}`)
  console.log(`\nTook ${toSeconds(Date.now() - started)}${long ? ' with the slow tests' : ''}.`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed ? 1 : 0
}
