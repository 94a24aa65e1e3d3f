import type { ViewName } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { type Dialog, perDialog } from '../lib/dialog.js'

export type ViewEntry = { readonly name: ViewName; readonly data?: unknown }

export type ViewState = {
  /** Never empty; the last entry is on screen. */
  readonly history: readonly ViewEntry[]
  /** How the last entry came to be on screen: it decides the direction of the motion. */
  readonly direction: 'forward' | 'back' | 'replace'
}

export const initialView: ViewState = { history: [{ name: 'Connect' }], direction: 'replace' }

export const viewStore = perDialog(() => createStore<ViewState>(() => initialView))

type ViewFacts = {
  /** What it says nothing without: a connection, or what led to it. */
  readonly needs?: 'connection' | 'context'
  /** Views that the user is likely to see next: they are fetched ahead. */
  readonly next?: readonly ViewName[]
}

/** The registry of views that this build can draw. A page that asks for another one gets what would open by itself. `views/laterViews.ts` has a loader for each. */
const facts = {
  Connect: { next: ['ConnectingExternal', 'ConnectingWalletConnect', 'GetWallet', 'WhatIsAWallet'] },
  ConnectingExternal: { needs: 'context', next: ['Account', 'UnsupportedChain'] },
  ConnectingWalletConnect: { needs: 'context', next: ['Account'] },
  ConnectingWalletConnectBasic: {},
  AllWallets: {},
  // The page's first request follows a login at once.
  EmailLogin: { next: ['EmailVerifyDevice', 'EmailVerifyOtp'] },
  EmailVerifyDevice: { needs: 'context' },
  EmailVerifyOtp: { needs: 'context', next: ['ApproveTransaction'] },
  ConnectingSocial: { needs: 'context', next: ['ApproveTransaction'] },
  ConnectingFarcaster: { next: ['ApproveTransaction'] },
  ApproveTransaction: {},
  AccountSettings: { needs: 'connection' },
  UpdateEmailWallet: {},
  Account: { needs: 'connection', next: ['Networks', 'SwitchNetwork', 'ProfileWallets', 'WalletReceive', 'WalletSend', 'Swap'] },
  Networks: { next: ['SwitchNetwork', 'SwitchActiveChain'] },
  SwitchNetwork: { needs: 'context' },
  ConnectingMultiChain: { needs: 'context' },
  SwitchActiveChain: { needs: 'context' },
  ProfileWallets: { needs: 'connection', next: ['ProfileWallet'] },
  ProfileWallet: { needs: 'context' },
  WalletReceive: { needs: 'connection' },
  Swap: { needs: 'connection' },
  SwapSelectToken: { needs: 'context' },
  SwapPreview: { needs: 'context' },
  WalletSend: { needs: 'connection', next: ['WalletSendPreview', 'WalletSendSelectToken'] },
  WalletSendSelectToken: { needs: 'context' },
  WalletSendPreview: { needs: 'context' },
  OnRamp: { needs: 'connection' },
  RegisterAccountName: { needs: 'connection', next: ['RegisterAccountNameSuccess'] },
  RegisterAccountNameSuccess: { needs: 'context' },
  WalletFund: { needs: 'connection' },
  UnsupportedChain: { needs: 'connection' },
  SIWXSignMessage: { needs: 'connection' },
  WhatIsAWallet: {},
  GetWallet: {},
} as const satisfies Readonly<Record<ViewName, ViewFacts>>

export const builtViews: ReadonlyMap<ViewName, ViewFacts> = new Map(Object.entries(facts) as [ViewName, ViewFacts][])

/** The view on screen. Pure. */
export function shownView(state: ViewState): ViewName {
  return state.history.at(-1)?.name ?? 'Connect'
}

/** The view that is on screen now. */
export function currentView(dialog: Dialog): ViewName {
  return shownView(viewStore(dialog).getState())
}

/** Views that offer a code to a wallet on another device. */
export const isPairingView = (name: ViewName) => name.startsWith('ConnectingWalletConnect')
