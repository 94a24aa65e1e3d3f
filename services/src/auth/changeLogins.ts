import { socialProviderName } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, SessionCaller, Sql } from '../accounts/accountsContext.js'
import { audit } from '../accounts/audit.js'
import { day } from '../accounts/limits.js'
import { factsOf, mailFrame, sendToAll } from '../accounts/notify.js'
import { contactsOf, loginsOf } from '../accounts/users.js'
import { authUsers, type LoginRecord } from '../db/accountTables.js'
import { emailChangedMail, loginChangedMail } from '../mail/texts.js'
import { newLink } from './links.js'

/** Milliseconds for which a change of the ways to sign in can be undone. */
export const undoLife = 2 * day

type Login = Pick<LoginRecord, 'kind' | 'label' | 'contact'>

/** What happens to the ways to sign in. Both: an address replaces another one. */
export type LoginChange = {
  readonly event: 'email-changed' | 'identity-added' | 'identity-removed'
  readonly added?: Login
  readonly removed?: Login
}

/** A way to sign in as mails name it. */
export const nameOf = ({ kind, label }: Pick<Login, 'kind' | 'label'>): string =>
  kind === 'email' ? label : `${socialProviderName(kind)} (${label})`

/** A sentence for the mails. */
function happened({ added, removed }: LoginChange): string {
  if (added && removed) return `Your wallet now signs in with ${nameOf(added)} instead of ${nameOf(removed)}`
  if (added) return `${nameOf(added)} was added as a way to sign in to your wallet`
  return removed ? `${nameOf(removed)} was removed from the ways to sign in to your wallet` : ''
}

/**
 * Changes the ways to sign in, writes it down and tells every address of the account. Those that the account has had for a while get a link
 * that undoes it; a login that is so new that it could be undone itself gets none, or whoever stole their way in could come back by it.
 *
 * @param change runs in one transaction with the links, so that nothing is changed without a way back
 * @throws AccountError of `change`; then nothing happens
 */
export async function changeLogins(
  accounts: Accounts,
  caller: SessionCaller,
  what: LoginChange,
  change: (tx: Sql, before: readonly LoginRecord[]) => Promise<void>,
): Promise<void> {
  const { userId, jkt, origin, network } = caller
  const provider = (what.added ?? what.removed)?.kind ?? ''
  const { tokens, addresses } = await accounts.db.transaction(async (tx) => {
    // Locks the account's row, so that two tabs cannot take away the last two logins at once.
    const [user] = await tx.select().from(authUsers).where(eq(authUsers.id, userId)).for('update')
    if (!user) throw new AccountError('invalid_token')
    const now = accounts.now()
    const before = await loginsOf(tx, userId)
    const known = await contactsOf({ db: tx, now: accounts.now }, userId)
    const fresh = before.filter((one) => one.createdAt > now - undoLife && one.createdAt !== user.createdAt)
    await change(tx, before)
    const links = new Map<string, string>()
    for (const to of known) {
      const replaced = what.event === 'email-changed' && what.removed?.contact === to
      const old = before.some((one) => one.contact === to && !fresh.includes(one)) || !before.some((one) => one.contact === to)
      if (!replaced && !old) continue
      const wanted = { userId, email: to, before, at: now, expiresAt: now + undoLife, caller }
      const newEmail = replaced ? { newEmail: what.added?.label ?? '' } : {}
      links.set(to, await newLink(accounts, { kind: replaced ? 'revert-email' : 'revert-login', ...wanted, ...newEmail }, tx))
    }
    await audit(accounts, { event: what.event, userId, jkt, origin, network, meta: { provider } }, tx)
    return { tokens: links, addresses: [...new Set([...known, ...(what.added?.contact ? [what.added.contact] : [])])] }
  })
  const [frame, facts] = [mailFrame(accounts), factsOf(accounts, caller)]
  const mailTo = (to: string) => {
    const token = tokens.get(to) ?? null
    return token !== null && what.event === 'email-changed' && what.removed?.contact === to
      ? emailChangedMail(to, frame, what.added?.label ?? '', token, facts)
      : loginChangedMail(to, frame, happened(what), token, facts)
  }
  await sendToAll(accounts, addresses, mailTo)
}
