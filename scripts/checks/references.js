import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listFiles, readText, root } from './sources.js'

const looked = /\.(ts|tsx|js|css|md|yml|yaml|html)$/

/**
 * The documents that a text names and that the repository does not have. Files of packages and files that are only given as an example are named
 * with a path or a placeholder.
 *
 * @param {string} path of the file, from the root
 * @param {string} text
 * @param {(path: string) => boolean} exists
 * @param {ReadonlySet<string>} names of all documents
 * @returns {string[]}
 */
export function dangling(path, text, exists, names) {
  const found = [...text.matchAll(/(?<![\w/*<.-])([\w./-]*?[A-Za-z][\w-]*\.md)\b(?!\w)/g)].map(([, name = '']) => name)
  return [...new Set(found)].filter((name) => !names.has(basename(name)) && !exists(join(dirname(path), name)) && !exists(name))
}

/** Nothing in the repository refers to a document that is not in it. */
export function check() {
  const files = listFiles(looked)
  const names = new Set(files.filter((path) => path.endsWith('.md')).map((path) => basename(path)))
  const exists = (/** @type {string} */ path) => existsSync(join(root, path))
  const findings = files.flatMap((path) => {
    // Tests of checks name documents that are missing on purpose.
    if (/^scripts\/checks\/\w+\.test\.ts$/.test(path)) return []
    return dangling(path, readText(path), exists, names).map((name) => `${path}: names ${name}, which is not in the repository`)
  })
  return { findings, summary: `${files.length} files name no document that is not there` }
}
