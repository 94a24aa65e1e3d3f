import { z } from '@hono/zod-openapi'

/** The error body of every endpoint but JSON-RPC. Clients show `reasons[0].description`. */
export const failureSchema = z
  .object({
    status: z.literal('FAILED'),
    reasons: z.array(z.object({ field: z.string(), description: z.string() })).min(1),
  })
  .openapi('Failure')

export type Failure = z.infer<typeof failureSchema>

/** One reason in the error envelope. */
export const failure = (field: string, description: string): Failure => ({ status: 'FAILED', reasons: [{ field, description }] })
