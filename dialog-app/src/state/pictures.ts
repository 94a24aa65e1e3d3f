import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** Where our own API shows the pictures that the page names, by the page's address for them. */
export const picturesStore = perDialog(() => createStore<Readonly<Record<string, string>>>(() => ({})))
