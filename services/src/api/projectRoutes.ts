import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { undecidedFeatures } from '../projects/features.js'
import type { ApiContext, ApiEnv } from './context.js'
import { failureSchema } from './envelope.js'
import { requireProject } from './middleware.js'

/** What the SDK adds to every call. Other parameters are ignored. */
const common = z.object({
  projectId: z.string().optional().openapi({ description: 'The project, as in data-project-id.' }),
  st: z.string().optional().openapi({ description: 'Type of the SDK.' }),
  sv: z.string().optional().openapi({ description: 'Version of the SDK.' }),
  clientId: z.string().optional(),
})

const feature = z.object({ id: z.string(), isEnabled: z.boolean(), config: z.array(z.string()).nullable() }).openapi('Feature')

const json = <T extends z.ZodType>(schema: T, description: string) => ({ description, content: { 'application/json': { schema } } })
const failures = {
  401: json(failureSchema, 'Unknown project.'),
  403: json(failureSchema, 'Unknown project, or an origin that the project does not allow.'),
  429: json(failureSchema, 'Too many requests; Retry-After says when to come back.'),
  503: json(failureSchema, 'The database does not answer.'),
}
const cache = { 'cache-control': 'private, max-age=60' }

/** `GET /appkit/v1/config` and `GET /projects/v1/origins`. */
export function projectRoutes(app: OpenAPIHono<ApiEnv>, context: Pick<ApiContext, 'config' | 'projects'>): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/appkit/v1/config',
      summary: 'Features of a project',
      middleware: requireProject(context, 403),
      request: { query: common },
      responses: { 200: json(z.object({ features: z.array(feature) }), 'The features.'), ...failures },
    }),
    (c) => c.json({ features: [...(c.var.project.features ?? undecidedFeatures)] }, 200, cache),
  )
  app.openapi(
    createRoute({
      method: 'get',
      path: '/projects/v1/origins',
      summary: 'Origins that a project allows',
      middleware: requireProject(context, 401),
      request: { query: common },
      responses: { 200: json(z.object({ allowedOrigins: z.array(z.string()) }), 'The patterns as configured.'), ...failures },
    }),
    (c) => c.json({ allowedOrigins: c.var.project.origins }, 200, cache),
  )
}
