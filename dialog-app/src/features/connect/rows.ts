import type { NamespaceId } from '@latchkey/protocol'
import { useMemo } from 'react'
import type { Dialog } from '../../lib/dialog.js'
import { isPhone } from '../../lib/platform.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { knownNamespaces } from '../../namespaces/registry.js'
import { networksStore } from '../../state/networks.js'
import { type SettingsState, settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { builtViews } from '../../state/view.js'
import type { WalletRow } from '../../state/walletRow.js'
import { walletsStore } from '../../state/wallets.js'
import { guideWallets } from './guide.js'
import { namedWalletsStore } from './namedWallets.js'
import { anyWalletId, rankRows } from './rankRows.js'

export type { WalletRow } from '../../state/walletRow.js'

/** Families that can be connected here: those of the page's networks that this build knows, or the one it asked for. */
export function usableNamespaces(dialog: Dialog): readonly NamespaceId[] {
  const known = knownNamespaces(dialog)
  const asked = uiStore(dialog).getState().namespace
  const used = [
    ...new Set(
      networksStore(dialog)
        .getState()
        .networks.map(({ chainNamespace }) => chainNamespace),
    ),
  ]
  return used.filter((namespace) => known.includes(namespace) && (!asked || namespace === asked))
}

/** The wallet list as it is now. */
export function readWalletRows(dialog: Dialog): readonly WalletRow[] {
  const { options, features } = settingsStore(dialog).getState()
  const { discovered, recent, listed } = walletsStore(dialog).getState()
  return rankRows({
    discovered,
    recent,
    known: [...listed, ...guideWallets],
    named: namedWalletsStore(dialog).getState().wallets,
    custom: options.customWallets ?? [],
    featuredIds: options.featuredWalletIds,
    includeIds: options.includeWalletIds,
    excludeIds: options.excludeWalletIds,
    order: options.features?.connectorTypeOrder,
    otherMethods:
      Number(features.email && builtViews.has('EmailLogin')) + Number(features.socials.length > 0 && builtViews.has('ConnectingSocial')),
    namespaces: usableNamespaces(dialog),
    phone: isPhone(),
  })
}

/**
 * Whether it is not known yet which wallets of this browser the page's lists mean, because they name some by their ids in the directory (64 digits), and it
 * has not answered.
 */
export function isUndecided(dialog: Dialog): boolean {
  const { includeWalletIds = [], excludeWalletIds = [] } = settingsStore(dialog).getState().options
  const { asked } = namedWalletsStore(dialog).getState()
  return [...includeWalletIds, ...excludeWalletIds].some((id) => id.length === 64 && !asked.includes(id))
}

/** Whether wallets on other devices can be met by WalletConnect: a page takes that away by excluding {@link anyWalletId}. */
export const meetsAnywhere = ({ options }: SettingsState): boolean => !options.excludeWalletIds?.includes(anyWalletId)

/** The same, now. */
export const usesWalletConnect = (dialog: Dialog): boolean => meetsAnywhere(settingsStore(dialog).getState())

/** The same; draws again when the page changes it. */
export const useWalletConnect = (): boolean => useDialogStore(settingsStore, meetsAnywhere)

/** Whether the list of all wallets is offered here. */
export const offersAllWallets = ({ features, options }: SettingsState): boolean =>
  features.allWallets && (options.allWallets === 'ONLY_MOBILE' ? isPhone() : options.allWallets !== 'HIDE')

/** The same; draws again when the page changes it. */
export const useAllWallets = (): boolean => useDialogStore(settingsStore, offersAllWallets)

/**
 * The wallet list; draws again when wallets, options or networks change. It is held back until it is known which wallets the page leaves out: none is shown
 * that is taken away a moment later.
 */
export function useWalletRows(): readonly WalletRow[] {
  const dialog = useDialog()
  const settings = useDialogStore(settingsStore)
  const named = useDialogStore(namedWalletsStore)
  const wallets = useDialogStore(walletsStore)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const namespace = useDialogStore(uiStore, (state) => state.namespace)
  // biome-ignore lint/correctness/useExhaustiveDependencies: readWalletRows reads these stores itself; they say when to read again
  return useMemo(
    () => readWalletRows(dialog).filter(({ id }) => id === anyWalletId || !isUndecided(dialog)),
    [settings, named, wallets, networks, namespace],
  )
}

/** Whether wallets that could be connected here are still being looked for. */
export function useLooking(): boolean {
  const dialog = useDialog()
  const usable = usableNamespaces(dialog)
  useDialogStore(settingsStore)
  useDialogStore(namedWalletsStore)
  return useDialogStore(walletsStore, ({ looking }) => isUndecided(dialog) || looking.some((namespace) => usable.includes(namespace)))
}

/** The one wallet whose own browser this is, on a phone; else null. */
export function useWalletBrowser(): WalletRow | null {
  const installed = useWalletRows().filter((row) => row.installed)
  return isPhone() && installed.length === 1 ? (installed[0] ?? null) : null
}
