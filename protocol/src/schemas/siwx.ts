import type { SignedIn, SignInSession } from '../siwx/session.js'
import { caipNetworkId } from './entities.js'
import { name, type Schema, schema, text, z } from './schema.js'

const session = z.object({
  address: name(128),
  networkId: caipNetworkId,
  domain: text(256),
  uri: text(2_048),
  message: text(8_192),
  signature: text(40_000),
  issuedAt: text(64),
  expiresAt: text(64),
})

/** The answer of `GET /siwx/nonce`. @throws RpcError -32602 for anything else */
export const nonceAnswer: Schema<{ nonce: string }> = schema(z.object({ nonce: z.string().check(z.regex(/^[a-zA-Z0-9]{8,128}$/)) }))

/** The answer of `POST /siwx/sessions`. @throws RpcError -32602 for anything else */
export const signedInAnswer: Schema<SignedIn> = schema(z.object({ token: name(4_096), session }))

/** The answer of `GET /siwx/me`. @throws RpcError -32602 for anything else */
export const meAnswer: Schema<SignInSession> = schema(session)

/** An answer whose body says nothing. */
export const emptyAnswer: Schema<Record<string, never>> = schema(z.object({}))

/** Sign-ins as the dialog keeps them, by account. @throws RpcError -32602 for anything else */
export const keptSignIns = schema<Readonly<Record<string, SignedIn>>>(z.record(name(256), z.object({ token: name(4_096), session })))
