import type { NamespaceId, WalletInfo } from '@latchkey/protocol'
import { type Discover, type FamilyWallet, invoke, listOf, stringsOf, unauthorized } from './discovery.js'
import { drawable, read, text } from './foreign.js'

/** More than any browser has installed; a script that registers without end is not listened to. */
const mostWallets = 100

/**
 * The app's side of Wallet Standard registration: it works whichever of wallet and app loads first.
 *
 * @returns the registered objects, oldest first; none of them is checked
 */
function watchStandardWallets(own: { has(value: object): boolean }, changed: () => void) {
  const wallets = new Set<object>()
  function register(...candidates: readonly unknown[]) {
    const fresh = candidates.filter(
      (wallet): wallet is object => typeof wallet === 'object' && wallet !== null && !own.has(wallet) && !wallets.has(wallet),
    )
    for (const wallet of fresh) if (wallets.size < mostWallets) wallets.add(wallet)
    if (fresh.length) changed()
    return () => {
      for (const wallet of fresh) wallets.delete(wallet)
      if (fresh.length) changed()
    }
  }
  const api = Object.freeze({ register })
  const onRegister = (event: Event) => {
    try {
      const callback = read(event, 'detail')
      if (typeof callback === 'function') callback(api)
    } catch {
      // A wallet that cannot register itself is not there.
    }
  }
  return {
    list: (): readonly object[] => [...wallets],
    start() {
      addEventListener('wallet-standard:register-wallet', onRegister)
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    },
    destroy: () => removeEventListener('wallet-standard:register-wallet', onRegister),
  }
}

/** Names of what a wallet can do. */
export function featuresOf(wallet: unknown): readonly string[] {
  try {
    return stringsOf(Object.keys(read(wallet, 'features') as object)).slice(0, 64)
  } catch {
    return []
  }
}

export const hasFeature = (wallet: unknown, feature: string) => featuresOf(wallet).includes(feature)

/** Calls the method of a feature: `solana:signMessage` has `signMessage`. @throws ModalError 4200 when the wallet has it not */
export const callFeature = (wallet: unknown, feature: string, ...args: readonly unknown[]) =>
  invoke(read(read(wallet, 'features'), feature), feature.slice(feature.indexOf(':') + 1), ...args)

/** Describes a registered wallet. Undefined without a name. */
export function readStandardWallet(wallet: unknown, namespace: NamespaceId, chains: readonly string[]): WalletInfo | undefined {
  const name = text(read(wallet, 'name'))
  const icon = read(wallet, 'icon')
  if (!name) return undefined
  return {
    id: `ws:${name}`,
    name,
    ...(drawable(icon) && { icon }),
    source: 'standard',
    namespaces: { [namespace]: { chains, features: featuresOf(wallet) } },
  }
}

export type StandardAccount = {
  /** The wallet's own object: wallets compare identity. */
  readonly own: unknown
  readonly address: string
  readonly chains: readonly string[]
}

/** The accounts of a list that belong to a chain family, by the prefix of its chains, for example `solana:`. */
export function accountsFrom(list: unknown, prefix: string): readonly StandardAccount[] {
  return listOf(list)
    .map((own) => ({ own, address: text(read(own, 'address')) ?? '', chains: stringsOf(read(own, 'chains')) }))
    .filter(({ address, chains }) => address && chains.some((chain) => chain.startsWith(prefix)))
}

/**
 * Remembers the accounts that a wallet gave, so that an address can be mapped back to the wallet's own object.
 */
export function createAccounts(wallet: unknown, prefix: string) {
  let given: readonly StandardAccount[] = []
  const shown = () => accountsFrom(read(wallet, 'accounts'), prefix)
  return {
    /** What it shows this site now. */
    shown,
    /** What it answered to a request for accounts; some wallets say it there only. */
    take(output: unknown): readonly StandardAccount[] {
      const answered = accountsFrom(read(output, 'accounts'), prefix)
      given = answered.length ? answered : shown()
      return given
    },
    forget() {
      given = []
    },
    /** @throws ModalError 4100 for an address that the wallet does not show to this site */
    find(address: string): unknown {
      const account = [...shown(), ...given].find((each) => each.address === address)
      if (!account) throw unauthorized()
      return account.own
    },
  }
}

/** Listens to `standard:events`, or a family's own events of the same shape. @returns unsubscribe */
function onChange(wallet: unknown, feature: string, listener: (change: unknown) => void): () => void {
  try {
    const unsubscribe = invoke(read(read(wallet, 'features'), feature), 'on', 'change', listener)
    return () => {
      if (typeof unsubscribe === 'function') unsubscribe()
    }
  } catch {
    // A wallet without events: what it does by itself is not seen.
    return () => {}
  }
}

/**
 * Listens to which accounts a wallet shows. Its own list counts where the event says nothing that is understood.
 *
 * @returns unsubscribe
 */
export function onAccounts(
  wallet: unknown,
  feature: string,
  accounts: ReturnType<typeof createAccounts>,
  listener: (now: readonly StandardAccount[]) => void,
): () => void {
  return onChange(wallet, feature, (change) => {
    const listed = read(change, 'accounts')
    if (!listed && (read(change, 'chains') || read(change, 'features'))) return
    const now = accounts.take(change)
    // Some show their accounts in answers only: an empty list says nothing unless the event says the same.
    if (now.length || Array.isArray(listed)) listener(now)
  })
}

/**
 * Discovery by the Wallet Standard for one chain family.
 *
 * @param create undefined for a wallet that has nothing for the family
 */
export function discoverStandard(create: (wallet: object) => FamilyWallet | undefined): Discover {
  return ({ own }, changed) => {
    let known = new Map<object, FamilyWallet | undefined>()
    // A wallet may have got features since: one that had nothing is read again.
    const look = () => {
      known = new Map(registry.list().map((wallet) => [wallet, known.get(wallet) ?? create(wallet)]))
    }
    const registry = watchStandardWallets(own, () => {
      look()
      changed()
    })
    registry.start()
    return {
      list() {
        // The first of a name stays: a later script must not take over a wallet's place.
        const byId = new Map<string, FamilyWallet>()
        for (const wallet of known.values()) if (wallet && !byId.has(wallet.info.id)) byId.set(wallet.info.id, wallet)
        return [...byId.values()]
      },
      refresh: look,
      destroy: registry.destroy,
    }
  }
}
