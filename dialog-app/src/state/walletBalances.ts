import { createStore } from 'zustand/vanilla'

export type KnownBalance = { readonly value: bigint; readonly decimals: number; readonly symbol: string }

/** By CAIP-10 address: what accounts besides the active one have, as far as it is known. */
export const walletBalancesStore = createStore<Readonly<Record<string, KnownBalance>>>(() => ({}))
