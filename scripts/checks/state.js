import { lineAt, parse, walk } from './parse.js'
import { listFiles, readText } from './sources.js'

/** @import { Node } from './parse.js' */

/** What a module may not make for itself: it would outlive the dialog, and two dialogs would share it. */
const collections = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'AbortController'])
const stores = new Set(['create', 'createStore', 'createWithEqualityFn'])
const constants = new Set(['ReadonlyMap', 'ReadonlySet'])

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Whether the code of a node runs later than the module: the body of a function that is not called on the spot, a field of an instance. */
const runsLater = (/** @type {Node} */ node, /** @type {Node | null} */ parent) =>
  (functions.has(node.type) && !(parent?.type === 'CallExpression' && parent.callee === node)) ||
  (node.type === 'PropertyDefinition' && !node.static)

/**
 * Visits what runs while a module is loaded.
 *
 * @param {Node} node
 * @param {(node: Node) => void} visit
 * @param {Node | null} [parent]
 */
function walkModule(node, visit, parent = null) {
  if (runsLater(node, parent)) return
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walkModule(child, visit, node)
}

/** `a` of `a.b.c`, `a[0]`, `a!`. */
function rootOf(/** @type {Node} */ node) {
  let at = node
  while (at.type === 'MemberExpression' || at.type === 'TSNonNullExpression') at = at.object ?? at.expression
  return at.type === 'Identifier' ? at.name : undefined
}

/** `create` of `create(…)`, `create<T>()(…)`. */
const calleeOf = (/** @type {Node} */ { callee }) => (callee.type === 'CallExpression' ? callee.callee.name : callee.name)

/**
 * Finds the state that a module keeps for itself.
 *
 * @param {string} path from the root
 * @param {string} source
 * @returns {string[]} findings, each with its line
 * @example judgeState('a.ts', 'let count = 0') // ['a.ts:1: let count is state of the module']
 */
export function judgeState(path, source) {
  const findings = /** @type {string[]} */ ([])
  const { program } = parse(path, source)
  const say = (/** @type {Node} */ node, /** @type {string} */ what) =>
    findings.push(`${path}:${lineAt(source, node.start)}: ${what} is state of the module`)
  const fixed = new Set()
  const owned = new Set()
  walkModule(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind !== 'const' && !node.declare)
      for (const { id } of node.declarations) say(node, `${node.kind} ${id.name ?? '{…}'}`)
    if (node.type === 'VariableDeclarator') {
      if (node.id.type === 'Identifier') owned.add(node.id.name)
      if (constants.has(node.id.typeAnnotation?.typeAnnotation.typeName?.name)) fixed.add(node.init)
    }
    if (node.type === 'NewExpression' && collections.has(node.callee.name) && !fixed.has(node)) say(node, `new ${node.callee.name}`)
    if (node.type === 'CallExpression' && stores.has(calleeOf(node)) && node.arguments.length) say(node, `${calleeOf(node)}(…)`)
  })
  // A constant object that functions write to is a `let` by another name.
  walk(program, (node) => {
    const target = node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : undefined
    if (target?.type === 'MemberExpression' && owned.has(rootOf(target))) say(node, `${rootOf(target)}, which is written to,`)
  })
  return findings
}

/** No module of the dialog or of the secure frame keeps state: it belongs to the dialog that `createDialog` makes, and goes with it. */
export function check() {
  const files = listFiles(/^(dialog-app|secure-frame)\/src\/.*\.tsx?$/).filter((path) => !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(path))
  return { findings: files.flatMap((path) => judgeState(path, readText(path))), summary: `${files.length} modules keep no state` }
}
