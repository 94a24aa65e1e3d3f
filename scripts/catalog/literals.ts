import { parseAst } from 'vite'

/** A node of the syntax tree; only what this file looks at. */
export type Node = { readonly type: string; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The node and everything under it, in the order of the text. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child)
  }
}

/** Parses a module without running it. */
export const parseModule = (code: string, typescript = false): Node => parseAst(code, { lang: typescript ? 'ts' : 'js' }) as unknown as Node

const keyOf = (property: Node): string | undefined => {
  const key = property.key
  if (!isNode(key) || property.computed === true) return undefined
  return key.type === 'Identifier' ? String(key.name) : key.type === 'Literal' ? String(key.value) : undefined
}

/** A property's value in an object expression. */
export function propertyOf(node: Node, name: string): Node | undefined {
  const properties = Array.isArray(node.properties) ? (node.properties as Node[]) : []
  const found = properties.find((property) => property.type === 'Property' && keyOf(property) === name)?.value
  return isNode(found) ? found : undefined
}

/**
 * The value of a literal: text, numbers, lists and objects of them.
 *
 * @param constants values of identifiers that the caller knows
 * @returns undefined for whatever would have to be computed; in objects such properties are left out
 */
export function literalOf(node: unknown, constants: ReadonlyMap<string, unknown> = new Map()): unknown {
  if (!isNode(node)) return undefined
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral': {
      const [only] = node.quasis as Node[]
      return (node.expressions as Node[]).length === 0 ? (only?.value as { cooked: string } | undefined)?.cooked : undefined
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return literalOf(node.expression, constants)
    case 'Identifier':
      return constants.get(String(node.name))
    case 'ArrayExpression':
      return (node.elements as unknown[]).map((element) => literalOf(element, constants))
    case 'ObjectExpression': {
      const entries = (node.properties as Node[]).flatMap((property) => {
        const key = property.type === 'Property' ? keyOf(property) : undefined
        const value = literalOf(property.value, constants)
        return key === undefined || value === undefined ? [] : [[key, value] as const]
      })
      return Object.fromEntries(entries)
    }
    default:
      return undefined
  }
}

/** Values of all variables of a module that are literals, by name. */
export function literalsOf(module: Node): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const node of nodesOf(module)) {
    if (node.type !== 'VariableDeclarator' || !isNode(node.id) || node.id.type !== 'Identifier') continue
    const value = literalOf(node.init, found)
    if (value !== undefined) found.set(String(node.id.name), value)
  }
  return found
}
