import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { run } from '../entry/run.js'

const timeout = 300_000

/** As root, or with a sudo that asks for no password: a test run must not wait for somebody to type. */
export function asRoot(/** @type {string} */ command, /** @type {string[]} */ parameters) {
  if (process.getuid?.() === 0) return run(command, parameters, { timeout })
  return run('sudo', ['-n', command, ...parameters], { timeout })
}

export const exists = (/** @type {string} */ program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
