/* In the place of `views/connect/useLateParts.ts`: of what few first views need, the foot alone is in the script that draws them. */
import { Foot } from '../views/connect/Foot.js'

/** Thrown by a view that is another one than the list of ways to connect: the dialog draws that one. */
class Incomplete extends Error {}

const missing = () => {
  throw new Incomplete()
}
const parts = { Ended: () => null, Foot, NoWallets: missing, WalletBrowser: missing }

export const useLateParts = (wanted: boolean) => (wanted ? parts : undefined)
