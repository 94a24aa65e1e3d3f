import type { KeyValueStore } from '../keyValueStore.js'

/** Says whose client the stored sessions belong to. No key of the library starts so. */
const leaderKey = 'latchkey:leader'

/**
 * A storage that only its newest leader writes. A tab that was frozen while another one took over may wake up in the middle of a write: what
 * it holds is old, and must not come back.
 *
 * @param leader the tab
 * @param onLost a write was refused because another tab is the leader
 */
export function createFencedStore(store: KeyValueStore, leader: string, onLost: () => void) {
  const isMine = async () => (await store.getItem(leaderKey)) === leader
  const write = async (change: () => Promise<void>) => {
    if (await isMine()) await change()
    else onLost()
  }
  const fenced: KeyValueStore = {
    getItem: (key) => store.getItem(key),
    setItem: (key, value) => write(() => store.setItem(key, value)),
    removeItem: (key) => write(() => store.removeItem(key)),
    getKeys: async () => (await store.getKeys()).filter((key) => key !== leaderKey),
    getEntries: async () => (await store.getEntries()).filter(([key]) => key !== leaderKey),
  }
  return {
    store: fenced,
    /** From now on this tab writes, and no other. */
    take: () => store.setItem(leaderKey, leader),
  }
}
