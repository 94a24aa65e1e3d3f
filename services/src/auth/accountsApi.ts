import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { limitRate } from '../api/middleware.js'
import { vaultRoutes } from '../vault/vaultRoutes.js'
import type { Accounts } from './accountsContext.js'
import { accountsDocumentation } from './accountsDocumentation.js'
import { authRoutes } from './authRoutes.js'
import { farcasterRoutes } from './farcaster/farcasterFlow.js'
import { oauthRoutes } from './oauth/oauthRoutes.js'
import { allowSecureOrigin, createServe } from './serveRoute.js'

/** Sign-in and the key envelope on the API's host. Without a configuration every call answers `method_off`. */
export function accountsApi(app: OpenAPIHono<ApiEnv>, context: ApiContext): void {
  const { urls } = context.config
  const limited = limitRate(context, 'address')
  for (const paths of ['/auth/*', '/vault/*']) app.use(paths, allowSecureOrigin(urls), limited)
  const serve = createServe(app, context.accounts, urls)
  // Handlers run only after `serve` has seen that there are accounts.
  const accounts = context.accounts as Accounts
  authRoutes(serve, accounts)
  oauthRoutes(serve, accounts)
  farcasterRoutes(serve, accounts)
  vaultRoutes(serve, accounts)
  accountsDocumentation(app)
}
