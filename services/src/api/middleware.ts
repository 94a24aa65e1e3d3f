import { randomUUID } from 'node:crypto'
import { alerts } from '@latchkey/protocol'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { createRateLimiter, rateHeaders } from '../http/rateLimiter.js'
import { originMayAsk, ownOrigins } from '../projects/originMayAsk.js'
import type { Project } from '../projects/projectStore.js'
import type { ApiContext, ApiEnv } from './context.js'
import { type Failure, failure } from './envelope.js'

/** Response headers that a page may read, besides the ones that it always may. */
export const exposedHeaders = ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'x-request-id']

const answerPreflight = cors({
  origin: '*',
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['content-type', 'authorization', 'x-request-id', 'x-sdk-type', 'x-sdk-version', 'solana-client'],
  exposeHeaders: exposedHeaders,
  maxAge: 7_200,
})

/**
 * Any page may ask; nothing here depends on cookies. Who may ask for a project is decided by its list. The headers are set once the answer is there: where
 * some stand before it, Hono copies it as a stream, and the server passes it on in pieces, which takes a third more of the processor.
 */
export const allowAnyOrigin: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.method === 'OPTIONS') return answerPreflight(c, next)
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('access-control-expose-headers', exposedHeaders.join(','))
}

/** A caller's own id is kept when it is harmless, so that its logs and ours can be laid side by side. */
export const requestIdOf = (header: string | undefined) => (header && /^[\w-]{8,64}$/.test(header) ? header : randomUUID())

/** Headers of every answer of the API. */
export const identify: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const id = c.env?.requestId ?? requestIdOf(c.req.header('x-request-id'))
  c.set('requestId', id)
  await next()
  c.res.headers.set('x-request-id', id)
  c.res.headers.set('x-content-type-options', 'nosniff')
  // Images of the API are shown by documents that isolate themselves.
  c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
}

/**
 * Counts requests by client address, and by project where there is one: an id that somebody made up must not give a bucket of its own.
 *
 * @param by `address` counts all projects together, for what belongs to users and not to projects
 */
export function limitRate(
  { config, projects }: Pick<ApiContext, 'config' | 'projects'>,
  by: 'project' | 'address' = 'project',
): MiddlewareHandler<ApiEnv> {
  const take = createRateLimiter(config.limits.api)
  const projectOf = async (id: string | undefined) => (id && by === 'project' ? ((await projects.get(id).catch(() => null))?.id ?? '') : '')
  return async (c, next) => {
    const decision = take(`${await projectOf(c.req.query('projectId'))} ${c.env?.ip ?? ''}`)
    const headers = rateHeaders(decision)
    if (!decision.allowed) return c.json(failure('rate', alerts.rateLimited), 429, headers)
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  }
}

/** Why a request has no project. */
type WithoutProject = { readonly refused: Failure; readonly status: 401 | 403 }

/**
 * Finds the project that a request names, wherever it names it.
 *
 * @param unknown status for an unknown project: 403 where the dialog's alerts depend on it, 401 elsewhere
 */
export async function findProject(
  context: Pick<ApiContext, 'config' | 'projects'>,
  id: string | undefined,
  origin: string | undefined,
  unknown: 401 | 403 = 401,
): Promise<{ readonly project: Project } | WithoutProject> {
  if (!id) return { refused: failure('projectId', alerts.projectIdNotConfigured), status: unknown }
  const project = await context.projects.get(id)
  if (!project) return { refused: failure(unknown === 401 ? 'authentication' : 'projectId', alerts.invalidProjectId), status: unknown }
  if (originMayAsk(project, origin, ownOrigins(context.config))) return { project }
  return { refused: failure('origin', alerts.originNotAllowed), status: 403 }
}

/** Finds the project of a request that names it in its query, or refuses the request. */
export function requireProject(context: Pick<ApiContext, 'config' | 'projects'>, unknown: 401 | 403): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const found = await findProject(context, c.req.query('projectId'), c.req.header('origin'), unknown)
    if ('refused' in found) return c.json(found.refused, found.status)
    c.set('project', found.project)
    return next()
  }
}
