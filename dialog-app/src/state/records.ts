import type { Resume } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/**
 * What is to be resumed after a reload, in the browser's storage and in the page's. Outlives the session: a wallet that is locked or late today
 * is still remembered tomorrow. Only a disconnect takes a record out.
 */
export type RecordsState = Pick<Resume, 'active' | 'connections' | 'others'>

export const initialRecords: RecordsState = { active: null, connections: {} }

export const recordsStore = perDialog(() => createStore<RecordsState>(() => initialRecords))
