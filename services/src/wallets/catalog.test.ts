import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { rasterFormat } from '../images/rasterFormat.js'
import { sanitiseSvg } from '../images/sanitiseSvg.js'
import { type Catalog, catalogFolder, readCatalog } from './catalog.js'
import { walletSchema } from './wallet.js'

describe('readCatalog: the committed catalogue', () => {
  let catalog: Catalog
  beforeAll(async () => {
    catalog = await readCatalog()
  })

  test('behavior: at least 500 wallets, each with an id of its own, chains and a picture', () => {
    const { wallets, icons } = catalog

    expect(wallets.length).toBeGreaterThanOrEqual(500)
    expect(new Set(wallets.map(({ id }) => id)).size).toBe(wallets.length)
    expect(wallets.filter(({ chains }) => chains.length === 0)).toEqual([])
    expect(wallets.filter(({ image_id }) => !image_id || !icons.has(image_id))).toEqual([])
  })

  test('behavior: every row is what the operator could have written', () => {
    for (const wallet of catalog.wallets) expect(walletSchema.parse(wallet)).toEqual(wallet)
    expect([...catalog.icons.keys()].filter((id) => !/^[0-9a-f]{64}$/.test(id))).toEqual([])
  })

  test('behavior: nobody is certified unless the operator says so', () => {
    expect(catalog.wallets.filter(({ badge_type }) => badge_type !== undefined)).toEqual([])
  })

  test('behavior: the first forty are in their curated places, MetaMask under the id that hosts know', () => {
    const placed = catalog.wallets.filter(({ order }) => order !== undefined)

    expect(placed).toHaveLength(40)
    expect(catalog.wallets.slice(0, 40)).toEqual(placed)
    expect(placed[0]).toMatchObject({
      id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
      name: 'MetaMask',
      rdns: 'io.metamask',
    })
  })

  test('behavior: every family has wallets', () => {
    const families = new Set(catalog.wallets.flatMap(({ chains }) => chains.map((chain) => chain.split(':')[0])))

    for (const family of ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']) expect(families).toContain(family)
  })

  test('behavior: links are bases to which a pairing can be appended', () => {
    const links = catalog.wallets.flatMap(({ mobile_link, desktop_link, webapp_link, link_mode }) =>
      [mobile_link, desktop_link, webapp_link, link_mode].flatMap((link) => link ?? []),
    )

    expect(links.length).toBeGreaterThan(500)
    for (const link of links) expect(link).toMatch(/^[a-z][a-z0-9+.-]*:\/\/[^\s?#=]*$/i)
    expect(links.filter((link) => /^(?:http|wc|javascript|data):|\/wc$/i.test(link))).toEqual([])
  })

  test('behavior: a picture is named by the hash of its bytes and is what its type says', () => {
    for (const [id, { type, bytes }] of catalog.icons) {
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(id)
      if (type !== 'image/svg+xml') expect(rasterFormat(bytes)?.type).toBe(type)
    }
  })

  test('behavior: every SVG is clean: cleaning it again changes nothing', () => {
    const svgs = [...catalog.icons.values()]
      .filter(({ type }) => type === 'image/svg+xml')
      .map(({ bytes }) => Buffer.from(bytes).toString('utf8'))

    expect(svgs.length).toBeGreaterThan(500)
    for (const svg of svgs) expect(sanitiseSvg(svg)).toBe(svg)
  })

  test('behavior: networks, tokens and currencies that the dialog shows have pictures', () => {
    const { networks, tokens, currencies, icons } = catalog
    const shown = [
      ...['eip155:1', 'eip155:11155111', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'].map((id) => networks.get(id)),
      ...['ETH', 'USDC', 'SOL', 'BTC'].map((symbol) => tokens.get(symbol)),
      ...['USD', 'EUR', 'JPY'].map((code) => currencies.get(code)),
    ]

    for (const row of shown) expect(icons.has(row?.image_id ?? '')).toBe(true)
    expect(tokens.get('USDC')?.addresses['eip155:1']).toBe('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
  })

  test('behavior: stays small', async () => {
    const sizes = await Promise.all((await readdir(catalogFolder)).map(async (file) => (await stat(join(catalogFolder, file))).size))

    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(4_000_000)
  })

  test('behavior: its notices name every wallet and every source', async () => {
    const notices = await readFile(join(catalogFolder, 'NOTICES.md'), 'utf8')
    const rows = JSON.parse(await readFile(join(catalogFolder, 'wallets.json'), 'utf8')) as { name: string; sources: string[] }[]

    for (const source of new Set(rows.flatMap(({ sources }) => sources))) expect(notices).toContain(`[${source}]`)
    for (const { name } of rows) expect(notices).toContain(`- ${name}:`)
  })
})

describe('readCatalog', () => {
  test('error: a folder without a catalogue', async () => {
    await expect(readCatalog(join(catalogFolder, 'nowhere'))).rejects.toThrow('ENOENT')
  })
})
