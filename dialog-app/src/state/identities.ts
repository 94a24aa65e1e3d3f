import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type KnownIdentity = { readonly name: string | null; readonly avatar: string | null }

/** By account (CAIP-10): names and pictures, as far as they are known. The name of a contract stands for it on its own network only. */
export const identitiesStore = perDialog(() => createStore<Readonly<Record<string, KnownIdentity>>>(() => ({})))
