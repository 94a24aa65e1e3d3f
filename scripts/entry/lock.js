import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../.cache', import.meta.url))
const pause = 200
/** How long a holder may take to write its id, and how far clocks may be apart, milliseconds. */
const tolerance = 2_000

const codeOf = (/** @type {unknown} */ error) => (error instanceof Error && 'code' in error ? error.code : undefined)

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Who holds a lock: undefined when nobody does any more, 0 when that is seen at the next look. An id may be another's by now: whoever wrote it before
 * this machine started is gone, and so is whoever had ours, as the first command in each container does.
 */
async function holderOf(/** @type {string} */ file) {
  try {
    const holder = Number(await readFile(file, 'utf8'))
    const age = Date.now() - (await stat(file)).mtimeMs - tolerance
    if (!holder) return age < 0 ? 0 : undefined
    const possible = (holder === process.pid ? process.uptime() : uptime()) * 1_000
    return age < possible && isAlive(holder) ? holder : undefined
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    // Just released: whoever creates it next must not lose it to us.
    return 0
  }
}

/**
 * Lets one process of this checkout at a time do something. Waits for the other one.
 *
 * @param {string} name of what is done
 * @param {(holder: number) => void} onWait hears once which process is waited for
 * @returns {Promise<() => Promise<void>>} releases the lock
 */
export async function lock(name, onWait = () => undefined) {
  const file = `${folder}/${name}.lock`
  await mkdir(folder, { recursive: true })
  let told = false
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const holder = await holderOf(file)
    if (holder === undefined) await rm(file, { force: true })
    else if (holder && !told) {
      told = true
      onWait(holder)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
