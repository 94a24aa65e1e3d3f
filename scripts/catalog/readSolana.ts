import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Draft, text } from './draft.js'
import { literalOf, literalsOf, nodesOf, parseModule } from './literals.js'
import type { Source } from './sources.js'

/** One adapter of the Solana wallet adapter family: name, homepage, picture, and the fact that the wallet speaks Solana. */
export async function readSolanaAdapter(source: Source): Promise<Draft[]> {
  const module = parseModule(await readFile(join(source.folder, 'lib/esm/adapter.js'), 'utf8'))
  const constants = literalsOf(module)
  const fields = new Map<string, string>()
  for (const node of nodesOf(module)) {
    // Compiled class fields are assignments in the constructor.
    const left =
      node.type === 'AssignmentExpression' ? (node.left as { object?: { type: string }; property?: { name: string } }) : undefined
    const value = text(literalOf(node.right, constants))
    const name = left?.object?.type === 'ThisExpression' ? left.property?.name : undefined
    if (name && value && !fields.has(name)) fields.set(name, value)
  }
  const name = fields.get('name')
  if (!name) throw new Error(`${source.name} names no wallet.`)
  return [{ source: source.name, name, homepage: fields.get('url'), families: ['solana'], icon: fields.get('icon') }]
}
