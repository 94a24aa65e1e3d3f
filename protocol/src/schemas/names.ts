import type { AccountName, NameSuggestions } from '../names.js'
import { listOf, type Schema, schema, text, z } from './schema.js'

const moment = z.nullable(text(64))

const accountName = z.object({
  name: text(255),
  registered_at: moment,
  updated_at: moment,
  attributes: z.catch(z.record(text(64), text(1_024)), {}),
  addresses: z.record(z.string().check(z.regex(/^\d{1,10}$/)), z.object({ address: text(128), created_at: moment })),
}) as unknown as z.ZodMiniType<AccountName>

/**
 * The answer of `GET` and `POST /v1/profile/account`.
 *
 * @throws RpcError -32602 for anything else
 */
export const accountNameAnswer: Schema<AccountName> = schema(accountName)

/**
 * The answer of `GET /v1/profile/suggestions/{name}`.
 *
 * @throws RpcError -32602 for an answer without a list
 */
export const suggestionsAnswer: Schema<NameSuggestions> = schema(
  z.object({ suggestions: listOf(z.object({ name: text(255), registered: z.boolean() }), 20) }),
)

/**
 * The answer of `GET /v1/profile/reverse/{address}`. What of it cannot be true is left out.
 *
 * @throws RpcError -32602 for no list
 */
export const accountNamesAnswer: Schema<readonly AccountName[]> = schema(listOf(accountName, 100))
