/* Ways to sign in (email/, oauth/, farcaster/), and what a signed-in user may change about them: add, remove, undo, sign out, delete. */

import { type AccountUser, authRoutes as routes } from '@latchkey/protocol/schemas/account'
import type { Accounts } from '../accounts/accountsContext.js'
import { ownAudit } from '../accounts/audit.js'
import type { Serve } from '../accounts/serveRoute.js'
import { listSessions, refresh } from '../accounts/sessions.js'
import { accountUser } from '../accounts/users.js'
import { deleteAccount, revokeOne, signOut, signOutEverywhere, startStepUp, unlinkIdentity, verifyStepUp } from './account.js'
import { startEmailChange, verifyPrimary, verifySecondary } from './email/emailChange.js'
import { pollDevice, resend, startEmail, verifyEmail } from './email/emailLogin.js'
import { approveLink, denyLink, inspectLink } from './followLink.js'
import { offeredMethods } from './methods.js'

const nothing = async (work: Promise<unknown>): Promise<Record<string, never>> => {
  await work
  return {}
}

/** Sign-in by e-mail, sessions and the account. */
export function authRoutes(serve: Serve, accounts: Accounts): void {
  serve(routes.methods, (body) => offeredMethods(accounts, body))
  serve(routes.challenge, (body, caller) => startEmail(accounts, caller, body))
  serve(routes.device, (body, caller) => pollDevice(accounts, caller, body))
  serve(routes.resend, (body, caller) => resend(accounts, caller, body))
  serve(routes.otp, (body, caller) => verifyEmail(accounts, caller, body))
  serve(routes.linkInspect, (body, caller) => inspectLink(accounts, caller, body.token))
  serve(routes.linkApprove, (body, caller) => nothing(approveLink(accounts, caller, body)))
  serve(routes.linkDeny, (body, caller) => nothing(denyLink(accounts, caller, body.token)))
  serve(routes.refresh, (body, caller) => refresh(accounts, caller, body.refreshToken))
  serve(routes.me, (_body, caller): Promise<AccountUser> => accountUser(accounts.db, caller.userId))
  serve(routes.signOut, (_body, caller) => nothing(signOut(accounts, caller)))
  serve(routes.signOutEverywhere, (body, caller) => signOutEverywhere(accounts, caller, body))
  serve(routes.sessions, async (_body, caller) => ({ sessions: await listSessions(accounts, caller) }))
  serve(routes.revoke, (body, caller) => nothing(revokeOne(accounts, caller, body)))
  serve(routes.audit, async (body, caller) => ({ entries: await ownAudit(accounts, caller, body.before) }))
  serve(routes.stepUpStart, (_body, caller) => startStepUp(accounts, caller))
  serve(routes.stepUpVerify, (body, caller) => verifyStepUp(accounts, caller, body))
  serve(routes.emailChange, (body, caller) => startEmailChange(accounts, caller, body))
  serve(routes.emailChangePrimary, (body, caller) => verifyPrimary(accounts, caller, body))
  serve(routes.emailChangeSecondary, (body, caller) => verifySecondary(accounts, caller, body))
  serve(routes.unlink, (body, caller) => unlinkIdentity(accounts, caller, body))
  serve(routes.deleteAccount, (_body, caller) => deleteAccount(accounts, caller))
}
