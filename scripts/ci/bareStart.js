import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireFreePorts } from '../dev/freePorts.js'
import { root } from '../entry/root.js'
import { askByHost } from '../lib/askByHost.js'
import { bareHashes } from '../lib/bareHashes.js'
import { processesOf } from './processesOf.js'

/** @import { ChildProcess, ChildProcessByStdio } from 'node:child_process' */
/** @import { Readable } from 'node:stream' */

/**
 * The first command of the README, as on a machine that has never seen the project: a fresh clone, nothing installed in it or above it. It starts,
 * every part answers one question, and after the stop nothing is left. Prints how long each step took.
 */

/** Milliseconds: a busy machine with a slow network may need minutes to install. */
const startTimeout = 20 * 60_000
const stopTimeout = 30_000

/** npm's own variables would tell the npm of the clone about the project that runs this. Where npm finds its packages stays. */
const foreign = /^npm_(?!config_)|^npm_config_(prefix|local_prefix|workspace)|^(INIT_CWD|NODE_PATH|NODE_ENV|DATABASE_URL|PORT)$|^LATCHKEY_/i
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))

/** @typedef {Awaited<ReturnType<typeof askByHost>>} Answer */
/** @typedef {{ app: string, sdk: string, api: string, projectId: string, chains: Record<string, string> }} Facts what `npm start -- --json` writes */

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
async function step(name, work) {
  const from = Date.now()
  const result = await work()
  console.log(`── bare start: ${name} (${((Date.now() - from) / 1_000).toFixed(1)} s)`)
  return result
}

/** @returns {string[]} */
const ancestorsOf = (/** @type {string} */ folder) => (dirname(folder) === folder ? [folder] : [folder, ...ancestorsOf(dirname(folder))])

/** Ports on which everything can be opened. */
async function findPort() {
  for (let port = 4_700; port < 60_000; port += 100) {
    const isFree = await requireFreePorts(port).then(
      () => true,
      () => false,
    )
    if (isFree) return port
  }
  throw new Error('No free ports were found.')
}

/** The last commit of this checkout, alone in an empty folder. */
function clone(/** @type {string} */ folder) {
  const above = ancestorsOf(folder).find((path) => existsSync(join(path, 'node_modules')))
  if (above) throw new Error(`${above} holds node_modules: choose another temporary folder by TMPDIR.`)
  const git = (/** @type {string[]} */ ...parameters) =>
    execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const commit = git('-C', root, 'rev-parse', 'HEAD')
  git('clone', '--quiet', '--no-checkout', root, folder)
  git('-C', folder, 'checkout', '--quiet', '--detach', commit)
  return commit
}

/** Shows what a program writes, and keeps its standard output. */
function listen(/** @type {ChildProcessByStdio<null, Readable, Readable>} */ child) {
  /** @type {string[]} */
  const stdout = []
  for (const name of /** @type {const} */ (['stdout', 'stderr']))
    createInterface({ input: child[name] }).on('line', (line) => {
      if (line) console.log(`   ${line}`)
      if (name === 'stdout') stdout.push(line)
    })
  return stdout
}

/** npm writes the name of the script and its command first. */
const isOurs = (/** @type {string} */ line) => line !== '' && !line.startsWith('> ')

/**
 * Waits for the line that describes what runs.
 *
 * @returns {Promise<Facts>}
 */
async function readFacts(/** @type {ChildProcess} */ child, /** @type {string[]} */ stdout) {
  const deadline = Date.now() + startTimeout
  for (;;) {
    const line = stdout.find(isOurs)
    if (line) return JSON.parse(line)
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`npm start ended with ${child.exitCode ?? child.signalCode}.`)
    if (Date.now() > deadline) throw new Error(`npm start wrote no line within ${startTimeout / 60_000} minutes.`)
    await sleep(100)
  }
}

async function expectAnswer(
  /** @type {string} */ name,
  /** @type {string} */ url,
  /** @type {{ method?: string, body?: string }} */ options,
  /** @type {(answer: Answer) => boolean} */ isRight,
) {
  const answer = await askByHost(url, options)
  if (answer.status !== 200 || !isRight(answer))
    throw new Error(`The ${name} answered ${answer.status} ${answer.type}:\n${answer.text.slice(0, 500)}`)
}

/** One question to each part that a visitor's browser asks. */
async function ask(/** @type {Facts} */ { app, sdk, api, projectId, chains }) {
  await expectAnswer('playground', app, {}, ({ type, text }) => type.startsWith('text/html') && /<script[^>]*src=/.test(text))
  await expectAnswer('dialog', sdk, {}, ({ type, text }) => type.includes('javascript') && text.includes('Modal'))
  const [chainId = ''] = Object.keys(chains)
  const question = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' }
  const expected = `0x${Number(chainId.split(':')[1]).toString(16)}`
  await expectAnswer('API', `${api}/v1/?${new URLSearchParams({ chainId, projectId })}`, question, ({ text }) =>
    text.includes(`"${expected}"`),
  )
}

/** Asks for the end as a process manager does, and waits until nothing is left. */
async function stop(/** @type {ChildProcess} */ child, /** @type {string} */ folder, /** @type {string[]} */ stdout) {
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  const isEnded = await Promise.race([ended.then(() => true), sleep(stopTimeout, false, { ref: false })])
  if (!isEnded) throw new Error(`npm start did not end within ${stopTimeout / 1_000} s.`)
  /** @type {string[]} */
  let left = []
  // What watches over the others hears of their end last.
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(100)) {
    left = await processesOf(folder)
    if (left.length === 0) break
  }
  if (left.length > 0) throw new Error(`These processes are left:\n${left.join('\n')}`)
  const lines = stdout.filter(isOurs)
  if (lines.length !== 1) throw new Error(`Standard output must hold one line, and holds ${lines.length}:\n${lines.join('\n')}`)
}

/** Ends what a failure has left. */
async function killAll(/** @type {string} */ folder) {
  for (const line of await processesOf(folder)) {
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function main() {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-bare-')))
  // Many users' folders have a space in their path.
  const folder = join(parent, 'a clone')
  const clear = async () => {
    await killAll(folder)
    rmSync(parent, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void clear().then(() => process.exit(1)))
  try {
    const commit = await step('a fresh clone', async () => clone(folder))
    const port = await findPort()
    const child = spawn('npm', ['start', '--', '--port', String(port), '--json'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const stdout = listen(child)
    const facts = await step(`npm start of ${commit.slice(0, 7)}, until it answers`, () => readFacts(child, stdout))
    await step('playground, dialog and API answer', () => ask(facts))
    await step('stopped, and no process is left', () => stop(child, folder, stdout))
    // What this folder builds later must be the same (scripts/checks/reproducible.js).
    cpSync(join(folder, 'hashes.json'), join(root, bareHashes), { recursive: true })
    await step('the folder is removed', async () => rmSync(parent, { recursive: true }))
  } catch (error) {
    console.log(`\nThe bare start failed: ${error instanceof Error ? error.message : error}\n\n0 passed, 1 failed`)
    process.exitCode = 1
  } finally {
    await clear()
  }
}

await main()
