import type { OauthProvider } from '@latchkey/protocol'
import { and, eq, gt } from 'drizzle-orm'
import { AccountError } from '../../accounts/accountError.js'
import { authFlows } from '../../db/accountTables.js'
import { open } from '../../kms/aead.js'
import type { FlowSecrets, OauthAccounts } from './client.js'
import { redirectOf } from './flows.js'

/**
 * Where a started sign-in asks its provider, for a page of the secure origin that leads there in the tab of the page itself. The answer counts for the
 * device that started, and for nobody who learns the flow's id.
 *
 * @returns with it, the origin whose page the user comes from, as it was checked at the start
 * @throws AccountError `flow_gone`, `provider_failed`
 */
export async function leaveFor(accounts: OauthAccounts, { flow: id }: { readonly flow: string }): Promise<{ url: string; origin: string }> {
  const living = and(eq(authFlows.id, id), eq(authFlows.status, 'started'), gt(authFlows.expiresAt, accounts.now()))
  const [flow] = await accounts.db.select().from(authFlows).where(living)
  const client = flow && accounts.clients[flow.provider as OauthProvider]
  if (!client) throw new AccountError('flow_gone')
  const secrets = JSON.parse(open(accounts.secrets.flow, flow.sealed, flow.id).toString()) as FlowSecrets
  const url = await client.authorizationUrl(secrets, redirectOf(accounts, flow.provider)).catch((error: Error) => {
    accounts.log.warn({ provider: flow.provider, error: error.message }, 'A provider could not be asked')
    throw new AccountError('provider_failed')
  })
  return { url, origin: flow.origin }
}
