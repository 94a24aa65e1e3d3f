import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { alerts, parseOrigin } from '@latchkey/protocol'
import { bodyLimit } from 'hono/body-limit'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { checkForeignUrl } from './fetchForeign.js'
import { signImageUrl } from './signImageUrl.js'

/** Addresses in one question: a page that lists more wallets and networks than this sees letters for the rest. */
const most = 100
const longest = 2_048

const body = z.object({
  origin: z.string().max(longest).openapi({ description: 'Origin of the page that names the pictures.' }),
  urls: z.array(z.string().max(longest)).min(1).max(most),
})
const answer = z.object({
  images: z
    .record(z.string(), z.string())
    .openapi({ description: 'Path under this origin, by address. What may not be fetched is left out.' }),
})
const json = <T extends z.ZodType>(schema: T, description: string) => ({ description, content: { 'application/json': { schema } } })

function mayFetch(url: string): boolean {
  try {
    checkForeignUrl(url)
    return true
  } catch {
    return false
  }
}

/**
 * `POST /v1/images`: signs the addresses of pictures that a page names in its options, so that the image proxy serves them. Only the dialog
 * asks, for a page of an origin that the project allows; what is signed serves that project alone.
 */
export function signRoutes(
  app: OpenAPIHono<ApiEnv>,
  { config, projects, imageProxy }: Pick<ApiContext, 'config' | 'projects'> & { readonly imageProxy: { readonly key: Uint8Array } },
): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/images',
      summary: 'Addresses under which pictures of a page’s own are shown',
      middleware: [
        requireProject({ config, projects }, 403),
        bodyLimit({ maxSize: most * longest * 2, onError: (c) => c.json(failure('body', 'Too large.'), 413) }),
      ] as const,
      request: {
        query: z.object({ projectId: z.string().optional() }),
        body: { required: true, content: { 'application/json': { schema: body } } },
      },
      responses: {
        200: json(answer, 'The signed addresses.'),
        400: json(failureSchema, 'Not a list of addresses.'),
        403: json(failureSchema, 'Unknown project, an origin that it does not allow, or not asked by the dialog.'),
        413: json(failureSchema, 'Too large.'),
        429: json(failureSchema, 'Too many requests; Retry-After says when to come back.'),
      },
    }),
    (c) => {
      const { origin, urls } = c.req.valid('json')
      const { project } = c.var
      const isAllowed = parseOrigin(origin) !== null && project.match(origin) !== null
      if (!isAllowed || c.req.header('origin') !== config.urls.dialog) return c.json(failure('origin', alerts.originNotAllowed), 403)
      const signed = [...new Set(urls)].filter(mayFetch).map((url) => [url, signImageUrl({ url, projectId: project.id }, imageProxy.key)])
      return c.json({ images: Object.fromEntries(signed) }, 200, { 'cache-control': 'private, max-age=3600' })
    },
  )
}
