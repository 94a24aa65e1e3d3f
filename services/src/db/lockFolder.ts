import { readFile, unlink, writeFile } from 'node:fs/promises'

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Keeps a second process out of a PGlite folder: two of them would destroy it. A lock left behind by a killed process is taken over.
 *
 * @returns releases the lock
 * @throws Error with a plain sentence when a living process holds the folder
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`
  const take = () => writeFile(file, String(process.pid), { flag: 'wx' })
  try {
    await take()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    // In a container a killed process and its successor often have one number: ours, which nobody else can have.
    if (holder > 0 && holder !== process.pid && alive(holder))
      throw new Error(`The database folder ${folder} is in use by process ${holder}.`)
    await unlink(file).catch(() => undefined)
    await take()
  }
  return () => unlink(file).catch(() => undefined)
}
