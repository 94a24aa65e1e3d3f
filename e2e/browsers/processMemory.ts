import { readdir, readFile } from 'node:fs/promises'

/** Parents of all processes that run, by id. */
async function parents(): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The name of the program, in brackets, may hold anything.
    const parent = / . (\d+)/.exec(status.slice(status.lastIndexOf(')') + 1))?.[1]
    if (parent) found.set(Number(name), Number(parent))
  }
  return found
}

/**
 * Bytes that a process and all that it started hold by themselves: what they share is divided among those that share it.
 *
 * @throws Error where the system does not tell (Linux does)
 */
export async function processMemory(root: number | undefined): Promise<number> {
  const known = await parents()
  const isOurs = (id: number | undefined): boolean => id !== undefined && (id === root || isOurs(known.get(id)))
  let bytes = 0
  for (const id of known.keys())
    if (isOurs(id)) {
      const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
      bytes += 1_024 * Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0)
    }
  if (bytes === 0) throw new Error('This system does not tell what a process holds.')
  return bytes
}
