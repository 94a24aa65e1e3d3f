import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs a program from the project's root with its output shown, and waits for it.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {{ env?: Record<string, string>, timeout?: number, quiet?: boolean }} options `timeout` in milliseconds; the program is stopped after
 * it. `quiet` keeps standard output, which may belong to something else, and shows the program's trouble only
 * @returns {Promise<boolean>} whether it ended with 0
 */
export function run(command, parameters, { env = {}, timeout, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: ['inherit', quiet ? 'ignore' : 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      timeout,
      shell: process.platform === 'win32',
    })
    const stop = (signal) => child.kill(signal)
    process.on('SIGINT', stop).on('SIGTERM', stop)
    const end = (ok) => {
      process.off('SIGINT', stop).off('SIGTERM', stop)
      resolve(ok)
    }
    child.on('error', () => end(false))
    child.on('close', (code) => end(code === 0))
  })
}
