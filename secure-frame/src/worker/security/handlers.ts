import { authRoutes } from '@latchkey/protocol/schemas/account'
import { createFactors } from '../vault/factors.js'
import type { SecurityContext } from './context.js'
import type { SecurityHandlers } from './contract.js'
import { createDevices } from './devices.js'
import { explained } from './explained.js'
import { createFactorMethods } from './factorMethods.js'
import { createOverview } from './overview.js'
import { createPermissions } from './permissions.js'
import { createSecrets } from './secrets.js'
import { createStepUp } from './stepUp.js'

/** Keys and custody, for the wallet's own window. */
export function createSecurity(context: SecurityContext): SecurityHandlers {
  const { session, storage, wallet, jkt } = context
  const factors = createFactors(session, storage, wallet, jkt)
  const stepUp = createStepUp(context)
  return explained({
    overview: createOverview(context, stepUp.until),
    ...stepUp.methods,
    ...createFactorMethods(context, factors),
    ...createDevices(context, factors),
    ...createSecrets(context),
    ...createPermissions(context),
    log: ({ before }) => session.call(authRoutes.audit, before === undefined ? {} : { before }),
    async signOutEverywhere(_params, { signal }) {
      // Signed by the wallet when this device can open it: the key shares go at once then, and not only a day later.
      const shred = await factors.signShred().catch(() => undefined)
      const { shredAt } = await session.call(authRoutes.signOutEverywhere, shred ? { shred } : {}, signal)
      await context.signOut({}, { signal })
      return { shredAt: shredAt === null ? null : Date.parse(shredAt) }
    },
    async deleteAccount(_params, { signal }) {
      const { deleteAt } = await session.call(authRoutes.deleteAccount, {}, signal)
      // A sign-in keeps the account: whoever asked for its end is signed out.
      await context.signOut({}, { signal })
      return { deleteAt: Date.parse(deleteAt) }
    },
  })
}
