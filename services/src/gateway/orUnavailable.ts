import type { Context } from 'hono'
import type { ApiEnv } from '../api/context.js'
import { failure } from '../api/envelope.js'
import { NodeError } from './askChain.js'

/** Of `NodeError`, or around one: viem names what it met as the cause of its own error. */
const isUnavailable = (error: unknown) => error instanceof NodeError || (error instanceof Error && Boolean(error.cause))

/** The answer of `work`; 503 when that depends on a chain that does not answer. */
export async function orUnavailable<Answer>(
  c: Context<ApiEnv>,
  work: () => Promise<Answer>,
  {
    description = 'The chain does not answer',
    onUnavailable = () => {},
  }: { description?: string; onUnavailable?(error: unknown): void } = {},
) {
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    onUnavailable(error)
    return c.json(failure('chainId', description), 503, { 'cache-control': 'no-store', 'retry-after': '5' })
  }
}
