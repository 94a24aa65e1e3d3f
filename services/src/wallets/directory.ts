/* The wallet directory: the shipped catalogue with the operator's overlay, searched and ranked, with its images. */

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config/mistakes.js'
import { etagOf } from '../http/etag.js'
import { createReencoder, type Image, type Reencoder } from '../images/reencode.js'
import type { Catalog } from './catalog.js'
import { applyOverlays, type Overlay, readOverlays } from './overlay.js'
import { indexWallets, queryWallets, type WalletIndex, type WalletName, type WalletQuery, walletNames } from './query.js'
import { withoutSharedSchemes } from './sharedSchemes.js'
import type { Wallet } from './wallet.js'

/** One state of the directory. Replaced as a whole, so that a request never sees half of a change. */
export type DirectoryState = {
  /** Changes when any wallet changes; the same on every replica that has the same files. */
  readonly version: string
  readonly index: WalletIndex
  readonly images: ReadonlyMap<string, Image>
}

export type Directory = {
  readonly catalog: Catalog
  readonly state: () => DirectoryState
  readonly query: (query: WalletQuery) => ReturnType<typeof queryWallets>
  readonly names: (query: WalletQuery) => readonly WalletName[]
  /** A wallet's, network's, token's, currency's or overlay's picture by the SHA-256 of its bytes. */
  readonly image: (id: string) => Image | undefined
  readonly close: () => Promise<void>
}

export type DirectoryOptions = {
  readonly catalog: Catalog
  /** The operator's `wallets.d`. */
  readonly overlayFolder?: string
  /** CAIP-2 ids that the operator serves. */
  readonly configuredChains?: readonly string[]
  /** Remarks and mistakes of a later reload; those at the start are thrown. */
  readonly warn?: (sentence: string) => void
  /** Milliseconds between looks at the overlay folder. */
  readonly interval?: number
  readonly reencoder?: Reencoder
}

/** `eip155` of `eip155:1`. */
const familyOf = (chain: string) => chain.split(':')[0] ?? ''

/**
 * A chain that no list of wallets can know (a test chain, a new one) is one that the operator chose: wallets that speak its family can add
 * it, so they are listed for it. Known chains stay as curated.
 */
function withConfiguredChains(wallets: readonly Wallet[], configured: readonly string[], catalogued: ReadonlySet<string>): Wallet[] {
  const added = configured.filter((chain) => !catalogued.has(chain))
  if (added.length === 0) return [...wallets]
  return wallets.map((wallet) => {
    const families = new Set(wallet.chains.map(familyOf))
    const chains = added.filter((chain) => families.has(familyOf(chain)))
    return chains.length > 0 ? { ...wallet, chains: [...new Set([...wallet.chains, ...chains])] } : wallet
  })
}

/** Names, sizes and times of the files: whether anything changed, without reading it. Polled, because notifications do not cross mounts. */
async function fingerprint(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  const facts = names.sort().map(async (name) => {
    const file = await stat(join(folder, name)).catch(() => undefined)
    return `${name} ${file?.size} ${file?.mtimeMs}`
  })
  return (await Promise.all(facts)).join('\n')
}

/**
 * Opens the wallet directory: the bundled catalogue under the operator's overlay, which is read again whenever its files change. A change
 * with mistakes is reported and not applied.
 *
 * @throws ConfigError with every mistake of the overlay as it lies at the start
 */
export async function openDirectory(options: DirectoryOptions): Promise<Directory> {
  const { catalog, overlayFolder, configuredChains = [], warn = () => undefined, interval = 2_000 } = options
  const reencoder = options.reencoder ?? createReencoder()
  const catalogued = new Set(catalog.wallets.flatMap(({ chains }) => chains))

  const build = (overlays: readonly Overlay[]): DirectoryState => {
    const { wallets, remarks } = applyOverlays(catalog.wallets, overlays)
    for (const remark of remarks) warn(remark)
    const listed = withoutSharedSchemes(withConfiguredChains(wallets, configuredChains, catalogued))
    return {
      version: etagOf(JSON.stringify(listed)).replaceAll('"', ''),
      index: indexWallets(listed),
      images: new Map(overlays.flatMap(({ images }) => [...images])),
    }
  }

  let seen = overlayFolder ? await fingerprint(overlayFolder) : ''
  const first = overlayFolder ? await readOverlays(overlayFolder, reencoder) : { overlays: [], mistakes: [] }
  if (first.mistakes.length > 0) {
    if (!options.reencoder) await reencoder.close()
    throw new ConfigError(first.mistakes)
  }
  let state = build(first.overlays)
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const look = async (folder: string) => {
    const now = await fingerprint(folder)
    if (now === seen) return
    seen = now
    const { overlays, mistakes } = await readOverlays(folder, reencoder)
    for (const mistake of mistakes) warn(mistake)
    if (mistakes.length === 0) state = build(overlays)
    else warn('The wallet directory stays as it was until these mistakes are corrected.')
  }
  const schedule = (folder: string) => {
    timer = setTimeout(() => {
      look(folder)
        .catch((error: Error) => warn(`The wallet overlay cannot be read: ${error.message}.`))
        .finally(() => {
          if (!closed) schedule(folder)
        })
    }, interval)
    timer.unref()
  }
  if (overlayFolder) schedule(overlayFolder)

  return {
    catalog,
    state: () => state,
    query: (query) => queryWallets(state.index, query),
    names: (query) => walletNames(state.index, query),
    image: (id) => state.images.get(id) ?? catalog.icons.get(id),
    close: async () => {
      closed = true
      clearTimeout(timer)
      if (!options.reencoder) await reencoder.close()
    },
  }
}
