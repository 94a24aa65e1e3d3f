import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Files of the project: those git knows and those it would add, so that a check sees a new file before its commit.
 *
 * @param {RegExp} pattern of the path from the root
 * @returns {string[]} paths from the root, sorted
 */
export function listFiles(pattern) {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  return [...new Set(output.split('\n'))].filter((path) => pattern.test(path) && existsSync(root + path)).sort()
}

/** @param {string} path from the root */
export const readText = (path) => readFileSync(root + path, 'utf8')
