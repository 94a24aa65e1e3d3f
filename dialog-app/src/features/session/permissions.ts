import { codes, RpcError, type WalletKind } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'
import { walletFacts } from '../../wallets/facts.js'

/** How pages ask for permissions to spend (ERC-7715); the first is what the standard called it before. */
const methods: ReadonlySet<string> = new Set(['wallet_grantPermissions', 'wallet_requestExecutionPermissions'])

/**
 * A page says that it uses permissions, before the embedded wallet asks anybody for one. Other wallets decide themselves. What was granted can be
 * removed either way.
 *
 * @throws RpcError 4200 when the page has not switched `features.smartSessions` on
 */
export function refusePermissions(dialog: Dialog, method: string, kind: WalletKind): void {
  if (!methods.has(method) || !walletFacts(kind).asksHere || settingsStore(dialog).getState().options.features?.smartSessions) return
  throw new RpcError(codes.unsupportedMethod, 'Set features.smartSessions: true to ask for permissions to spend.', { data: { method } })
}
