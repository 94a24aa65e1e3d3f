import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type KnownIdentity = { readonly name: string | null; readonly avatar: string | null }

/** By address: names and pictures, as far as they are known. */
export const identitiesStore = perDialog(() => createStore<Readonly<Record<string, KnownIdentity>>>(() => ({})))
