import { activityTab } from './Activity.js'
import type { AccountTab } from './accountTab.js'
import { nftsTab } from './Nfts.js'
import { tokensTab } from './Tokens.js'

/** The tabs of the account in their order: a file each, and a line here. */
export const accountTabs: readonly AccountTab[] = [tokensTab, nftsTab, activityTab]
