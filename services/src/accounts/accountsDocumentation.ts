import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { authRoutes, type Proof, vaultRoutes } from '@latchkey/protocol/schemas/account'
import type { ApiEnv } from '../api/context.js'
import { failureSchema } from '../api/envelope.js'

type Routes = Readonly<
  Record<string, { readonly method: 'GET' | 'POST'; readonly path: string; readonly proof: Proof; readonly once?: true }>
>

const proofs: Readonly<Record<Proof, string>> = {
  none: 'No proof beyond what the body holds.',
  device: 'Proof: the DPoP header (RFC 9449) of the device that started it.',
  session: 'Proof: Authorization: DPoP <access token>, and the DPoP header of the same device.',
}

const repeatable = 'With an Idempotency-Key, asking again within a minute gets the same answer. '

/** `emailChangePrimary` → `Email change primary`. */
const words = (name: string) => {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Lists the calls of the embedded wallet in `/openapi.json`. Their bodies are checked by the contract in `protocol/src/schemas`. */
export function accountsDocumentation(app: OpenAPIHono<ApiEnv>): void {
  const body = { content: { 'application/json': { schema: z.object({}).passthrough() } } }
  const answer = (description: string) => ({ description, ...body })
  const refusal = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })
  for (const [tag, routes] of Object.entries<Routes>({ auth: authRoutes, vault: vaultRoutes }))
    for (const [name, { method, path, proof, once }] of Object.entries(routes))
      app.openAPIRegistry.registerPath({
        method: method === 'GET' ? 'get' : 'post',
        path,
        tags: [tag],
        summary: words(name),
        description: `${proofs[proof]} ${once ? repeatable : ''}For the secure frame only.`,
        ...(method === 'POST' ? { request: { body } } : {}),
        responses: {
          200: answer('Done.'),
          400: refusal('The request is malformed.'),
          401: refusal('The proof, the token or the code is not valid; use_dpop_nonce asks for the nonce of the DPoP-Nonce header.'),
          403: refusal('Not allowed.'),
          413: refusal('The request is too large.'),
          429: refusal('Too often; Retry-After says when to come back.'),
        },
      })
}
