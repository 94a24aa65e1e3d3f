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

/** Views that this build can draw. A page that asks for another one gets what would open by itself. */
export const builtViews: ReadonlySet<ViewName> = new Set<ViewName>([
  'Connect',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'AllWallets',
  'EmailLogin',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'ApproveTransaction',
  'AccountSettings',
  'UpdateEmailWallet',
  'Account',
  'Networks',
  'SwitchNetwork',
  'ConnectingMultiChain',
  'SwitchActiveChain',
  'ProfileWallets',
  'ProfileWallet',
  'UnsupportedChain',
  'WhatIsAWallet',
  'GetWallet',
])

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
