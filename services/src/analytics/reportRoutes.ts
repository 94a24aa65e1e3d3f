import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { eventLimits } from '@latchkey/protocol'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { createRateLimiter } from '../http/rateLimiter.js'
import { originMayAsk } from '../projects/originMayAsk.js'
import { type Reports, reportSchema } from './reports.js'

/** An event of older dialogs, which nobody wants to hear of: it says no more than that a page was loaded. */
const unwanted = 'MODAL_CREATED'

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })
const answers = {
  202: { description: 'Taken. Nothing is kept when the operator keeps no reports.' },
  400: failed('No JSON, or not a report.'),
  403: { description: 'A page of an origin that the project does not allow.', content: { 'text/plain': { schema: z.string() } } },
  413: failed('Too large, or too many reports.'),
  429: failed('Too many requests; Retry-After says when to come back.'),
}

const isUnwanted = (report: unknown) => (report as { props?: { event?: unknown } } | null)?.props?.event === unwanted

/** `GET /getAnalyticsConfig`, `POST /e` (one report) and `POST /batch` (a list of them). */
export function reportRoutes(app: OpenAPIHono<ApiEnv>, context: ApiContext & { readonly reports: Reports }): void {
  const { reports } = context
  const known = requireProject(context, 403)
  const takeError = createRateLimiter({ perSecond: eventLimits.errorsPerMinute / 60, burst: eventLimits.errorsPerMinute })
  const limitBody = bodyLimit({
    maxSize: eventLimits.body,
    onError: (c) => c.json(failure('body', `A request may have at most ${eventLimits.body} bytes.`), 413),
  })

  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/getAnalyticsConfig',
    summary: 'Whether the operator keeps reports',
    responses: {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: z.object({ isAnalyticsEnabled: z.boolean() }) } },
      },
      403: failed('Unknown project, or an origin that the project does not allow.'),
    },
  })
  app.get('/getAnalyticsConfig', known, (c) =>
    c.json({ isAnalyticsEnabled: reports.enabled }, 200, { 'cache-control': 'private, max-age=300' }),
  )

  /** Keeps what was sent. A report that is none refuses all of them, so that a mistake is found. */
  const take = async (c: Context<ApiEnv>, given: readonly unknown[]) => {
    const { project } = c.var
    if (given.length > eventLimits.perBatch) return c.json(failure('body', `At most ${eventLimits.perBatch} reports at a time`), 413)
    const read = z.array(reportSchema).safeParse(given.filter((report) => !isUnwanted(report)))
    if (!read.success) {
      const [issue] = read.error.issues
      return c.json(failure(issue?.path.slice(1).map(String).join('.') || 'body', issue?.message ?? 'Invalid request'), 400)
    }
    // The dialog asks from its own origin: the page is in the report.
    const foreign = read.data.map(({ url }) => new URL(url).origin).find((origin) => !originMayAsk(project, origin, new Set()))
    if (foreign) return c.text(`Forbidden - ${foreign} is not an allowed origin.`, 403)
    const kept = read.data.filter(({ props }) => props.type !== 'error' || takeError(`${project.id} ${c.env?.ip ?? ''}`).allowed)
    await reports.add(project.id, kept, c.req.query('sv'))
    return c.body(null, 202)
  }

  const one = { content: { 'application/json': { schema: reportSchema } } }
  const several = { content: { 'application/json': { schema: z.array(reportSchema) } } }
  app.openAPIRegistry.registerPath({ method: 'post', path: '/e', summary: 'One event', request: { body: one }, responses: answers })
  app.openAPIRegistry.registerPath({ method: 'post', path: '/batch', summary: 'Events', request: { body: several }, responses: answers })
  // Whatever type the body says it has: `navigator.sendBeacon` says text, which needs no preflight.
  app.post('/e', limitBody, known, async (c) => {
    const given: unknown = await c.req.json().catch(() => undefined)
    return given === undefined ? c.json(failure('body', 'Parse error'), 400) : take(c, [given])
  })
  app.post('/batch', limitBody, known, async (c) => {
    const given: unknown = await c.req.json().catch(() => undefined)
    return Array.isArray(given) ? take(c, given) : c.json(failure('body', 'Must be a list of reports'), 400)
  })
}
