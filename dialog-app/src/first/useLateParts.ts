/* In the place of `views/connect/useLateParts.ts`: of what few first views need, the foot alone is in the script that draws them. */
import { inAppBrowser } from '../lib/inAppBrowser.js'
import { Foot } from '../views/connect/Foot.js'
import type { lateParts } from '../views/connect/lateParts.js'

/** A view that is another one than the list of ways to connect: the dialog draws that one. */
const missing = () => {
  throw new Error()
}
const parts: Readonly<Record<Exclude<keyof typeof lateParts, 'Legal'>, unknown>> = {
  Ended: () => null,
  Foot,
  InApp: () => inAppBrowser() && missing(),
  NoWallets: missing,
  WalletBrowser: missing,
}

export const useLateParts = (wanted: boolean) => (wanted ? parts : undefined)
