import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

const read = async (/** @type {string} */ path) => JSON.parse(await readFile(path, 'utf8')).packages ?? {}

/**
 * Tells whether what is installed in a folder is what its lock file names. Packages for other platforms are rightly absent. Times of files say
 * nothing: npm writes the two in any order. npm writes its own list last, so an installation that was stopped half-way is none.
 *
 * @param {string} folder
 * @returns {Promise<boolean>}
 */
export async function isInstalled(folder) {
  const list = `${folder}/node_modules/.package-lock.json`
  if (!existsSync(list)) return false
  const [wanted, installed] = await Promise.all([read(`${folder}/package-lock.json`), read(list)])
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.optional || entry.devOptional || entry.peer) return true
    return installed[path]?.version === entry.version
  })
}
