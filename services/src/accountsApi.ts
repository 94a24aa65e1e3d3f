import type { OpenAPIHono } from '@hono/zod-openapi'
import { accountsDocumentation } from './accounts/accountsDocumentation.js'
import { allowSecureOrigin, createServe, markAnswers } from './accounts/serveRoute.js'
import type { ApiContext, ApiEnv } from './api/context.js'
import { failure } from './api/envelope.js'
import { limitRate } from './api/middleware.js'
import { authRoutes } from './auth/authRoutes.js'
import { farcasterRoutes } from './auth/farcaster/farcasterFlow.js'
import type { OauthAccounts } from './auth/oauth/client.js'
import { oauthRoutes } from './auth/oauth/oauthRoutes.js'
import { vaultRoutes } from './vault/vaultRoutes.js'

/** Sign-in and the key envelope on the API's host. Without a configuration every call answers `method_off`. */
export function accountsApi(
  app: OpenAPIHono<ApiEnv>,
  context: Pick<ApiContext, 'config' | 'projects'> & { readonly accounts: OauthAccounts | undefined },
): void {
  const { urls } = context.config
  const limited = limitRate(context, 'address')
  const paths = ['/auth/*', '/vault/*']
  for (const each of paths) app.use(each, markAnswers(context.accounts), allowSecureOrigin(urls), limited)
  const serve = createServe(app, context.accounts, urls)
  // Handlers run only after `serve` has seen that there are accounts.
  const accounts = context.accounts as OauthAccounts
  authRoutes(serve, accounts)
  oauthRoutes(serve, accounts)
  farcasterRoutes(serve, accounts)
  vaultRoutes(serve, accounts)
  // What follows answers any site, and shows it no nonce.
  for (const each of paths) app.all(each, (c) => c.json(failure('path', 'There is no such endpoint.'), 404))
  accountsDocumentation(app)
}
