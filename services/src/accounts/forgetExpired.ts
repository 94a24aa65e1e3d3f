import { lt, or } from 'drizzle-orm'
import { authAnswers, authFlows, authProofs, authRefreshTokens, authSessions } from '../db/accountTables.js'
import type { Accounts } from './accountsContext.js'
import { day } from './limits.js'

/** Proofs, answers, flows, tokens and sessions that mean nothing any more. */
export async function forgetExpired({ db, now }: Accounts): Promise<void> {
  const at = now()
  await db.delete(authAnswers).where(lt(authAnswers.expiresAt, at))
  await db.delete(authProofs).where(lt(authProofs.expiresAt, at))
  await db.delete(authFlows).where(lt(authFlows.expiresAt, at - day))
  await db.delete(authRefreshTokens).where(lt(authRefreshTokens.expiresAt, at))
  await db.delete(authSessions).where(or(lt(authSessions.expiresAt, at), lt(authSessions.revokedAt, at - 30 * day)))
}
