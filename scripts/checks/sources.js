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

/** Strings, templates, comments and regular expressions: what may hold words that only look like code. */
const tokens =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<=[=(,:!&|?{};+\n>]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g

/**
 * Source without its comments.
 *
 * @param {string} source TypeScript or JavaScript
 */
export function stripComments(source) {
  return source.replace(tokens, (match) => (/^\/[/*]/.test(match) ? ' ' : match))
}

/**
 * What a module needs when it runs: static imports and re-exports that are not types only, and `import()`.
 *
 * @param {string} source TypeScript or JavaScript
 * @returns {string[]} specifiers as written
 */
export function readImports(source) {
  const strings = []
  // A string that shows code must not be read as code: each becomes a number in quotes.
  const code = source.replace(tokens, (match) => {
    if (/^\/[/*]/.test(match)) return ' '
    return /^['"]/.test(match) ? `"${strings.push(match.slice(1, -1)) - 1}"` : '``'
  })
  const found = []
  for (const [, clause, index] of code.matchAll(/(?<![\w.$])(?:import|export)\s+([\w*{}\s,$]*?)\s*from\s*"(\d+)"/g)) {
    const names = /^\{([^}]*)\}$/
      .exec(clause.trim())?.[1]
      ?.split(',')
      .filter((name) => name.trim())
    const typesOnly = /^type\b(?!\s*,)/.test(clause.trim()) || names?.every((name) => /^\s*type\s/.test(name))
    if (!typesOnly) found.push(strings[index])
  }
  for (const [, index] of code.matchAll(/(?<![\w.$])import\s*\(?\s*"(\d+)"/g)) found.push(strings[index])
  return found
}
