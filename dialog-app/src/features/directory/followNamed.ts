import { fetchWallets } from '../../api/wallets.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { after, onDestroy, untilDestroyed } from '../../lib/lifetime.js'
import { settingsStore } from '../../state/settings.js'
import { namedWalletsStore } from '../connect/namedWallets.js'
import { anyWalletId, type NamedWallet } from '../connect/rankRows.js'
import { isUndecided } from '../connect/rows.js'
import { whenClosed } from './whenClosed.js'

/** Milliseconds that wallets of this browser are held back while the directory is asked which of them the page's lists mean. */
const longestHold = 2_000

/** Names of the page's lists that the directory was asked for. */
const askedNames = perDialog(() => new Set<string>())

/**
 * Asks which wallets the names in the page's lists mean, each once: a wallet of this browser has another id than its entry in the directory, which lists
 * nothing of what it is told to leave out.
 */
async function askForNamed(dialog: Dialog): Promise<void> {
  const { includeWalletIds = [], excludeWalletIds = [] } = settingsStore(dialog).getState().options
  const asked = askedNames(dialog)
  const names = [...new Set([...includeWalletIds, ...excludeWalletIds])].filter((name) => name !== anyWalletId && !asked.has(name))
  if (names.length === 0) return
  for (const name of names) asked.add(name)
  const tell = (found: readonly NamedWallet[]) =>
    namedWalletsStore(dialog).setState((before) => ({ asked: [...before.asked, ...names], wallets: [...before.wallets, ...found] }))
  const stop = after(dialog, longestHold, () => tell([]))
  const found = await fetchWallets(dialog, { include: names, entries: names.length }, untilDestroyed(dialog)).then(
    ({ wallets }) => wallets,
    () => [],
  )
  stop()
  // Where wallets are held back, their rows are not on screen yet.
  if (isUndecided(dialog)) tell(found)
  else whenClosed(dialog, () => tell(found))
}

/** Asks for the wallets that the page's lists name, and for those that it names later. */
export function followNamed(dialog: Dialog): void {
  void askForNamed(dialog)
  onDestroy(
    dialog,
    settingsStore(dialog).subscribe(() => void askForNamed(dialog)),
  )
}
