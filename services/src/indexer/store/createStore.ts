import type { Database } from '../../db/database.js'
import { createBlockStore } from './blocks.js'
import { createFactStore } from './facts.js'
import { createPendingStore } from './pending.js'
import type { Store } from './store.js'

/** The indexer's tables. */
export const createStore = (db: Database, now: () => number = Date.now): Store => ({
  ...createBlockStore(db, now),
  ...createPendingStore(db, now),
  ...createFactStore(db, now),
})
