import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type KnownBalance = { readonly value: bigint; readonly decimals: number; readonly symbol: string }

/** By CAIP-10 address: what accounts besides the active one have, as far as it is known. */
export const walletBalancesStore = perDialog(() => createStore<Readonly<Record<string, KnownBalance>>>(() => ({})))
