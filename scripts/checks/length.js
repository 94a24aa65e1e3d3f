import { lineAt, parse, walk } from './parse.js'
import { listFiles, readText } from './sources.js'

/** @import { Node } from './parse.js' */

/** Lines from which a file, or a function, is worth a second look: is it still one idea? */
const longFile = 400
const longFunction = 80

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** What a function is called: by itself, by what it is assigned to, or by what it is handed to. */
const nameOf = (/** @type {Node} */ node, /** @type {Node | null} */ parent) =>
  node.id?.name ??
  parent?.id?.name ??
  parent?.key?.name ??
  (parent?.callee ? `the function in ${parent.callee.name ?? '…'}()` : 'a function')

/**
 * Names the long functions of a file. A component that is mostly markup, or a factory with the functions that it returns, counts like any other.
 *
 * @param {string} path from the root
 * @param {string} source
 * @returns {string[]} one sentence each
 */
export function longFunctions(path, source) {
  const found = /** @type {string[]} */ ([])
  walk(parse(path, source).program, (node, parent) => {
    if (!functions.has(node.type)) return
    const from = lineAt(source, node.start)
    const lines = lineAt(source, node.end) - from + 1
    if (lines > longFunction) found.push(`${path}:${from}: ${nameOf(node, parent)} has ${lines} lines`)
  })
  return found
}

/** Long files and functions, as hints: a split for its own sake makes nothing easier to read. Generated migrations are data, tests are lists. */
export function check() {
  const files = listFiles(/\.(ts|tsx|js|css|html)$/).filter((path) => !/(^|\/)(migrations|fixtures)\//.test(path))
  const notes = []
  for (const path of files) {
    const source = readText(path)
    const lines = source.trimEnd().split('\n').length
    if (lines > longFile) notes.push(`${path} has ${lines} lines`)
    if (/\.(tsx?|js)$/.test(path) && !/\.(test|spec|d)\.tsx?$/.test(path)) notes.push(...longFunctions(path, source))
  }
  return { findings: [], notes, summary: `${notes.length} files or functions are long (${longFile} and ${longFunction} lines)` }
}
