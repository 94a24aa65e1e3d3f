import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Draft, text } from './draft.js'
import { literalOf, literalsOf, type Node, nodesOf, parseModule, propertyOf } from './literals.js'
import type { Source } from './sources.js'

/** The fixed text before the pairing code in `…wc?uri=${encodeURIComponent(uri)}`, as `scheme://` or `https://host`. */
function pairingLinks(wallet: Node): string[] {
  const found: string[] = []
  for (const node of nodesOf(wallet)) {
    if (node.type !== 'TemplateLiteral') continue
    const [first, second] = node.expressions as Node[]
    const start = (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked ?? ''
    const callee = (first?.callee as Node | undefined)?.name
    const link = /^(.+:\/\/(?:.*\/)?)wc\?uri=$/.exec(start)?.[1]
    if (callee === 'encodeURIComponent' && second === undefined && link) found.push(link)
  }
  return found
}

/** The variable that holds a wallet's picture is the only text of its module. */
async function readIcon(folder: string, wallet: Node): Promise<string | undefined> {
  const url = propertyOf(wallet, 'iconUrl')
  const imported = url && [...nodesOf(url)].find(({ type }) => type === 'ImportExpression')
  const file = text(literalOf(imported?.source))
  if (!file) return undefined
  const values = literalsOf(parseModule(await readFile(join(folder, file), 'utf8'))).values()
  return [...values].map(text).find((value) => value?.startsWith('data:image/'))
}

const isWallet = (node: Node) =>
  node.type === 'ObjectExpression' && ['id', 'name', 'iconUrl', 'downloadUrls'].every((key) => propertyOf(node, key) !== undefined)

/** The hand-kept connectors of RainbowKit: the most reliable forms of deep links. Read from the text, because running them needs a page. */
export async function readRainbowkit(source: Source): Promise<Draft[]> {
  const folder = join(source.folder, 'dist/wallets/walletConnectors')
  const drafts = new Map<string, Draft>()
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()) {
    const module = parseModule(await readFile(join(folder, file), 'utf8'))
    const functions = [...nodesOf(module)].filter(({ type }) => type === 'VariableDeclarator')
    for (const declared of functions) {
      const wallet = [...nodesOf(declared)].find(isWallet)
      const name = wallet && text(literalOf(propertyOf(wallet, 'name')))
      if (!wallet || !name || drafts.has(name)) continue
      const urls = (literalOf(propertyOf(wallet, 'downloadUrls')) ?? {}) as Record<string, unknown>
      const links = pairingLinks(declared)
      const flags = [...nodesOf(declared)].flatMap((node) =>
        node.type === 'ObjectExpression' ? (text(literalOf(propertyOf(node, 'flag'))) ?? []) : [],
      )
      drafts.set(name, {
        source: source.name,
        name,
        rdns: text(literalOf(propertyOf(wallet, 'rdns'))),
        native: links.find((link) => !/^https?:/.test(link)),
        universal: links.find((link) => link.startsWith('https:')),
        appStore: text(urls.ios),
        playStore: text(urls.android),
        chromeStore: text(urls.chrome),
        firefoxStore: text(urls.firefox),
        flag: flags[0],
        families: ['eip155'],
        icon: await readIcon(folder, wallet),
      })
    }
  }
  return [...drafts.values()]
}
