import type { CaipNetworkId, NamespaceId, WalletEvent, WalletInfo } from '@latchkey/protocol'
import { disconnected } from '../modalError.js'
import type { ResumeRecord } from '../resume.js'
import type { Store } from '../store.js'
import type { RequestArguments } from '../types.js'
import { type Discover, type Discovery, type FamilyWallet, unsupported } from './discovery.js'
import { rememberedWallets } from './rememberedWallets.js'

/** How long a request waits for a wallet that arrives late, milliseconds. */
const timeout = 3_000

/** The folders beside this file, one for each family. */
const loaders = import.meta.glob<{ readonly discover: Discover }>('./*/index.ts')
const loaderOf = (namespace: NamespaceId) => loaders[`./${namespace}/index.ts`]

export type FamiliesContext = {
  readonly store: Store
  /** Objects that we put into the page ourselves: never listed. */
  readonly own: WeakSet<object>
  appName(): string
  /** The record of what is to be resumed on the next visit. */
  readonly resume: Pick<ResumeRecord, 'get'>
  /** Carries a wallet's event to the dialog. */
  tell(event: WalletEvent): void
  /** A wallet appeared or went. */
  changed(): void
}

export type WalletCall = {
  readonly walletId: string
  readonly namespace: NamespaceId
  readonly networkId?: CaipNetworkId | null
} & RequestArguments

export type Families = {
  list(): readonly WalletInfo[]
  refresh(): void
  /** Finds the wallets of a family from now on. Settles when the first look is done. @throws when its code does not load */
  need(namespace: NamespaceId): Promise<void>
  /** This wallet is in use: its events are listened to. */
  use(walletId: string): void
  /** @throws whatever the wallet throws; ModalError 4900 when no such wallet appears within 3 s */
  request(call: WalletCall): Promise<unknown>
  /** What a wallet can do for an address, if it says so. */
  features(namespace: NamespaceId, walletId: string, address: string): readonly string[] | undefined
  destroy(): void
}

/** The wallets that live in this page, of every chain family but EVM. Each family's code is fetched when it is needed. */
export function createFamilies(context: FamiliesContext): Families {
  const found = new Map<NamespaceId, Discovery>()
  const loading = new Map<NamespaceId, Promise<void>>()
  const used = new Set<string>()
  const watched = new Map<FamilyWallet, () => void>()
  const waiting = new Set<() => void>()
  let gone = false

  const all = () => [...found.values()].flatMap((discovery) => discovery.list())
  const find = (namespace: NamespaceId, walletId: string) =>
    found
      .get(namespace)
      ?.list()
      .find(({ info }) => info.id === walletId)

  function watch() {
    for (const wallet of all()) {
      if (!used.has(wallet.info.id) || watched.has(wallet)) continue
      const { namespace, info } = wallet
      watched.set(
        wallet,
        wallet.subscribe((event, data) => context.tell({ walletId: info.id, namespace, event, data })),
      )
    }
  }

  function changed() {
    watch()
    context.changed()
    for (const look of [...waiting]) look()
  }

  async function load(namespace: NamespaceId) {
    const loader = loaderOf(namespace)
    if (!loader) return
    const { discover } = await loader()
    if (gone) return
    const { own, appName } = context
    const remembers = (walletId: string) =>
      context.store.facts().snapshot.wallets[namespace]?.id === walletId ||
      rememberedWallets(context.resume.get(), namespace).includes(walletId)
    for (const walletId of rememberedWallets(context.resume.get(), namespace)) used.add(walletId)
    found.set(namespace, discover({ own, appName, remembers }, changed))
    changed()
  }

  function need(namespace: NamespaceId): Promise<void> {
    const pending = loading.get(namespace) ?? load(namespace)
    loading.set(namespace, pending)
    // A chunk that did not load is fetched again when it is needed next.
    pending.catch(() => loading.delete(namespace))
    return pending
  }

  const refresh = () => {
    for (const discovery of found.values()) discovery.refresh()
  }

  /** Waits for a wallet that is not there yet. */
  async function late(namespace: NamespaceId, walletId: string): Promise<FamilyWallet> {
    await need(namespace)
    return new Promise((resolve, reject) => {
      const look = () => {
        const wallet = find(namespace, walletId)
        if (wallet) finish(() => resolve(wallet))
      }
      const finish = (end: () => void) => {
        clearTimeout(timer)
        waiting.delete(look)
        end()
      }
      const timer = setTimeout(finish, timeout, () => reject(disconnected()))
      waiting.add(look)
      refresh()
      look()
    })
  }

  return {
    list() {
      const byId = new Map<string, WalletInfo>()
      for (const { info } of all()) {
        const known = byId.get(info.id)
        byId.set(info.id, known ? { ...known, namespaces: { ...known.namespaces, ...info.namespaces } } : info)
      }
      return [...byId.values()]
    },
    refresh,
    need,
    use(walletId) {
      used.add(walletId)
      watch()
    },
    async request({ walletId, namespace, networkId = null, method, params }) {
      if (!loaderOf(namespace)) throw unsupported(method)
      // No await when it is present: the browser lets the wallet open its window only within the user's click.
      const wallet = find(namespace, walletId)
      return wallet ? wallet.request(method, params, networkId) : (await late(namespace, walletId)).request(method, params, networkId)
    },
    features: (namespace, walletId, address) => find(namespace, walletId)?.features?.(address),
    destroy() {
      gone = true
      for (const unsubscribe of watched.values()) unsubscribe()
      for (const discovery of found.values()) discovery.destroy()
    },
  }
}
