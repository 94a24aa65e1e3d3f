import { createStore } from 'zustand/vanilla'

/** Where our own API shows the pictures that the page names, by the page's address for them. */
export const picturesStore = createStore<Readonly<Record<string, string>>>(() => ({}))
