import type { AccountTab } from './accountTab.js'
import { activityTab, nftsTab } from './lateTabs.js'
import { tokensTab } from './Tokens.js'

/** The tabs of the account in their order: a line here for each. */
export const accountTabs: readonly AccountTab[] = [tokensTab, nftsTab, activityTab]
