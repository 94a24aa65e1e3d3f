import { codes, errors } from '@latchkey/protocol'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { failure } from '../auth/failure.js'
import type { Session } from '../auth/session.js'
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

/**
 * The same methods for the user whom the overview was of: somebody else may sign in while the window is open, and nothing in it is about them.
 *
 * @returns methods that throw RpcError 4100 with `data.reason` 'session_expired' for anybody else
 */
function forOneUser({ stored }: Pick<Session, 'stored'>, handlers: SecurityHandlers): SecurityHandlers {
  let user: string | undefined
  const entries = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (params: never, context: { signal: AbortSignal }) => {
      if (user !== undefined && (await stored())?.user.id !== user)
        throw failure(codes.unauthorized, errors.somethingWentWrong, { reason: 'session_expired' })
      return await handle(params, context)
    },
  ])
  return {
    ...(Object.fromEntries(entries) as SecurityHandlers),
    async overview(params, context) {
      const view = await handlers.overview(params, context)
      user = view.user.id
      return view
    },
  }
}

/** Keys and custody, for the wallet's own window. */
export function createSecurity(context: SecurityContext): SecurityHandlers {
  const { session, storage, wallet, jkt, proof } = context
  const factors = createFactors(session, storage, wallet, jkt)
  return explained(
    forOneUser(session, {
      overview: createOverview(context, proof.until),
      ...createStepUp(context),
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
    }),
  )
}
