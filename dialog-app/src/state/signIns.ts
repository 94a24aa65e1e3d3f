import type { CaipNetworkId, SignIn } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { settingsStore } from './settings.js'

/** Who has signed in, by account (CAIP-10). */
export const signInsStore = perDialog(() => createStore<Readonly<Record<string, SignIn>>>(() => ({})))

/** The sign-in of an account on a network. */
export const signInOf = (dialog: Dialog, networkId: CaipNetworkId, address: string): SignIn | undefined =>
  signInsStore(dialog).getState()[`${networkId}:${address}`]

/** Whether the page may learn only of accounts that have signed in. */
export function requiresSignIn(dialog: Dialog): boolean {
  const { siwx } = settingsStore(dialog).getState().options
  return siwx !== undefined && siwx.required !== false
}
