import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import { wait } from '../lib/wait.js'
import { noAccounts } from '../wallets/errors.js'
import type { Wallet } from '../wallets/wallet.js'

/** Pauses between silent tries: extensions answer with nothing or an error while they wake up. Milliseconds. */
const wakeUp = [150, 300, 600]

export type AccountsCall<T> = {
  readonly namespace: NamespaceId
  readonly networkId: CaipNetworkId | null
  readonly method: string
  readonly params: unknown
  /** The accounts among what the wallet answered. */
  readonly read: (value: unknown) => readonly T[] | Promise<readonly T[]>
}

/**
 * Asks a wallet for accounts: once when a user waits for it, several times when nobody would see that.
 *
 * The first request leaves in the same tick.
 *
 * @throws RpcError the wallet's own; -32001 when it gives none
 */
export async function askAccounts<T>(
  wallet: Wallet,
  { namespace, networkId, method, params, read }: AccountsCall<T>,
  { isReconnecting = false, signal }: Pick<Wallet.ConnectParameters, 'isReconnecting' | 'signal'>,
): Promise<readonly T[]> {
  const ask = async () => await read(await wallet.request({ namespace, networkId, method, params, ...(signal ? { signal } : {}) }))
  for (const pause of isReconnecting ? wakeUp : []) {
    try {
      const accounts = await ask()
      if (accounts.length > 0) return accounts
    } catch {
      // Not awake: asked again, and the last answer counts.
    }
    await wait(pause, signal)
  }
  const accounts = await ask()
  if (accounts.length === 0) throw noAccounts()
  return accounts
}
