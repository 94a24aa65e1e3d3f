import type { Context } from 'hono'
import type { z } from 'zod'
import type { ApiEnv } from './context.js'
import { type Failure, failure } from './envelope.js'

/**
 * The body of a request, whatever type it says it has: older clients say none.
 *
 * @returns what the schema makes of it; else the answer: 400 for what is no JSON, 422 for another shape
 */
export async function jsonBody<T>(
  c: Context<ApiEnv>,
  schema: z.ZodType<T>,
): Promise<{ readonly value: T } | { readonly refused: Failure; readonly status: 400 | 422 }> {
  const given: unknown = await c.req.json().catch(() => undefined)
  if (given === undefined) return { refused: failure('body', 'Parse error'), status: 400 }
  const parsed = schema.safeParse(given)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  return { refused: failure(issue?.path.map(String).join('.') || 'body', issue?.message ?? 'Invalid request'), status: 422 }
}
