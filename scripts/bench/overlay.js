import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Wallets that the lists of the bench are made of. */
export const walletCount = 1_000

/**
 * Writes an operator's overlay that leaves the directory with exactly `walletCount` wallets, with the pictures of those that it hides.
 *
 * @returns {{ folder: string, remove: () => void }}
 */
export function writeOverlay() {
  const catalogue = JSON.parse(readFileSync('services/catalog/wallets.json', 'utf8'))
  const wallets = Array.isArray(catalogue) ? catalogue : catalogue.wallets
  const add = Array.from({ length: walletCount }, (_, index) => ({
    name: `Wallet ${String(index + 1).padStart(4, '0')}`,
    chains: ['eip155:1'],
    order: index,
    mobile_link: `bench${index}://`,
    image_id: wallets[index % wallets.length].image_id,
  }))
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  writeFileSync(join(folder, 'bench.json'), JSON.stringify({ hide: wallets.map((/** @type {{ id: string }} */ { id }) => id), add }))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
