import { limits } from '../constants.js'
import { listOf, name, type Schema, schema, text, z } from './schema.js'

/** One entry of the remote configuration. `config: null` means "use the local setting". */
export type RemoteFeature = { readonly id: string; readonly isEnabled: boolean; readonly config: readonly string[] | null }

const feature = z.object({ id: name(64), isEnabled: z.boolean(), config: z.catch(z.nullable(z.array(text(64))), null) })

/** Answer of `GET /appkit/v1/config`. Entries that a later server adds and we can't read are left out. */
export const configSchema: Schema<{ features: readonly RemoteFeature[] }> = schema(z.object({ features: listOf(feature, 100) }))

/** Answer of `GET /projects/v1/origins`. */
export const originsSchema: Schema<{ allowedOrigins: readonly string[] }> = schema(z.object({ allowedOrigins: listOf(name(256), 1_000) }))

/** A JSON-RPC 2.0 answer; `error` wins over `result`. */
export type RpcAnswer = {
  readonly id: string | number | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

const rpcAnswer = z.object({
  id: z.nullable(z.union([z.string(), z.number()])),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

export const rpcAnswerSchema: Schema<RpcAnswer> = schema(rpcAnswer)
export const rpcBatchAnswerSchema: Schema<readonly RpcAnswer[]> = schema(z.array(rpcAnswer).check(z.maxLength(limits.rpcBatch)))
