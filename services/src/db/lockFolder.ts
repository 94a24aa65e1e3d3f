import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Bytes of a socket's path: macOS takes 103, Linux 107. What is longer could be cut silently. */
const longestPath = 103

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

/** Whether somebody listens at a socket. Where one was left behind, or is gone, nobody does; any other error may be that of a living process. */
const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
  })

/**
 * Listens beside the folder at a Unix socket of its own, and looks for others there. Processes in different containers do not see each other, and each may be
 * number 1, but the kernel that they share connects them. Everybody listens before they look, so of two at least one sees the other; no name is used twice,
 * so what nobody answers at can be removed.
 *
 * @returns stops listening; undefined when somebody else listens. Without sockets (of a long path, on some file systems) it does nothing.
 */
async function takeSocket(folder: string): Promise<(() => void) | undefined> {
  const [parent, prefix] = [dirname(folder), `${basename(folder)}.sock-`]
  const name = prefix + randomBytes(4).toString('hex')
  const own = join(parent, name)
  if (Buffer.byteLength(own) > longestPath) return () => undefined
  const server = createServer((socket) => socket.destroy()).unref()
  const leave = () => void server.close()
  server.on('error', () => undefined)
  try {
    await once(server.listen(own), 'listening')
  } catch {
    return () => undefined
  }
  try {
    const others = (await readdir(parent)).filter((entry) => entry.startsWith(prefix) && entry !== name)
    let isAlone = true
    for (const other of others) {
      if (await answers(join(parent, other))) isAlone = false
      else await unlink(join(parent, other)).catch(() => undefined)
    }
    // Somebody may have looked before ours answered, removed it, and ended.
    await access(own)
    if (isAlone) return leave
  } catch {
    // It is not sure that nobody else is there.
  }
  leave()
  return undefined
}

/**
 * Keeps a second process out of a PGlite folder: two of them would destroy it. It is found by its socket, also from another container under the same kernel,
 * or by its number. A lock left behind by a killed process is taken over, also when another program has its number now.
 *
 * @returns releases the lock
 * @throws Error with a plain sentence when a living process holds the folder, or starts on it at the same moment
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`
  const own = `${process.pid}\n${await startOf(process.pid)}\n`
  const take = () => writeFile(file, own, { flag: 'wx', mode: 0o600 })
  const holder = async () => {
    const [pid = '', start = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    return (await isHeld(Number(pid), start)) ? `process ${pid}` : undefined
  }
  const inUse = (by: string) => new Error(`The database folder ${folder} is in use by ${by}.`)
  const leave = await takeSocket(folder)
  if (!leave) throw inUse((await holder()) ?? 'another process, perhaps in another container')
  try {
    await take().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      const by = await holder()
      if (by) throw inUse(by)
      await unlink(file).catch(() => undefined)
      await take()
    })
  } catch (error) {
    leave()
    throw error
  }
  return async () => {
    await unlink(file).catch(() => undefined)
    leave()
  }
}
