import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import process from 'node:process'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

/** What Linux knows about a process: its command line, folder and environment. Empty for one that is gone or not ours. */
async function readProcess(/** @type {string} */ pid) {
  const read = (/** @type {string} */ name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [command, environment, state, folder] = await Promise.all([
    read('cmdline'),
    read('environ'),
    read('stat'),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
  ])
  // One that has ended and waits for its parent to hear of it runs no more.
  const isGone = /\) Z /.test(state)
  return { pid, command: command.replaceAll('\0', ' ').trim(), environment, folder, isGone }
}

/**
 * The processes that belong to a folder: that run there, were started from there, or name it. Elsewhere than on Linux: that name it.
 *
 * @param {string} folder absolute
 * @returns {Promise<string[]>} id and command line of each
 */
export async function processesOf(folder) {
  if (process.platform !== 'linux') {
    const { stdout } = await execFileAsync('ps', ['-A', '-o', 'pid=,args='], { maxBuffer: 1e8 })
    return stdout.split('\n').filter((line) => line.includes(folder) && Number.parseInt(line, 10) !== process.pid)
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const found = await Promise.all(pids.map((pid) => readProcess(pid)))
  const isThere = (/** @type {string} */ path) => path === folder || path.startsWith(`${folder}/`)
  return found
    .filter(({ command, environment, folder: own, isGone }) => !isGone && (isThere(own) || `${command}\n${environment}`.includes(folder)))
    .map(({ pid, command }) => `${pid} ${command}`)
}
