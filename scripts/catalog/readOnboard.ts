import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Draft, text } from './draft.js'
import { literalOf, literalsOf, type Node, nodesOf, parseModule, propertyOf } from './literals.js'
import type { Source } from './sources.js'

/** The entries of compiled enums, `Label["MetaMask"] = "MetaMask"`, by `Label.MetaMask`. */
function enumsOf(module: Node): Map<string, string> {
  const found = new Map<string, string>()
  for (const node of nodesOf(module)) {
    const left = node.type === 'AssignmentExpression' ? (node.left as Node) : undefined
    const value = left?.type === 'MemberExpression' ? text(literalOf(node.right)) : undefined
    const key = text(literalOf(left?.property))
    if (left && value && key) found.set(`${(left.object as Node).name}.${key}`, value)
  }
  return found
}

const memberOf = (node: Node | undefined) =>
  node?.type === 'MemberExpression' ? `${(node.object as Node).name}.${(node.property as Node).name}` : undefined

/** Injected wallets of Web3-Onboard: the flag by which each provider is recognised, and a picture. */
export async function readOnboard(source: Source): Promise<Draft[]> {
  const read = async (file: string) => parseModule(await readFile(join(source.folder, 'dist', file), 'utf8'))
  const enums = enumsOf(await read('types.js'))
  const drafts: Draft[] = []
  for (const node of nodesOf(await read('wallets.js'))) {
    if (node.type !== 'ObjectExpression') continue
    const name = enums.get(memberOf(propertyOf(node, 'label')) ?? '')
    const check = propertyOf(node, 'checkProviderIdentity')
    // "Detected" stands for whatever is there, and is no wallet.
    if (!name || !check || name === 'Detected Wallet') continue
    const inside = [...nodesOf(node)]
    const flag = inside.map(memberOf).find((member) => member?.startsWith('ProviderIdentityFlag.'))
    const icon = text(literalOf(inside.find(({ type }) => type === 'ImportExpression')?.source))
    const picture = icon ? [...nodesOf(await read(icon))].find(({ type }) => type === 'ExportDefaultDeclaration')?.declaration : undefined
    drafts.push({
      source: source.name,
      name,
      homepage: enums.get(memberOf(propertyOf(node, 'externalUrl')) ?? ''),
      flag: flag ? enums.get(flag) : undefined,
      families: ['eip155'],
      icon:
        text(literalOf(picture)) ??
        [...(icon ? literalsOf(await read(icon)).values() : [])].map(text).find((value) => value?.includes('<svg')),
    })
  }
  return drafts
}
