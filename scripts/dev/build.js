import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../entry/root.js'
import { run } from '../entry/run.js'
import { lockBuild } from './buildLock.js'
import { compressFiles } from './compressFiles.js'
import { writeHashes } from './hashes.js'
import { hashInputs, isUpToDate, writeStamp } from './stamp.js'
import { targets } from './targets.js'

/** @import { Own } from '../entry/lifetime.js' */
/** @import { Tell } from '../entry/progress.js' */
/** @import { Target } from './targets.js' */

/** @typedef {Target & { hash: string }} Stale */

/** Runs Vite, or the target's own script. What it prints is shown when it fails. */
async function runBuilder(/** @type {Target} */ { name, entry, script }, /** @type {Own | undefined} */ own) {
  /** @type {string[]} */
  const lines = []
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--mode', name, '--logLevel', 'warn']
  const parameters = script ? [join(root, entry)] : vite
  const ok = await run(process.execPath, parameters, { env: { NODE_ENV: 'production' }, onLine: (line) => lines.push(line), own })
  if (!ok) throw new Error(lines.join('\n'))
}

async function buildTarget(/** @type {Stale} */ target, /** @type {Own | undefined} */ own) {
  const { out, compress, hash } = target
  await runBuilder(target, own)
  if (compress) await compressFiles(join(root, out))
  await writeStamp(join(root, out), hash)
}

/** The targets among these whose sources are there and have changed since they were built. */
async function findStale(/** @type {readonly Target[]} */ wanted) {
  const hashed = await Promise.all(
    wanted
      .filter(({ entry }) => existsSync(join(root, entry)))
      .map(async (target) => ({ ...target, hash: await hashInputs(root, target.inputs) })),
  )
  const upToDate = await Promise.all(hashed.map(({ out, hash }) => isUpToDate(join(root, out), hash)))
  return hashed.filter((_, index) => !upToDate[index])
}

/** Builds targets, as many at a time as there are processors. */
async function buildAll(
  /** @type {Stale[]} */ queue,
  /** @type {{ say: (line: string) => void, tell: Tell, own: Own | undefined }} */ { say, tell, own },
) {
  /** @type {string[]} */
  const failed = []
  const under = new Set()
  const total = queue.length
  let finished = 0
  const show = () => tell(`${[...under].join(', ')} (${finished} of ${total} parts built)`)
  const worker = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) {
      const started = performance.now()
      under.add(target.name)
      show()
      try {
        await buildTarget(target, own)
        say(`Built ${target.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
      } catch (error) {
        failed.push(target.name)
        say(`${target.name} could not be built:\n${error instanceof Error ? error.message : error}`)
      }
      under.delete(target.name)
      finished += 1
      show()
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), total) }, worker))
  return failed
}

/**
 * Builds every target that has sources and is not up to date.
 *
 * @param {object} options
 * @param {(line: string) => void} options.say
 * @param {import('../entry/progress.js').Progress['step']} [options.step] shows what is being done
 * @param {import('../entry/lifetime.js').Own} [options.own] stops what is being built with us
 * @param {string[]} [options.only] names of targets
 * @returns {Promise<string[]>} names of the targets that failed; why was said
 */
export async function build({ say, step = (_name, work) => work(() => undefined), own, only }) {
  const unlock = await lockBuild(say)
  try {
    const stale = await findStale(targets.filter((target) => (only ? only.includes(target.name) : !target.onlyNamed)))
    if (stale.length === 0) return []
    const failed = await step('Building', (tell) => buildAll(stale, { say, tell, own }))
    await writeHashes(root)
    return failed
  } finally {
    await unlock()
  }
}
