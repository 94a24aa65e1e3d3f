import { dirname, join } from 'node:path'
import { lineAt, parse } from './parse.js'

/** @import { Node } from './parse.js' */
/** @typedef {{ line: number, code: string }} Example `line` is that of the first line of code */

/**
 * The `@example`s of a file's docstrings.
 *
 * @param {string} path from the root
 * @param {string} source
 * @returns {Example[]}
 * @example examplesOf('a.ts', '/** @example add(1, 2) *' + '/')[0]?.code // 'add(1, 2)'
 */
export function examplesOf(path, source) {
  return parse(path, source).comments.flatMap(({ value, start }) => {
    if (!value.startsWith('*')) return []
    /** @type {Example[]} */
    const found = []
    let inside = false
    for (const [index, text] of value.slice(1).split('\n').entries()) {
      const line = text.replace(/^\s*\* ?/, '').trimEnd()
      const tag = /^\s*@(\w+) ?(.*)$/.exec(line)
      if (tag) inside = tag[1] === 'example'
      if (tag && inside) found.push({ line: lineAt(source, start) + index, code: tag[2] ?? '' })
      const last = found.at(-1)
      if (!tag && inside && last) last.code += `\n${line}`
    }
    return found.map(({ line, code }) => ({ line, code: code.trimEnd() }))
  })
}

/** @typedef {{ name: string, node: Node, statement: Node }} Declared */

/** @returns {Declared[]} what a statement exports and declares itself: functions, classes, constants and types */
const declaredBy = (/** @type {Node} */ statement) => {
  const { declaration } = statement
  if (statement.type !== 'ExportNamedDeclaration' || !declaration) return []
  const nodes = declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration]
  return nodes.map((/** @type {Node} */ node) => ({ name: node.id.name, node, statement }))
}

/** A type, or a namespace of types, as in `export declare namespace`. */
const isOfTypes = (/** @type {Node} */ { type, declare }) =>
  /^TS(Type|Interface|Module)/.test(type) && (type !== 'TSModuleDeclaration' || declare)

/** @returns {Declared[]} */
const exportsOf = (/** @type {Node} */ program) => program.body.flatMap(declaredBy)

/**
 * An example as a module of its own. What its file declares and exports is there without an import; other imports are written as in its file.
 *
 * @param {string} path of the file with the example, from the root
 * @param {string} source of that file
 * @param {string} code of the example
 * @param {string} up from the folder of the example to the root, for example `../..`
 * @returns {string} on the same lines as the code
 */
export function exampleModule(path, source, code, up) {
  const declared = exportsOf(parse(path, source).program)
  const values = new Set(declared.filter(({ node }) => !isOfTypes(node)).map(({ name }) => name))
  const named = [...new Set(declared.map(({ name }) => name))]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(code))
    .filter((name) => !new RegExp(`\\b(?:const|function|type) ${name}\\b|\\bimport [^'"]*\\b${name}\\b`).test(code))
    .map((name) => (values.has(name) ? name : `type ${name}`))
  const moved = code.replace(/ from '(\.\.?\/[^']+)'/g, (_, target) => ` from '${join(up, dirname(path), target)}'`)
  const from = `'${up}/${path.replace(/\.tsx?$/, '.js')}'`
  return `${named.length ? `import { ${named.join(', ')} } from ${from}; ` : ''}${moved}\nexport {}\n`
}

const functions = new Set(['FunctionDeclaration', 'TSDeclareFunction', 'ClassDeclaration', 'ArrowFunctionExpression', 'FunctionExpression'])
const isFunction = (/** @type {Node} */ { type, init }) => functions.has(type) || functions.has(init?.type)

/**
 * The functions and classes that a module exports, through re-exports too, whose docstrings have no `@example`. Of a function with overloads one
 * example is enough.
 *
 * @param {string} entry path from the root
 * @param {(path: string) => string} read
 * @returns {string[]} `path: name`
 */
export function withoutExample(entry, read) {
  const source = read(entry)
  const { program, comments } = parse(entry, source)
  const documented = (/** @type {Node} */ statement) =>
    comments.some(
      ({ value, start, end }) =>
        value.startsWith('*') &&
        end <= statement.start &&
        !source.slice(end, statement.start).trim() &&
        examplesOf(entry, source.slice(start, end)).length,
    )
  const own = exportsOf(program).filter(({ node }) => isFunction(node))
  const bare = [...new Set(own.map(({ name }) => name))].filter(
    (name) => !own.some((one) => one.name === name && documented(one.statement)),
  )
  const inherited = program.body.flatMap((/** @type {Node} */ statement) => {
    const { type, exportKind, specifiers } = statement
    const target = statement.source?.value
    if (exportKind === 'type' || !target?.startsWith('.') || !type.startsWith('Export')) return []
    const [path] = ['.ts', '.tsx'].map((ending) => join(dirname(entry), target).replace(/\.js$/, ending)).filter((one) => exists(one, read))
    if (!path) return []
    const names = type === 'ExportAllDeclaration' ? undefined : specifiers.map((/** @type {Node} */ one) => one.local.name)
    return withoutExample(path, read).filter((one) => !names || names.includes(one.split(': ')[1] ?? ''))
  })
  return [...new Set([...bare.map((name) => `${entry}: ${name}`), ...inherited])]
}

function exists(/** @type {string} */ path, /** @type {(path: string) => string} */ read) {
  try {
    read(path)
    return true
  } catch {
    return false
  }
}
