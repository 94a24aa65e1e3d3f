import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'

const folder = '.cache'
const file = `${folder}/build.lock`
const pause = 200

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Lets one build run at a time in this checkout: two would empty each other's folders. Waits for the other one.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<() => Promise<void>>} releases the lock
 */
export async function lockBuild(say) {
  await mkdir(folder, { recursive: true })
  let told = false
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (!holder || !isAlive(holder)) await rm(file, { force: true })
    else if (!told) {
      told = true
      say(`Waiting for another build (process ${holder}).`)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
