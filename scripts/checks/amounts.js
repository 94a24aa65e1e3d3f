import { lineAt, parse, walk } from './parse.js'
import { listFiles, readText } from './sources.js'

/** @import { Node } from './parse.js' */

/** Where amounts of tokens are read, kept, signed and shown. */
export const amountFolders = ['dialog-app/src', 'secure-frame/src', 'services/src']
/** What amounts are called. */
const amounts = /quantity|quantities|amount|balance|lamports|allowance|supply|numeric/i
/** What makes a float of a text or a bigint. */
const conversions = new Set(['Number', 'parseFloat', 'parseInt'])

/**
 * What the values in an expression are called: `c` of `a.b.c`, but `a` of `a.toString()`, whose value is made of it.
 *
 * @param {Node} node
 * @returns {string[]}
 */
function namesIn(node) {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'MemberExpression' && !node.computed) return [node.property.name]
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
    return [node.callee.object, ...node.arguments].flatMap(namesIn)
  return Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')
    .flatMap(namesIn)
}

/** `Number` of `Number(…)`, `parseFloat` of `Number.parseFloat(…)`, `Math` of `Math.round(…)`. */
function conversionOf(/** @type {Node} */ { callee }) {
  if (callee.type === 'Identifier') return conversions.has(callee.name) ? callee.name : undefined
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined
  if (callee.object.name === 'Math') return `Math.${callee.property.name}`
  return callee.object.name === 'Number' && conversions.has(callee.property.name) ? `Number.${callee.property.name}` : undefined
}

/**
 * Finds where an amount of a token becomes a float: its last digits would be lost.
 *
 * @param {string} path from the root
 * @param {string} source
 * @returns {string[]} findings, each with its line
 * @example judgeAmounts('a.ts', 'Number(quantity)') // ['a.ts:1: Number(…) makes a float of quantity']
 */
export function judgeAmounts(path, source) {
  const findings = /** @type {string[]} */ ([])
  walk(parse(path, source).program, (node) => {
    const isPlus = node.type === 'UnaryExpression' && node.operator === '+'
    const conversion = node.type === 'CallExpression' ? conversionOf(node) : isPlus ? '+' : undefined
    if (!conversion) return
    const of = isPlus ? [node.argument] : node.arguments
    const name = of.flatMap(namesIn).find((/** @type {string} */ one) => amounts.test(one))
    if (name) findings.push(`${path}:${lineAt(source, node.start)}: ${isPlus ? '+' : `${conversion}(…)`} makes a float of ${name}`)
  })
  return findings
}

/** @returns {string[]} the modules that are looked at, as paths from the root */
export const amountFiles = () =>
  amountFolders
    .flatMap((folder) => listFiles(new RegExp(`^${folder}/.*\\.tsx?$`)))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))

/** Amounts of tokens are bigint, or exact decimal texts, from the chain to the screen. */
export function check() {
  const files = amountFiles()
  return {
    findings: files.flatMap((path) => judgeAmounts(path, readText(path))),
    summary: `${files.length} modules make no float of an amount`,
  }
}
