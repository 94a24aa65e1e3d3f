import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Makes sure that children end with this process, even when it is killed.
 *
 * @returns {{ add: (pid: number) => void, done: () => void }} `done` when they were stopped in good order
 */
export function watchOver() {
  const reaper = spawn(process.execPath, [fileURLToPath(new URL('./reaper.js', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Its absence is no reason to stop: it is only needed when we are killed.
  reaper.on('error', () => undefined)
  reaper.stdin.on('error', () => undefined)
  reaper.unref()
  reaper.stdin.unref?.()
  return {
    add: (pid) => reaper.stdin.write(`${pid}\n`),
    done: () => reaper.stdin.end('done\n'),
  }
}

/** Milliseconds. */
const checkInterval = 500

/**
 * Calls back when the process that started us is gone.
 *
 * @param {() => void} callback
 */
export function onParentGone(callback) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, checkInterval)
  timer.unref()
}
