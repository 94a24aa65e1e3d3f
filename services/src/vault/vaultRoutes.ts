/* The key envelope of a wallet: encrypted key slots, of which the server holds one key share, and the rules for giving that key share out. */

import { vaultRoutes as routes } from '@latchkey/protocol/schemas/account'
import type { Accounts, SessionCaller } from '../accounts/accountsContext.js'
import { audit } from '../accounts/audit.js'
import { factsOf, mailFrame, notify } from '../accounts/notify.js'
import type { Serve } from '../accounts/serveRoute.js'
import { requirePower } from '../accounts/sessions.js'
import { noticeMail } from '../mail/texts.js'
import { commitRotation, prepareRotation } from './rotate.js'
import { releaseForKit, releaseShare } from './shares.js'
import { readVault } from './store.js'
import { activateVault, addSlot, by, createVault, removeSlot, takeCustody } from './writes.js'

/** Permission to show the words or keys: they are shown by the frame alone, but not without a trace. */
async function allowExport(accounts: Accounts, caller: SessionCaller): Promise<Record<string, never>> {
  requirePower(accounts, caller)
  await audit(accounts, { event: 'export-allowed', ...by(caller) })
  const facts = factsOf(accounts, caller)
  await notify(accounts, caller.userId, (to) => noticeMail(to, mailFrame(accounts), 'The keys of your wallet were shown', facts))
  return {}
}

/** The key envelope. */
export function vaultRoutes(serve: Serve, accounts: Accounts): void {
  serve(routes.get, (_body, caller) => readVault(accounts, caller))
  serve(routes.create, (body, caller) => createVault(accounts, caller, body))
  serve(routes.activate, (body, caller) => activateVault(accounts, caller, body))
  serve(routes.share, (body, caller) => releaseShare(accounts, caller, body))
  serve(routes.add, (body, caller) => addSlot(accounts, caller, body))
  serve(routes.remove, (body, caller) => removeSlot(accounts, caller, body))
  serve(routes.rotate, (body, caller) => prepareRotation(accounts, caller, body))
  serve(routes.rotateShare, (body, caller) => releaseShare(accounts, caller, body, 1))
  serve(routes.commit, (body, caller) => commitRotation(accounts, caller, body))
  serve(routes.custody, (body, caller) => takeCustody(accounts, caller, body))
  serve(routes.exportAllowed, (_body, caller) => allowExport(accounts, caller))
  serve(routes.kit, (body, caller) => releaseForKit(accounts, caller, body))
  serve(routes.report, async (body, caller) => {
    const { event, method, digest } = body
    await audit(accounts, { event, ...by(caller), meta: { ...(method ? { method } : {}), ...(digest ? { digest } : {}) } })
    return {}
  })
}
