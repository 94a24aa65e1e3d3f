import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import type { SecurityContext } from './context.js'

/**
 * Reads the stored wallet again when another device has changed it since: what is shown, and what is taken away, is what is there now.
 *
 * @returns ids of the slots that were used to open it, by the server's word
 * @throws RpcError as `Wallet.open`
 */
export async function refresh({ session, wallet }: Pick<SecurityContext, 'session' | 'wallet'>): Promise<readonly string[]> {
  const { wallet: stored } = await session.call(vaultRoutes.get, {})
  if (stored && stored.hash !== wallet.vault()?.hash) {
    wallet.lock()
    await wallet.open()
  }
  return stored?.used ?? []
}
