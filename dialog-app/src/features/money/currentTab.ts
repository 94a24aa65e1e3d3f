import { createStore } from 'zustand/vanilla'
import { perDialog } from '../../lib/dialog.js'

/** The tab of the account that was chosen last, by its id: it is still there after a look at another view. */
export const currentTabStore = perDialog(() => createStore<{ readonly currentTab?: string }>(() => ({})))
