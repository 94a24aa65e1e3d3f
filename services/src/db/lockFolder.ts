import { execFile } from 'node:child_process'
import { readFile, unlink, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process started, as the operating system writes it. Process ids are reused, often in containers; start times are not. Empty when it cannot be read. */
async function startOf(pid: number): Promise<string> {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile('/proc/sys/kernel/random/boot_id', 'utf8')])
    // The 22nd field, in ticks since the start of the system; the second is the program's name and may hold anything (proc(5)).
    return `${boot.trim()} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
    return stdout.trim()
  }
}

/** Whether the process that wrote a lock lives. A lock of the first releases has the number only. */
async function isHeld(pid: number, start: string): Promise<boolean> {
  // In a container a killed process and its successor often have one number: ours, which nobody else can have.
  if (!(pid > 0) || pid === process.pid || !alive(pid)) return false
  const now = await startOf(pid)
  return start === '' || now === '' || now === start
}

/**
 * Keeps a second process out of a PGlite folder: two of them would destroy it. A lock left behind by a killed process is taken over, also
 * when another program has its number now.
 *
 * @returns releases the lock
 * @throws Error with a plain sentence when a living process holds the folder
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`
  const own = `${process.pid}\n${await startOf(process.pid)}\n`
  const take = () => writeFile(file, own, { flag: 'wx', mode: 0o600 })
  try {
    await take()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const [pid = '', start = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (await isHeld(Number(pid), start)) throw new Error(`The database folder ${folder} is in use by process ${pid}.`)
    await unlink(file).catch(() => undefined)
    await take()
  }
  return () => unlink(file).catch(() => undefined)
}
