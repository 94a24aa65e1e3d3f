import { spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { root } from './root.js'

/**
 * Runs a program from the project's folder, and waits for it.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] added to ours
 * @param {number} [options.timeout] milliseconds; the program is stopped after it
 * @param {boolean} [options.quiet] keeps standard output, which may belong to something else, and shows the program's errors only
 * @param {(line: string) => void} [options.onLine] hears each line of what the program says, which is not shown then
 * @param {import('./lifetime.js').Own | undefined} [options.own] stops the program with us; without it, SIGINT and SIGTERM are passed on
 * @returns {Promise<boolean>} whether it ended with 0; never when it was stopped with us
 */
export function run(command, parameters, { env = {}, timeout, quiet = false, onLine, own } = {}) {
  return new Promise((resolve) => {
    /** @type {import('node:child_process').StdioOptions} */
    const shown = ['inherit', quiet ? 'ignore' : 'inherit', 'inherit']
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: onLine ? ['ignore', 'pipe', 'pipe'] : shown,
      env: { ...process.env, ...env },
      timeout,
      // There npm is a script of the shell.
      shell: process.platform === 'win32' && !isAbsolute(command),
    })
    if (onLine) for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine)
    const closed = new Promise((done) => child.once('close', done).once('error', done))
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    let isStopped = false
    const stop = async () => {
      isStopped = true
      child.kill('SIGTERM')
      await closed
    }
    const forget = child.pid === undefined ? undefined : own?.(child.pid, stop)
    if (!own) process.on('SIGINT', pass).on('SIGTERM', pass)
    const end = (/** @type {boolean} */ ok) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      forget?.()
      // Stopped with us, it is nobody's turn to go on: this process ends.
      if (!isStopped) resolve(ok)
    }
    child.on('error', (error) => {
      onLine?.(`${command} could not be started: ${error.message}`)
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}
