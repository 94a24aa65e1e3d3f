import { type ConnectedWallet, errors, type WalletKind } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { hostWallet } from './hostWallet.js'
import type { Wallet } from './wallet.js'

const provided = perDialog(() => new Map<WalletKind, () => Wallet>())

/** Makes a kind of wallet known whose code is fetched at its first use. */
export function provideWallet(dialog: Dialog, kind: WalletKind, wallet: () => Wallet): void {
  provided(dialog).set(kind, wallet)
}

/**
 * The wallet behind a description.
 *
 * @throws Error 'WalletConnectConnector not found', 'Unable to load email login dependency' for a kind that nothing has used
 *   so far
 */
export function walletFor(dialog: Dialog, info: ConnectedWallet): Wallet {
  if (info.kind === 'host') return hostWallet(dialog, info)
  const wallet = provided(dialog).get(info.kind)
  if (wallet) return wallet()
  throw new Error(info.kind === 'walletConnect' ? errors.walletConnectConnectorNotFound : errors.emailDependency)
}
