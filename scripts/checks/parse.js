import { parseSync } from 'vite'

/** @typedef {{ type: string, start: number, end: number, [field: string]: any }} Node of a syntax tree (ESTree): each kind has fields of its own */

/**
 * Reads TypeScript and JavaScript with the parser that builds the product: code in strings, templates and comments is none.
 *
 * @param {string} path names the language by its ending
 * @param {string} source
 * @returns {{ program: Node, comments: readonly { value: string, start: number, end: number }[] }}
 * @throws Error when it is neither
 */
export function parse(path, source) {
  const { program, comments, errors } = parseSync(path, source, { preserveParens: false })
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return { program: /** @type {any} */ (program), comments }
}

/**
 * Visits every node of a syntax tree (ESTree), outer ones first.
 *
 * @param {Node} node
 * @param {(node: Node, parent: Node | null) => void} visit
 * @param {Node | null} [parent]
 */
export function walk(node, visit, parent = null) {
  visit(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child, visit, node)
}

const importing = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType'])

/** Whether an import or a re-export names types alone. */
const isOfTypes = (/** @type {Node} */ { type, importKind, exportKind, specifiers }) =>
  type === 'TSImportType' ||
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers?.length > 0 && specifiers.every((/** @type {Node} */ one) => one.importKind === 'type' || one.exportKind === 'type'))

/**
 * Every other module that a file names: imports and re-exports, those of types too, `import('…')` when it runs and in types, and in the
 * comments of JavaScript, where types are written. A specifier that is put together when the code runs is not known.
 *
 * @param {string} path
 * @param {string} source
 * @param {{ readonly types?: boolean }} [options] `types: false` leaves out what is gone when the code runs
 * @returns {readonly string[]} specifiers as written, each once
 * @example importsOf('a.ts', "import type { A } from './b.js'") // ['./b.js']
 */
export function importsOf(path, source, { types = true } = {}) {
  const { program, comments } = parse(path, source)
  const found = /** @type {Set<string>} */ (new Set())
  walk(program, (node) => {
    if (!importing.has(node.type) || typeof node.source?.value !== 'string') return
    if (types || !isOfTypes(node)) found.add(node.source.value)
  })
  if (types && path.endsWith('.js'))
    for (const { value } of comments) for (const [, specifier = ''] of value.matchAll(/\bimport\('([^']+)'\)/g)) found.add(specifier)
  return [...found]
}

/**
 * @param {string} path
 * @param {string} source
 * @returns {string} the source without its comments
 */
export function withoutComments(path, source) {
  let rest = source
  for (const { start, end } of [...parse(path, source).comments].reverse()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  return rest
}

/**
 * @param {string} source
 * @param {number} offset
 * @returns {number} the line, from 1
 */
export const lineAt = (source, offset) => source.slice(0, offset).split('\n').length
