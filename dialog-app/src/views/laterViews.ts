import type { ViewName } from '@latchkey/protocol'
import type { ComponentType } from 'react'

type Loader = () => Promise<ComponentType>

/** The views to which the first view's buttons lead: one chunk, with their messages. */
export const nextViews = {
  ConnectingExternal: async () => (await import('./ConnectingExternal.js')).ConnectingExternal,
  ConnectingWalletConnect: async () => (await import('./ConnectingWalletConnect.js')).ConnectingWalletConnect,
  ConnectingWalletConnectBasic: async () => (await import('./ConnectingWalletConnect.js')).ConnectingWalletConnectBasic,
  WhatIsAWallet: async () => (await import('./WhatIsAWallet.js')).WhatIsAWallet,
  GetWallet: async () => (await import('./GetWallet.js')).GetWallet,
} satisfies Partial<Record<ViewName, Loader>>

/** The other views: one lazy chunk each, and one more for their messages. */
export const laterViews: Readonly<Record<Exclude<ViewName, 'Connect' | keyof typeof nextViews>, Loader>> = {
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
  SwapSelectToken: async () => (await import('./Swap.js')).SwapSelectToken,
  SwapPreview: async () => (await import('./SwapPreview.js')).SwapPreview,
  OnRamp: async () => (await import('./OnRamp.js')).OnRamp,
  RegisterAccountName: async () => (await import('./RegisterAccountName.js')).RegisterAccountName,
  RegisterAccountNameSuccess: async () => (await import('./RegisterAccountNameSuccess.js')).RegisterAccountNameSuccess,
  WalletFund: async () => (await import('./WalletReceive.js')).WalletFund,
}
