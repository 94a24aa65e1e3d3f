import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import networkList from './curated/networks.json' with { type: 'json' }
import platforms from './curated/platforms.json' with { type: 'json' }
import type { IconPack } from './iconPack.js'
import { literalsOf, parseModule } from './literals.js'
import type { Source } from './sources.js'

export type NetworkRow = { readonly id: string; readonly name: string; readonly image_id: string }
export type TokenRow = {
  readonly symbol: string
  readonly name: string
  readonly image_id: string
  /** Contract by CAIP-2 network. */
  readonly addresses: Readonly<Record<string, string>>
}

const variants = z.array(z.enum(['background', 'branded', 'mono']))
const networksSchema = z.array(
  z.object({ id: z.string(), filePath: z.string(), name: z.string(), caip2id: z.string().optional(), variants }),
)
const tokensSchema = z.array(
  z.object({
    filePath: z.string(),
    symbol: z.string(),
    name: z.string(),
    marketCapRank: z.number().nullish(),
    addresses: z.record(z.string(), z.string()).default({}),
    variants,
  }),
)

/** Tokens below this rank are left to the operator: their names and pictures change, and the catalogue should stay small. */
const lowestRank = 1_000

async function metadata(common: Source, name: string): Promise<unknown> {
  return literalsOf(parseModule(await readFile(join(common.folder, `dist/metadata/${name}.js`), 'utf8'))).get(name)
}

/** The picture with a coloured ground: it fills a circle or a square as it is. */
async function picture(core: Source, filePath: string, available: readonly string[]): Promise<string | undefined> {
  const [kind, file] = filePath.split(':')
  const variant = ['background', 'branded'].find((name) => available.includes(name))
  if (!variant) return undefined
  const code = await readFile(join(core.folder, `dist/svgs/${kind}s/${variant}/${file}.svg.js`), 'utf8')
  return [...literalsOf(parseModule(code)).values()].find((value): value is string => typeof value === 'string')
}

const byId = <Row extends { readonly id: string }>(a: Row, b: Row) => (a.id < b.id ? -1 : 1)

/** Networks by CAIP-2 id with their icons. */
export async function readNetworks(core: Source, common: Source, icons: IconPack): Promise<NetworkRow[]> {
  const rows = new Map<string, NetworkRow>()
  for (const network of networksSchema.parse(await metadata(common, 'networks'))) {
    const id = network.caip2id ?? (networkList.ids as Record<string, string>)[network.id]
    if (!id || rows.has(id)) continue
    const svg = await picture(core, network.filePath, network.variants)
    const image = svg && (await icons.addFirst([svg]))
    if (image) rows.set(id, { id, name: network.name, image_id: image })
  }
  for (const [id, original] of Object.entries(networkList.rehearses)) {
    const row = rows.get(original)
    if (row && !rows.has(id)) rows.set(id, { id, name: `${row.name} test network`, image_id: row.image_id })
  }
  return [...rows.values()].sort(byId)
}

/** The better known tokens with their icons; of two with one symbol, the one with more market value. */
export async function readTokens(core: Source, common: Source, icons: IconPack): Promise<TokenRow[]> {
  const all = tokensSchema.parse(await metadata(common, 'tokens'))
  const ranked = all.filter(({ marketCapRank }) => marketCapRank == null || marketCapRank <= lowestRank)
  const rows = new Map<string, TokenRow>()
  for (const token of ranked.sort((a, b) => (a.marketCapRank ?? lowestRank) - (b.marketCapRank ?? lowestRank))) {
    const symbol = token.symbol.toUpperCase()
    if (rows.has(symbol)) continue
    const svg = await picture(core, token.filePath, token.variants)
    const image = svg && (await icons.addFirst([svg]))
    if (!image) continue
    const addresses = Object.entries(token.addresses).flatMap(([platform, address]) => {
      const network = (platforms.ids as Record<string, string>)[platform]
      return network ? [[network, network.startsWith('eip155:') ? address.toLowerCase() : address] as const] : []
    })
    rows.set(symbol, {
      symbol,
      name: token.name,
      image_id: image,
      addresses: Object.fromEntries(addresses.sort(([a], [b]) => (a < b ? -1 : 1))),
    })
  }
  return [...rows.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}
