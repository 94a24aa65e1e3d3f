import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { mistakesOf } from '../config/mistakes.js'
import type { Image, Reencoder } from '../images/reencode.js'
import { ImageRefused, sanitiseSvg } from '../images/sanitiseSvg.js'
import { type Wallet, walletFields, walletId } from './wallet.js'

/** A picture beside the overlay file. A plain name: an overlay reads nothing outside its folder. */
const icon = z.string().regex(/^[\w][\w.-]*\.(?:svg|png|jpe?g|webp|gif)$/i, {
  error: 'must be the name of an SVG, PNG, JPEG, WebP or GIF file in the same folder.',
})
const added = z.strictObject({ id: walletId.exactOptional(), icon: icon.exactOptional(), ...walletFields })
const patched = z.strictObject({
  icon: icon.exactOptional(),
  ...walletFields,
  name: walletFields.name.exactOptional(),
  chains: walletFields.chains.exactOptional(),
})

/** What one file of `wallets.d` may say. */
const overlaySchema = z.strictObject({
  add: z.array(added).default([]),
  patch: z.record(walletId, patched).default({}),
  hide: z.array(walletId).default([]),
})

type Input = z.output<typeof overlaySchema>
/** One overlay file after its pictures were read. */
export type Overlay = {
  readonly file: string
  readonly add: readonly Wallet[]
  readonly patch: ReadonlyMap<string, Partial<Wallet>>
  readonly hide: readonly string[]
  readonly images: ReadonlyMap<string, Image>
}

/** What reading the folder gave. With mistakes, `overlays` holds only the files without any. */
export type OverlayFolder = { readonly overlays: readonly Overlay[]; readonly mistakes: readonly string[] }

/** Bytes of a picture in the overlay folder. */
const largestIcon = 1_048_576

/** The id of a wallet that has no well-known one: the catalogue's own rule. */
const derivedId = (wallet: { readonly name: string; readonly homepage?: string | null }) =>
  createHash('sha256')
    .update(`${wallet.name}${wallet.homepage ?? ''}`)
    .digest('hex')

async function readIcon(path: string, reencoder: Reencoder): Promise<Image> {
  const bytes = await readFile(path)
  if (bytes.length > largestIcon) throw new ImageRefused('The picture is larger than 1 MB.')
  if (!path.toLowerCase().endsWith('.svg')) return reencoder.reencode(bytes)
  return { type: 'image/svg+xml', bytes: new Uint8Array(Buffer.from(sanitiseSvg(bytes.toString('utf8')), 'utf8')) }
}

async function readFileOverlay(folder: string, file: string, reencoder: Reencoder): Promise<Overlay | string[]> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(join(folder, file), 'utf8'))
  } catch (error) {
    return [error instanceof SyntaxError ? `${file} is not JSON: ${error.message}.` : `${file} cannot be read.`]
  }
  const parsed = overlaySchema.safeParse(json, { reportInput: true })
  if (!parsed.success) return mistakesOf(parsed.error).map((mistake) => `${file}: ${mistake}`)
  const input: Input = parsed.data
  const images = new Map<string, Image>()
  const mistakes: string[] = []
  const withImage = async <Row extends { icon?: string; image_id?: string | null }>({ icon: name, ...row }: Row) => {
    if (name === undefined) return row
    try {
      const image = await readIcon(join(folder, name), reencoder)
      const id = createHash('sha256').update(image.bytes).digest('hex')
      images.set(id, image)
      return { ...row, image_id: id }
    } catch (error) {
      mistakes.push(`${file}: ${name} cannot be used. ${error instanceof ImageRefused ? error.message : 'The file cannot be read.'}`)
      return row
    }
  }
  const add: Wallet[] = []
  for (const row of input.add) {
    const { id, ...wallet } = await withImage(row)
    add.push({ ...wallet, id: id ?? derivedId(wallet) })
  }
  const patch = new Map<string, Partial<Wallet>>()
  for (const [id, row] of Object.entries(input.patch)) patch.set(id, await withImage(row))
  return mistakes.length > 0 ? mistakes : { file, add, patch, hide: input.hide, images }
}

/**
 * Reads the operator's overlay: the `*.json` files of a folder in the order of their names, with the pictures that they name.
 *
 * @param folder need not exist; then there is no overlay
 * @returns every mistake as a sentence that names its file and key
 */
export async function readOverlays(folder: string, reencoder: Reencoder): Promise<OverlayFolder> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const overlays: Overlay[] = []
  const mistakes: string[] = []
  for (const file of names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort()) {
    const result = await readFileOverlay(folder, file, reencoder)
    if (Array.isArray(result)) mistakes.push(...result)
    else overlays.push(result)
  }
  return { overlays, mistakes }
}

/**
 * Applies overlays in turn, each in the order hide, patch, add.
 *
 * @returns the wallets, and a sentence for each id that is not there (a newer catalogue may have dropped it) or is there already
 */
export function applyOverlays(wallets: readonly Wallet[], overlays: readonly Overlay[]): { wallets: Wallet[]; remarks: string[] } {
  const rows = new Map(wallets.map((wallet) => [wallet.id, wallet]))
  const remarks: string[] = []
  for (const { file, add, patch, hide } of overlays) {
    for (const id of hide) if (!rows.delete(id)) remarks.push(`${file}: hide names the wallet ${id}, which is not in the directory.`)
    for (const [id, change] of patch) {
      const row = rows.get(id)
      if (row) rows.set(id, { ...row, ...change })
      else remarks.push(`${file}: patch names the wallet ${id}, which is not in the directory.`)
    }
    for (const wallet of add) {
      if (rows.has(wallet.id))
        remarks.push(`${file}: add names the wallet ${wallet.id}, which is in the directory already; patch it instead.`)
      else rows.set(wallet.id, wallet)
    }
  }
  return { wallets: [...rows.values()], remarks }
}
