import type { KeyValueStore } from '../keyValueStore.js'

/** Says whose client the stored sessions belong to. No key of the library starts so. */
const ownerKey = 'latchkey:owner'

/**
 * A storage that only its newest owner writes. A tab that was frozen while another one took over may wake up in the middle of a write: what
 * it holds is old, and must not come back.
 *
 * @param owner the tab
 * @param onLost a write was refused because another tab is the owner
 */
export function createFencedStore(store: KeyValueStore, owner: string, onLost: () => void) {
  const isMine = async () => (await store.getItem(ownerKey)) === owner
  const write = async (change: () => Promise<void>) => {
    if (await isMine()) await change()
    else onLost()
  }
  const fenced: KeyValueStore = {
    getItem: (key) => store.getItem(key),
    setItem: (key, value) => write(() => store.setItem(key, value)),
    removeItem: (key) => write(() => store.removeItem(key)),
    getKeys: async () => (await store.getKeys()).filter((key) => key !== ownerKey),
    getEntries: async () => (await store.getEntries()).filter(([key]) => key !== ownerKey),
  }
  return {
    store: fenced,
    /** From now on this tab writes, and no other. */
    take: () => store.setItem(ownerKey, owner),
  }
}
