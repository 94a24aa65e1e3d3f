import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

/**
 * Makes sure that children end with this process, even when it is killed.
 *
 * @returns {{ add: (pid: number) => () => void, done: () => void }} what `add` answers is for a child that has ended; `done` when all were stopped
 * in good order
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
  if ('unref' in reaper.stdin && typeof reaper.stdin.unref === 'function') reaper.stdin.unref()
  return {
    add: (pid) => {
      reaper.stdin.write(`${pid}\n`)
      return () => void reaper.stdin.write(`-${pid}\n`)
    },
    done: () => reaper.stdin.end('done\n'),
  }
}

/** Milliseconds. */
const checkInterval = 500
/** Read at once: later it may be another one already. */
const parent = process.ppid

/** The parent of a process, or 0 when it is gone. */
async function parentOf(/** @type {number} */ pid) {
  try {
    // The second field is the program's name in brackets, and may hold spaces.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    if (existsSync('/proc/self/stat')) return 0
    const { stdout } = await execFileAsync('ps', ['-o', 'ppid=', '-p', String(pid)]).catch(() => ({ stdout: '0' }))
    return Number(stdout) || 0
  }
}

/**
 * Calls back when the npm that started us is gone: killed alone, it would leave us behind. npm puts a shell between itself and us, which outlives
 * it, so the shell's own parent counts too. Started without npm nobody is watched: `node scripts/start.js &` outlives its shell, as users expect.
 *
 * @param {() => void} callback
 * @returns {() => void} ends the watch
 */
export function onParentGone(callback) {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const grandparent = parentOf(parent)
  const timer = setInterval(async () => {
    const isGone = process.ppid !== parent || ((await grandparent) > 1 && (await parentOf(parent)) !== (await grandparent))
    if (!isGone) return
    clearInterval(timer)
    callback()
  }, checkInterval)
  timer.unref()
  return () => clearInterval(timer)
}
