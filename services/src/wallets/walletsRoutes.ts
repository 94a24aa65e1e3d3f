import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { ApiEnv } from '../api/context.js'
import { etagOf, isFresh } from '../http/etag.js'
import type { Directory } from './directory.js'
import { parseWalletQuery } from './parseQuery.js'
import type { WalletQuery } from './query.js'

export type WalletsDependencies = {
  readonly directory: Directory
  /** Refuses requests without a known project or from an origin that it does not allow: `requireProject(context, 403)`. */
  readonly requireProject: MiddlewareHandler<ApiEnv>
}

/**
 * `GET /getWallets`: the wallet directory with search, filters and paging. `GET /getWalletNames`: the names of all that pass the same filters. 400 for
 * parameters that cannot be meant; a mistaken project is answered by the project check.
 */
export function walletsRoutes({ directory, requireProject }: WalletsDependencies): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  const serve = (path: string, find: (query: WalletQuery) => object) =>
    app.get(path, requireProject, compress({ threshold: 1_024 }), (c) => {
      const parsed = parseWalletQuery(c.req.query())
      if ('failure' in parsed) return c.json(parsed.failure, 400)
      // The version stands for the whole content: what the same query finds in it is always the same.
      const etag = etagOf(`${directory.state().version} ${path} ${JSON.stringify(parsed.query)}`)
      const headers = { etag, 'cache-control': 'public, max-age=300, stale-while-revalidate=86400', vary: 'Accept-Encoding' }
      if (isFresh(c.req.header('if-none-match') ?? null, etag)) return c.body(null, 304, headers)
      return c.json(find(parsed.query), 200, headers)
    })
  serve('/getWallets', directory.query)
  serve('/getWalletNames', (query) => ({ names: directory.names(query) }))
  return app
}
