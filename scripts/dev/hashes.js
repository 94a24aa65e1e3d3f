import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** @typedef {{ version: string, files: Record<'dialog' | 'secure' | 'sdk', Record<string, string>> }} Hashes by path on the origin: SHA-256 in hex */

/** The folders that visitors' browsers run code of. */
const served = /** @type {const} */ ({ dialog: 'dialog-app/dist', secure: 'secure-frame/dist', sdk: 'host-sdk/dist/script' })
/** Facts of the build, which are not served, and what is served for a shorter way. */
const unserved = /^(?:page\.json|manifest\.json)$|(?:^|\/)\.|\.(?:br|gz)$/

async function hashFolder(/** @type {string} */ folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const names = paths.map((path) => path.split(sep).join('/')).filter((name) => !unserved.test(name))
  const hashOf = async (/** @type {string} */ name) =>
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(await Promise.all(names.sort().map(async (name) => /** @type {const} */ ([`/${name}`, await hashOf(name)]))))
}

/**
 * Hashes what a build serves. Two builds of one commit are equal, wherever they are made: who builds it can check what an installation serves.
 *
 * @param {string} root of the repository
 * @param {string} version of the build
 * @returns {Promise<Hashes>}
 * @throws Error when a part is not built
 */
export async function hashBuild(root, version) {
  const [dialog, secure, sdk] = await Promise.all(
    [served.dialog, served.secure, served.sdk].map((folder) => hashFolder(join(root, folder))),
  )
  if (!dialog || !secure || !sdk) throw new Error('A part is not built.')
  return { version, files: { dialog, secure, sdk } }
}

/** Writes them to `hashes.json`, which the server publishes. Nothing is written while a part is not built. */
export async function writeHashes(/** @type {string} */ root) {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const hashes = await hashBuild(root, version).catch(() => undefined)
  if (hashes) await writeFile(join(root, 'hashes.json'), `${JSON.stringify(hashes, null, 2)}\n`)
}
