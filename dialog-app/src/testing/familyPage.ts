import type { CaipNetworkId, NamespaceId, Network } from '@latchkey/protocol'
import { findWallet } from '../features/connect/wallets.js'
import { loadSessionRuntime } from '../features/session/loadSessionRuntime.js'
import { acceptConnection } from '../features/session/session.js'
import { forgetSuspended } from '../features/session/suspended.js'
import type { Family } from './connectionBook.js'
import { network, type Page, startPage } from './fakePage.js'
import { scriptedWallet } from './scriptedWallet.js'
import { bareFamily } from './severalWallets.js'

export const ids = ['io.a', 'io.b', 'io.c'] as const

export const solana = (name: string): Network => ({
  ...network(1),
  id: name,
  caipNetworkId: `solana:${name}`,
  chainNamespace: 'solana',
  name: `Solana ${name}`,
})

/** A page with two families and three wallets, of which each knows both. */
export async function familyPage(options: Parameters<typeof startPage>[0] = {}) {
  const wallets = Object.fromEntries(ids.map((id) => [id, scriptedWallet({ accounts: ['one'] })]))
  const networks = [network(31337), network(31338), solana('one'), solana('two')]
  const page = await startPage({
    wallets,
    families: [bareFamily('solana')],
    ...options,
    options: { features: { multiWallet: true }, ...options.options },
    boot: { networks, ...options.boot },
  })
  const { dialog } = page
  // As before every real connection: what writes the records down is there.
  await loadSessionRuntime(dialog)
  /** A wallet says yes to the user. */
  function connect(namespace: Family, id: string, addresses: readonly string[], networkId: CaipNetworkId) {
    const wallet = findWallet(dialog, id)
    if (!wallet) throw new Error(`No wallet ${id}`)
    forgetSuspended(dialog, [namespace], id)
    acceptConnection(dialog, namespace, wallet, {
      accounts: addresses.map((each) => ({ namespace, address: each, type: 'eoa' })),
      networkId,
    })
  }
  return { ...page, connect }
}

export const facts = (page: Pick<Page, 'stores'>) => {
  const { connections, others } = page.stores.session.getState()
  return Object.fromEntries(
    Object.entries(connections).map(([name, leading]) => [
      name,
      [leading, ...(others[name as NamespaceId] ?? [])].map(({ wallet, accounts, networkId }) => ({
        id: wallet.id,
        addresses: accounts.map((one) => one.address),
        networkId,
      })),
    ]),
  )
}
