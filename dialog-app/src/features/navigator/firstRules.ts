import type { EventRules } from '../events/dialogEvents.js'
import { push } from './viewStack.js'

/** What a tap in the first view leads to; all the rest is in `rules.ts`. */
export const firstRules = {
  anyWalletChosen: (dialog) => push(dialog, 'ConnectingWalletConnectBasic'),
  severalFamilies: (dialog) => push(dialog, 'ConnectingMultiChain'),
  walletAsked: (dialog) => push(dialog, 'ConnectingExternal'),
} satisfies Partial<EventRules>
