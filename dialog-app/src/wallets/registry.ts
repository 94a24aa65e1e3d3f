import { type ConnectedWallet, errors } from '@latchkey/protocol'
import { hostWallet } from './hostWallet.js'
import type { Wallet } from './wallet.js'

/**
 * The wallet behind a description.
 *
 * @throws Error 'WalletConnectConnector not found', 'Unable to load email login dependency' for kinds that this build does not have
 */
export function walletFor(info: ConnectedWallet): Wallet {
  if (info.kind === 'host') return hostWallet(info)
  throw new Error(info.kind === 'walletConnect' ? errors.walletConnectConnectorNotFound : errors.emailDependency)
}
