import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Image } from '../images/reencode.js'
import { repository } from '../paths.js'
import type { Wallet } from './wallet.js'

/** Shapes only: what the values must be like is a test of the committed files, and starting should be quick. */
const imageId = z.string()
const text = z.string().nullable()
const walletRow = z.object({
  id: z.string(),
  name: z.string(),
  homepage: text,
  image_id: text,
  order: z.number().exactOptional(),
  mobile_link: text,
  desktop_link: text,
  webapp_link: text,
  link_mode: text,
  app_store: text,
  play_store: text,
  chrome_store: text,
  firefox_store: text,
  rdns: text,
  injected: z.array(z.object({ namespace: z.string(), injected_id: z.string() })),
  chains: z.array(z.string()).min(1),
  supports_wc: z.boolean(),
})
const networkSchema = z.object({ id: z.string(), name: z.string(), image_id: imageId })
const tokenSchema = z.object({ symbol: z.string(), name: z.string(), image_id: imageId, addresses: z.record(z.string(), z.string()) })
const currencySchema = z.object({ code: z.string(), image_id: imageId })
const iconsSchema = z.record(imageId, z.tuple([z.int().min(0), z.int().min(1), z.string()]))

export type Network = z.infer<typeof networkSchema>
export type Token = z.infer<typeof tokenSchema>
export type Currency = z.infer<typeof currencySchema>

/** The bundled data (services/catalog), read into memory once: about 3 MB. */
export type Catalog = {
  readonly wallets: readonly Wallet[]
  /** By CAIP-2 id. */
  readonly networks: ReadonlyMap<string, Network>
  /** By symbol in upper case. */
  readonly tokens: ReadonlyMap<string, Token>
  /** By ISO 4217 code in upper case. */
  readonly currencies: ReadonlyMap<string, Currency>
  /** By the SHA-256 of the bytes. */
  readonly icons: ReadonlyMap<string, Image>
}

export const catalogFolder = resolve(repository, 'services/catalog')

/**
 * Reads the catalogue that `npm run catalog` built.
 *
 * @param folder with `wallets.json`, `networks.json`, `tokens.json`, `currencies.json`, `icons.json` and `icons.bin`
 * @throws when a file is missing or has another shape
 */
export async function readCatalog(folder: string = catalogFolder): Promise<Catalog> {
  const read = async <Schema extends z.ZodType>(file: string, schema: Schema) =>
    schema.parse(JSON.parse(await readFile(resolve(folder, file), 'utf8')))
  const [wallets, networks, tokens, currencies, index, pack] = await Promise.all([
    read('wallets.json', z.array(walletRow)),
    read('networks.json', z.array(networkSchema)),
    read('tokens.json', z.array(tokenSchema)),
    read('currencies.json', z.array(currencySchema)),
    read('icons.json', iconsSchema),
    readFile(resolve(folder, 'icons.bin')),
  ])
  const bytes = new Uint8Array(pack)
  return {
    wallets,
    networks: new Map(networks.map((network) => [network.id, network])),
    tokens: new Map(tokens.map((token) => [token.symbol, token])),
    currencies: new Map(currencies.map((currency) => [currency.code, currency])),
    icons: new Map(
      Object.entries(index).map(([id, [start, length, type]]) => [id, { type, bytes: bytes.subarray(start, start + length) }]),
    ),
  }
}
