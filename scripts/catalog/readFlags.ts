import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import currencies from './curated/currencies.json' with { type: 'json' }
import type { IconPack } from './iconPack.js'
import type { Source } from './sources.js'

export type CurrencyRow = { readonly code: string; readonly image_id: string }

/** Currencies with the flag of their country. */
export async function readCurrencies(source: Source, icons: IconPack): Promise<CurrencyRow[]> {
  const rows: CurrencyRow[] = []
  for (const code of currencies.codes) {
    const flag = await readFile(join(source.folder, 'flags', `${code.slice(0, 2).toLowerCase()}.svg`), 'utf8')
    const image = await icons.addFirst([flag])
    if (!image) throw new Error(`The flag of ${code} cannot be used.`)
    rows.push({ code, image_id: image })
  }
  return rows
}
