import { OpenAPIHono } from '@hono/zod-openapi'
import { alerts } from '@latchkey/protocol'
import { accountsApi } from './accountsApi.js'
import { reportRoutes } from './analytics/reportRoutes.js'
import type { Reports } from './analytics/reports.js'
import { apiPage } from './api/apiPage.js'
import type { ApiContext, ApiEnv } from './api/context.js'
import { failure } from './api/envelope.js'
import { allowAnyOrigin, identify, limitRate, requireProject } from './api/middleware.js'
import { projectRoutes } from './api/projectRoutes.js'
import type { OauthAccounts } from './auth/oauth/client.js'
import { balanceRoutes } from './balances/balanceRoutes.js'
import { bundlerRoutes } from './bundler/bundlerRoutes.js'
import type { Bundlers } from './bundler/bundlers.js'
import { databaseRetryAfter, isUnavailable } from './db/isUnavailable.js'
import type { Gateway } from './gateway/gateway.js'
import { gatewayDocumentation } from './gateway/gatewayDocumentation.js'
import { historyRoutes } from './history/historyRoutes.js'
import type { ImageProxy } from './images/imageProxy.js'
import { showPictureAt } from './images/showPicture.js'
import { signRoutes } from './images/signRoutes.js'
import type { Indexer } from './indexer/openIndexer.js'
import { changesRoutes } from './live/changesRoutes.js'
import type { SolanaChanges } from './live/solanaChanges.js'
import { transactionRoutes } from './live/transactionRoutes.js'
import { loggableError } from './log.js'
import { ccipRoutes } from './names/ccipRoutes.js'
import { identityRoutes } from './names/identityRoutes.js'
import { nameRoutes } from './names/nameRoutes.js'
import { nftRoutes } from './nfts/nftRoutes.js'
import { onrampRoutes } from './onramp/onrampRoutes.js'
import type { Money } from './openMoney.js'
import { priceRoutes } from './prices/priceRoutes.js'
import { sessionRoutes } from './sessions/sessionRoutes.js'
import type { Siwx } from './siwx/siwxContext.js'
import { siwxRoutes } from './siwx/siwxRoutes.js'
import { type StatusContext, statusRoutes } from './statusRoutes.js'
import { swapRoutes } from './swap/swapRoutes.js'
import { version } from './version.js'
import type { Directory } from './wallets/directory.js'
import { directoryDocumentation } from './wallets/directoryDocumentation.js'
import { imageRoutes } from './wallets/imageRoutes.js'
import { walletsRoutes } from './wallets/walletsRoutes.js'

/** What the endpoints stand on. */
type ApiParts = ApiContext &
  StatusContext & {
    readonly gateway: Gateway
    readonly bundlers: Bundlers
    readonly money: Money
    readonly indexer: Pick<Indexer, 'changes' | 'chains' | 'watch' | 'status' | 'transactionOf' | 'follow'>
    readonly solanaChanges: SolanaChanges
    readonly directory: Directory
    readonly reports: Reports
    readonly imageProxy: { readonly images: ImageProxy; readonly key: Uint8Array }
    /** Undefined when the operator configured no embedded wallet. */
    readonly accounts: OauthAccounts | undefined
    readonly siwx: Siwx
  }

/**
 * The HTTP API as a Hono application: every endpoint except the JSON-RPC gateway, which is only described here (it is served below the router).
 *
 * @param context what the endpoints use: configuration, chains, projects, gateway, directory, accounts
 * @returns an application whose `fetch` answers requests, and which describes itself as OpenAPI 3.1
 * @example
 * const health = async (context: Parameters<typeof createApi>[0]) => (await createApi(context).request('/health')).status // 200
 */
export function createApi(context: ApiParts): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return undefined
      const [issue] = result.error.issues
      return c.json(failure(issue?.path.map(String).join('.') || 'request', issue?.message ?? 'Invalid request'), 400)
    },
  })
  app.use(identify)
  // Before the rule for everybody else: these calls are for the secure frame alone.
  accountsApi(app, context)
  app.use(allowAnyOrigin)
  statusRoutes(app, context)
  const limited = limitRate(context)
  app.use('/appkit/*', limited)
  app.use('/projects/*', limited)
  projectRoutes(app, context)
  for (const path of ['/getAnalyticsConfig', '/e', '/batch']) app.use(path, limited)
  reportRoutes(app, context)
  app.use('/v1/bundler', limited)
  bundlerRoutes(app, context)
  app.use('/v1/account/*', limited)
  app.use('/v1/fungible/*', limited)
  for (const path of ['/v1/profile/*', '/v1/sessions/*', '/v1/onramp/*', '/v1/generators/*', '/onramp/*']) app.use(path, limited)
  app.use('/ccip/*', limited)
  app.use('/ccip', limited)
  const money = {
    ...context,
    ...context.money,
    ask: context.gateway.ask,
    showPicture: showPictureAt(context.config.urls.api, context.imageProxy.key),
  }
  app.use('/v1/identity/*', limited)
  identityRoutes(app, money)
  balanceRoutes(app, money)
  historyRoutes(app, money)
  nftRoutes(app, money)
  changesRoutes(app, money)
  transactionRoutes(app, { ...money, ask: context.gateway.ask })
  priceRoutes(app, money)
  app.use('/v1/convert/*', limited)
  swapRoutes(app, money)
  nameRoutes(app, money)
  sessionRoutes(app, money)
  ccipRoutes(app, money.ccip)
  onrampRoutes(app, money)
  app.use('/siwx/*', limited)
  app.use('/verify', limited)
  siwxRoutes(app, context)
  // Bundled pictures are not counted: one opening asks for 20 to 40 of them.
  app.use('/getWallets', limited)
  app.use('/getWalletNames', limited)
  app.use('/v1/image', limited, requireProject(context, 403))
  app.use('/v1/images', limited)
  signRoutes(app, context)
  app.route('/', walletsRoutes({ directory: context.directory, requireProject: requireProject(context, 403) }))
  app.route('/', imageRoutes({ directory: context.directory, proxy: context.imageProxy }))
  directoryDocumentation(app)
  gatewayDocumentation(app)
  const about = { openapi: '3.1.0', info: { title: 'Latchkey', version }, servers: [{ url: context.config.urls.api }] }
  app.doc31('/openapi.json', about)
  apiPage(app, () => app.getOpenAPI31Document(about))

  app.on(['GET'], ['/v1', '/v1/'], (c) => c.json(failure('method', 'JSON-RPC is asked by POST.'), 405, { allow: 'POST' }))
  app.notFound((c) => c.json(failure('path', 'There is no such endpoint.'), 404))
  app.onError((error, c) => {
    const requestId = c.get('requestId')
    context.log.error({ requestId, path: c.req.path, error: loggableError(error) }, 'A request failed')
    if (isUnavailable(error)) return c.json(failure('server', alerts.serverError), 503, { 'retry-after': databaseRetryAfter })
    return c.json(failure('server', 'Internal server error'), 500)
  })
  return app
}
