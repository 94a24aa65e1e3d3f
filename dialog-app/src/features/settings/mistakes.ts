import type { Mistake, Options } from '@latchkey/protocol'
import { findMistakes, written as inJson } from '@latchkey/protocol/schemas/mistakes'
import { fetchWallets } from '../../api/wallets.js'
import { host } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { warnOnce } from '../../lib/log.js'
import { settingsStore } from '../../state/settings.js'
import { walletsStore } from '../../state/wallets.js'
import { networkSources, resolveNetworks } from '../networks/networks.js'
import { refusedTokens } from './themeTokens.js'

const local = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.localhost)(:\d+)?$/

/** The page is being developed: its author is the one who reads its console. */
function isDevelopment(dialog: Dialog): boolean {
  const { boot } = settingsStore(dialog).getState()
  return boot?.mode === 'development' || local.test(boot?.origin ?? '')
}

function missingNetworks(dialog: Dialog): readonly Mistake[] {
  const { options } = settingsStore(dialog).getState()
  const { missing } = resolveNetworks(networkSources(dialog))
  return missing.map((id) => ({
    kind: 'network',
    path: id === options.defaultNetwork ? 'defaultNetwork' : 'networks',
    value: inJson(id),
  }))
}

function unknownTokens({ themeVariables = {} }: Options): readonly Mistake[] {
  return refusedTokens(themeVariables).map((token) => ({
    kind: 'token',
    path: `themeVariables.${token}`,
    value: inJson(themeVariables[token]),
  }))
}

const lists = ['featuredWalletIds', 'includeWalletIds', 'excludeWalletIds'] as const

/** Resolves when the page has looked for wallets of all its chain families. */
function pageHasLooked(dialog: Dialog): Promise<void> {
  const isDone = () => walletsStore(dialog).getState().looking.length === 0
  return new Promise((resolve) => {
    if (isDone()) return resolve()
    const stop = walletsStore(dialog).subscribe(() => {
      if (!isDone()) return
      stop()
      resolve()
    })
  })
}

/** Ids that neither the directory nor this page has a wallet for. */
async function unknownWallets(dialog: Dialog, options: Options): Promise<readonly Mistake[]> {
  const known = new Set(['walletConnect', ...(options.customWallets ?? []).flatMap(({ id, rdns = id }) => [id, rdns])])
  const asked = [...new Set(lists.flatMap((list) => options[list] ?? []))].filter((id) => !known.has(id))
  if (asked.length > 0) {
    const { wallets } = await fetchWallets(dialog, { include: asked, entries: asked.length })
    for (const { id, rdns = id } of wallets) known.add(id).add(rdns)
  }
  await pageHasLooked(dialog)
  for (const { id, rdns = id } of walletsStore(dialog).getState().discovered) known.add(id).add(rdns)
  return lists.flatMap((list) =>
    (options[list] ?? []).filter((id) => !known.has(id)).map((id) => ({ kind: 'wallet' as const, path: list, value: inJson(id) })),
  )
}

/** Tells the page, with what was most likely meant. Never throws. */
export async function report(dialog: Dialog, mistakes: readonly Mistake[]): Promise<void> {
  if (mistakes.length === 0) return
  try {
    const { withMeant } = await import('./meant.js')
    await host(dialog).call('reportMistakes', { mistakes: mistakes.slice(0, 64).map((mistake) => withMeant(dialog, mistake)) })
  } catch {
    // An SDK of before: its page has no words for them.
    for (const { path, value } of mistakes) warnOnce(dialog, `${path}: ${value}`)
  }
}

/**
 * Tells the page what in its options does not do what their author meant. Never throws.
 *
 * @param written the options as the page wrote them; those that count are applied
 */
export async function reportMistakes(dialog: Dialog, written: unknown): Promise<void> {
  const { options } = settingsStore(dialog).getState()
  await report(dialog, [...findMistakes(written, isDevelopment(dialog)), ...missingNetworks(dialog), ...unknownTokens(options)])
  if (!isDevelopment(dialog)) return
  try {
    // Most pages write neither, and need not fetch what looks at them.
    const isWritten = options.networks?.length === 0 || options.locale !== undefined
    const looked = isWritten ? (await import('./meant.js')).emptyOrForeign(options) : []
    await report(dialog, [...looked, ...(await unknownWallets(dialog, options))])
  } catch {
    // The directory does not answer: nothing can be said.
  }
}
