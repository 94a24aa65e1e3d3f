import type { ViewName } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { after } from '../lib/lifetime.js'
import { builtViews } from '../state/view.js'
import { addGlyphs } from '../ui/Icon.js'
import { Connect } from './Connect.js'

type Loader = () => Promise<ComponentType>

/** One lazy chunk per view; only the first view is in the shell. */
const loaders: Readonly<Record<Exclude<ViewName, 'Connect'>, Loader>> = {
  ConnectingExternal: async () => (await import('./ConnectingExternal.js')).ConnectingExternal,
  ConnectingWalletConnect: async () => (await import('./ConnectingWalletConnect.js')).ConnectingWalletConnect,
  ConnectingWalletConnectBasic: async () => (await import('./ConnectingWalletConnect.js')).ConnectingWalletConnectBasic,
  UpdateEmailWallet: async () => (await import('./UpdateEmailWallet.js')).UpdateEmailWallet,
  AccountSettings: async () => (await import('./AccountSettings.js')).AccountSettings,
  EmailLogin: async () => (await import('./EmailLogin.js')).EmailLogin,
  EmailVerifyDevice: async () => (await import('./EmailVerifyDevice.js')).EmailVerifyDevice,
  EmailVerifyOtp: async () => (await import('./EmailVerifyOtp.js')).EmailVerifyOtp,
  ConnectingSocial: async () => (await import('./ConnectingSocial.js')).ConnectingSocial,
  ConnectingFarcaster: async () => (await import('./ConnectingFarcaster.js')).ConnectingFarcaster,
  ApproveTransaction: async () => (await import('./ApproveTransaction.js')).ApproveTransaction,
  AllWallets: async () => (await import('./AllWallets.js')).AllWallets,
  Account: async () => (await import('./Account.js')).Account,
  Networks: async () => (await import('./Networks.js')).Networks,
  ConnectingMultiChain: async () => (await import('./ConnectingMultiChain.js')).ConnectingMultiChain,
  SwitchActiveChain: async () => (await import('./SwitchActiveChain.js')).SwitchActiveChain,
  ProfileWallets: async () => (await import('./ProfileWallets.js')).ProfileWallets,
  ProfileWallet: async () => (await import('./ProfileWallet.js')).ProfileWallet,
  SwitchNetwork: async () => (await import('./SwitchNetwork.js')).SwitchNetwork,
  UnsupportedChain: async () => (await import('./UnsupportedChain.js')).UnsupportedChain,
  WalletSend: async () => (await import('./WalletSend.js')).WalletSend,
  WalletSendSelectToken: async () => (await import('./WalletSendSelectToken.js')).WalletSendSelectToken,
  WalletSendPreview: async () => (await import('./WalletSendPreview.js')).WalletSendPreview,
  SIWXSignMessage: async () => (await import('./SIWXSignMessage.js')).SIWXSignMessage,
  WalletReceive: async () => (await import('./WalletReceive.js')).WalletReceive,
  Swap: async () => (await import('./Swap.js')).Swap,
  SwapSelectToken: async () => (await import('./SwapSelectToken.js')).SwapSelectToken,
  SwapPreview: async () => (await import('./SwapPreview.js')).SwapPreview,
  OnRamp: async () => (await import('./OnRamp.js')).OnRamp,
  RegisterAccountName: async () => (await import('./RegisterAccountName.js')).RegisterAccountName,
  RegisterAccountNameSuccess: async () => (await import('./RegisterAccountNameSuccess.js')).RegisterAccountNameSuccess,
  WalletFund: async () => (await import('./WalletReceive.js')).WalletFund,
  WhatIsAWallet: async () => (await import('./WhatIsAWallet.js')).WhatIsAWallet,
  GetWallet: async () => (await import('./GetWallet.js')).GetWallet,
}

const loadLaterGlyphs = async (dialog: Dialog) => addGlyphs(dialog, (await import('../ui/laterGlyphs.js')).laterGlyphs)

const ready = perDialog(() => new Map<ViewName, ComponentType>([['Connect', Connect]]))

/** The view's component when its chunk is here already. */
export function readyView(dialog: Dialog, name: ViewName): ComponentType | undefined {
  return ready(dialog).get(name)
}

/**
 * Brings a view's component.
 * @throws Error for a view that does not exist, and whatever the browser says when the chunk does not arrive
 */
export async function loadView(dialog: Dialog, name: ViewName): Promise<ComponentType> {
  const here = ready(dialog).get(name)
  if (here) return here
  const load = (loaders as Readonly<Partial<Record<ViewName, Loader>>>)[name]
  if (!load) throw new Error(`There is no view "${name}"`)
  const [View] = await Promise.all([load(), loadLaterMessages(dialog), loadLaterGlyphs(dialog)])
  ready(dialog).set(name, View)
  return View
}

/** Brings the neighbours of a view while the browser has nothing else to do. */
export function prefetchNeighbours(dialog: Dialog, name: ViewName): void {
  if (!navigator.onLine) return
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => after(dialog, 200, run))
  // A chunk that does not arrive now is asked for again when it is needed.
  idle(() => {
    for (const neighbour of builtViews.get(name)?.next ?? []) loadView(dialog, neighbour).catch(() => {})
  })
}
