/* Sign-in at providers by OAuth 2.0 and OpenID Connect: a flow starts on one device, its answer comes to the secure origin, that device redeems it. */

import { authRoutes as routes } from '@latchkey/protocol/schemas/account'
import type { Serve } from '../../accounts/serveRoute.js'
import type { OauthAccounts } from './client.js'
import { flowStatus, redeem, releaseTicket, startSigned, startSignIn } from './flows.js'
import { leaveFor } from './leave.js'

/** Sign-in at providers. */
export function oauthRoutes(serve: Serve, accounts: OauthAccounts): void {
  serve(routes.oauthStart, (body, caller) => startSignIn(accounts, caller, body))
  serve(routes.oauthStartSigned, (body, caller) => startSigned(accounts, caller, body))
  serve(routes.oauthLeave, (body) => leaveFor(accounts, body))
  serve(routes.oauthRelease, async (body, caller) => {
    await releaseTicket(accounts, caller, body)
    return {}
  })
  serve(routes.oauthStatus, (body, caller) => flowStatus(accounts, caller, body))
  serve(routes.oauthRedeem, (body, caller) => redeem(accounts, caller, body))
}
