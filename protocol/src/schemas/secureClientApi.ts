import type { SecureClientApi, SecureHello, SecureUser, SocialResult } from '../secure.js'
import { method, type Schemas } from './callSchemas.js'
import { perNamespace } from './entities.js'
import { name, type Schema, schema, text, webUrl, z } from './schema.js'
import { account, accountType, caipNetworkId, height, id, metadata, seq, socialProvider, theme } from './secureEntities.js'

/** Parameters of what the secure frame may tell the dialog, by method. The dialog checks them: two origins, two systems. */
export const secureClientApiSchemas: Schemas<SecureClientApi> = {
  hello: schema(z.strictObject({ protocol: z.int(), build: text(64), epoch: id })),
  heartbeat: schema(z.strictObject({ seq })),
  approvalChanged: schema(
    z.strictObject({
      seq,
      approval: z.nullable(
        z.strictObject({
          requestId: id,
          method,
          surface: z.enum(['frame', 'window']),
          position: z.int().check(z.gte(1)),
          total: z.int().check(z.gte(1)),
        }),
      ),
    }),
  ),
  heightChanged: schema(z.strictObject({ seq, px: height })),
  sessionChanged: schema(
    z.strictObject({ seq, isConnected: z.boolean(), reason: z.enum(['signedIn', 'signedOut', 'expired', 'revoked', 'updated']) }),
  ),
  chainChanged: schema(z.strictObject({ seq, chainId: caipNetworkId })),
  keyPressed: schema(z.strictObject({ key: z.enum(['Escape']) })),
}

/** What the dialog answers to the secure frame's `hello`. */
export const secureHelloSchema: Schema<SecureHello> = schema(
  z.strictObject({
    protocol: z.int(),
    theme,
    metadata: z.optional(metadata),
    sdk: z.strictObject({ type: text(64), version: text(64) }),
    preferredAccountTypes: z.optional(perNamespace(accountType)),
  }),
)

/** The logged-in user, as the dialog reads it. */
export const secureUserSchema: Schema<SecureUser> = schema(
  z.strictObject({
    email: z.nullable(text(254)),
    userName: z.optional(text(256)),
    provider: z.union([z.enum(['email']), socialProvider]),
    address: name(256),
    chainId: caipNetworkId,
    accounts: z.array(account).check(z.maxLength(16)),
    preferredAccountType: accountType,
    smartAccountDeployed: z.boolean(),
    siwxMessage: z.optional(text(16_384)),
    message: z.optional(text(16_384)),
    signature: z.optional(text(4_096)),
    before: z.optional(z.strictObject({ provider: socialProvider, userName: z.optional(text(256)) })),
  }),
)

/** What the social popup posts to the dialog. */
export const socialResultSchema: Schema<SocialResult> = schema(
  z.strictObject({ type: z.enum(['latchkey:social-result']), resultUri: webUrl }),
)
