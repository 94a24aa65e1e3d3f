import type { ViewName } from '@latchkey/protocol'
import type { SettingsState } from '../../state/settings.js'
import { meetsAnywhere, offersAllWallets } from '../connect/rows.js'

/**
 * Views of what this page or this server may not have, by the settings. What leads to a view is drawn by the same condition; a page that opens one
 * that is off gets what would open without a view.
 */
export const offers = {
  ConnectingWalletConnectBasic: meetsAnywhere,
  AllWallets: offersAllWallets,
  EmailLogin: ({ features }) => features.email,
  ConnectingFarcaster: ({ features }) => features.socials.includes('farcaster'),
  Networks: ({ options }) => options.enableNetworkSwitch !== false,
  // Nobody sells where the operator configured nobody.
  OnRamp: ({ features, boot }) => features.onramp && boot?.onramp === true,
  WalletReceive: ({ features }) => features.receive,
  WalletFund: ({ features }) => features.receive,
  WalletSend: ({ features }) => features.send,
} as const satisfies Readonly<Partial<Record<ViewName, (settings: SettingsState) => boolean>>>
