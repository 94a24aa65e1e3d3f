import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../.cache', import.meta.url))
const pause = 200

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
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (!holder || !isAlive(holder)) await rm(file, { force: true })
    else if (!told) {
      told = true
      onWait(holder)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
