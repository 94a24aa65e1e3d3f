import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

const ignored = new Set(['dist', 'node_modules', '.stamp'])
const isTest = /\.test\.[cm]?[jt]sx?$/

/** @returns {Promise<string[]>} */
async function listFiles(/** @type {string} */ path) {
  const facts = await stat(path).catch(() => null)
  if (!facts) return []
  if (facts.isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const lists = await Promise.all(
    entries.filter((entry) => !ignored.has(entry.name) && !isTest.test(entry.name)).map((entry) => listFiles(join(path, entry.name))),
  )
  return lists.flat()
}

/**
 * A hash over the names and contents of everything a target is made from.
 *
 * @param {string} root folder from which they are named
 * @param {string[]} inputs files and folders
 * @returns {Promise<string>}
 */
export async function hashInputs(root, inputs) {
  const files = (await Promise.all(inputs.map((input) => listFiles(join(root, input))))).flat().sort()
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const file of files)
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex')
}

const stampOf = (/** @type {string} */ out) => join(out, '.stamp')

/** @returns {Promise<boolean>} whether `out` was built from exactly these inputs */
export async function isUpToDate(/** @type {string} */ out, /** @type {string} */ hash) {
  return (await readFile(stampOf(out), 'utf8').catch(() => '')) === hash
}

/** Remembers what `out` was built from. */
export async function writeStamp(/** @type {string} */ out, /** @type {string} */ hash) {
  await writeFile(stampOf(out), hash)
}
