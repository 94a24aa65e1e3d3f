import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { CaipNetworkId } from '@latchkey/protocol'
import { type SignInProof, type SignInRefusal, signInRefusals } from '@latchkey/protocol/siwx'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { newNonce } from './nonces.js'
import { signIn, signOut, verifySignIn, whoIs } from './sessions.js'
import type { Siwx } from './siwxContext.js'

/** Bytes. */
const maxBody = 65_536
const common = z.object({ projectId: z.string().optional().openapi({ description: 'The project, as in data-project-id.' }) })

const proof = {
  networkId: z.string().max(64).openapi({ description: 'CAIP-2 id of the network that the message names.', example: 'eip155:1' }),
  message: z.string().max(8_192).openapi({ description: 'What was signed: EIP-4361, or CAIP-122 elsewhere.' }),
  signature: z.string().max(40_000).openapi({
    description:
      '0x hex on EVM (also ERC-1271, ERC-6492) and Polkadot, base58 on Solana, base64 on Bitcoin (BIP-322, BIP-137) and Cosmos (ADR-36).',
  }),
  publicKey: z.string().max(256).optional().openapi({ description: 'Cosmos only, base64.' }),
}
const domain = z
  .string()
  .min(1)
  .max(256)
  .openapi({ description: 'Host of the site, with its port when it has one.', example: 'shop.example' })
const session = z
  .object({
    address: z.string(),
    networkId: z.string(),
    domain: z.string(),
    uri: z.string(),
    message: z.string(),
    signature: z.string(),
    issuedAt: z.string(),
    expiresAt: z.string(),
  })
  .openapi('SignInSession')
const verified = z.object({
  address: z.string(),
  networkId: z.string(),
  domain: z.string(),
  uri: z.string(),
  statement: z.string().optional(),
  nonce: z.string(),
  issuedAt: z.string(),
  expirationTime: z.string().optional(),
  requestId: z.string().optional(),
  resources: z.array(z.string()).optional(),
})

const json = <T extends z.ZodType>(schema: T, description: string) => ({ description, content: { 'application/json': { schema } } })
const body = <T extends z.ZodType>(schema: T) => ({ required: true, content: { 'application/json': { schema } } })
const failures = {
  400: json(failureSchema, 'A body or a parameter that is none.'),
  401: json(failureSchema, 'Unknown project; or the sign-in does not count, and the field of the reason says why.'),
  403: json(failureSchema, 'An origin that the project does not allow, or the session of another project.'),
  413: json(failureSchema, 'Too large.'),
  429: json(failureSchema, 'Too many requests; Retry-After says when to come back.'),
  503: json(failureSchema, 'The database, or the chain of a smart account, does not answer.'),
}

/** Sign-in is nobody's to keep. */
const unkept: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  c.res.headers.set('cache-control', 'no-store')
}

const statuses: Partial<Record<SignInRefusal, 403 | 503>> = { wrong_project: 403, chain_unavailable: 503 }
const refuse = (c: Context<ApiEnv>, refusal: SignInRefusal) =>
  c.json(failure(refusal, signInRefusals[refusal]), statuses[refusal] ?? 401, refusal === 'chain_unavailable' ? { 'retry-after': '5' } : {})

const tokenOf = (c: Context<ApiEnv>) => /^Bearer ([\w.-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
const asProof = (given: { networkId: string; message: string; signature: string; publicKey?: string | undefined }): SignInProof => ({
  networkId: given.networkId as CaipNetworkId,
  message: given.message,
  signature: given.signature,
  ...(given.publicKey === undefined ? {} : { publicKey: given.publicKey }),
})

/**
 * Sign-in with a wallet: `GET /siwx/nonce`, `POST /siwx/sessions`, `GET /siwx/me`, `POST /siwx/sign-out`, the keys of its tokens, and `POST /verify` for
 * servers that keep sessions of their own.
 */
export function siwxRoutes(app: OpenAPIHono<ApiEnv>, context: ApiContext & { readonly siwx: Siwx }): void {
  const { siwx } = context
  const project = requireProject(context, 401)
  const limitBody = bodyLimit({ maxSize: maxBody, onError: (c) => c.json(failure('request', 'Too large'), 413) })

  app.openapi(
    createRoute({
      method: 'get',
      path: '/siwx/jwks.json',
      summary: 'Keys of the tokens',
      description:
        'A JWK Set (RFC 7517). Tokens are signed with EdDSA (Ed25519); the issuer is the base URL of this API, the audience the origin of the page.',
      responses: { 200: json(z.object({ keys: z.array(z.record(z.string(), z.string())) }), 'The keys.') },
    }),
    (c) => c.json({ keys: [siwx.keys.publicJwk] }, 200, { 'cache-control': 'public, max-age=3600' }),
  )
  for (const path of ['/siwx/nonce', '/siwx/sessions', '/siwx/me', '/siwx/sign-out', '/verify'] as const)
    app.use(path, unkept, limitBody, project)

  /** The page that signs somebody in: one that the project allows. */
  const audienceOf = (c: Context<ApiEnv>, origin: string) =>
    c.var.project.match(origin) === null ? null : { projectId: c.var.project.id, origin }
  const notAllowed = (c: Context<ApiEnv>) => c.json(failure('origin', 'Origin Not Allowed'), 403)

  app.openapi(
    createRoute({
      method: 'get',
      path: '/siwx/nonce',
      summary: 'A nonce for one sign-in',
      request: {
        query: common.extend({ origin: z.string().max(256).openapi({ description: 'Of the page.', example: 'https://shop.example' }) }),
      },
      responses: { 200: json(z.object({ nonce: z.string(), expiresAt: z.string() }), 'It can be used once, until it ends.'), ...failures },
    }),
    (c) => {
      const audience = audienceOf(c, c.req.valid('query').origin)
      if (!audience) return notAllowed(c)
      const { nonce, expiresAt } = newNonce(siwx, audience)
      return c.json({ nonce, expiresAt: new Date(expiresAt).toISOString() }, 200)
    },
  )
  app.openapi(
    createRoute({
      method: 'post',
      path: '/siwx/sessions',
      summary: 'Signs an account in',
      description:
        'Checks the message (domain, URI, network, times, nonce) and its signature, and keeps the session. A smart account is asked on its network.',
      request: { query: common, body: body(z.object({ origin: z.string().max(256), ...proof })) },
      responses: {
        200: json(z.object({ token: z.string(), session }), 'The session, and a token that proves it to any server.'),
        ...failures,
      },
    }),
    async (c) => {
      const { origin, ...given } = c.req.valid('json')
      const audience = audienceOf(c, origin)
      if (!audience) return notAllowed(c)
      const result = await signIn(siwx, audience, asProof(given))
      return 'refusal' in result ? refuse(c, result.refusal) : c.json(result, 200)
    },
  )
  app.openapi(
    createRoute({
      method: 'get',
      path: '/siwx/me',
      summary: 'Who is signed in',
      description:
        'Authorization: Bearer and the token. Unlike the token itself, this knows of a sign-out at once. A token of another domain is refused, one of the same project as well: otherwise each site of a project could use the sign-ins of the others.',
      request: { query: common.extend({ domain }) },
      responses: { 200: json(session, 'The session.'), ...failures },
    }),
    async (c) => {
      const result = await whoIs(siwx, { projectId: c.var.project.id, domain: c.req.valid('query').domain }, tokenOf(c))
      return 'refusal' in result ? refuse(c, result.refusal) : c.json(result, 200)
    },
  )
  app.openapi(
    createRoute({
      method: 'post',
      path: '/siwx/sign-out',
      summary: 'Signs out',
      description: 'Authorization: Bearer and the token, which is refused from then on.',
      request: { query: common },
      responses: { 200: json(z.object({}), 'Signed out.'), ...failures },
    }),
    async (c) => {
      const refused = await signOut(siwx, c.var.project.id, tokenOf(c))
      return refused ? refuse(c, refused.refusal) : c.json({}, 200)
    },
  )
  app.openapi(
    createRoute({
      method: 'post',
      path: '/verify',
      summary: 'Checks a sign-in',
      description:
        'For servers that keep nonces and sessions of their own, in any language. Nothing is stored. 200 means that the account signed this message for this domain and nonce; every other status means that it did not.',
      request: {
        query: common,
        body: body(
          z.object({
            ...proof,
            domain,
            nonce: z.string().min(8).max(128).openapi({ description: 'The nonce that the site gave this visitor.' }),
            uri: z
              .url()
              .max(2_048)
              .optional()
              .openapi({ description: 'What the URI of the message must be, or be below. Left out: anything on the domain.' }),
          }),
        ),
      },
      responses: { 200: json(verified, 'What the account signed.'), ...failures },
    }),
    async (c) => {
      const { domain, nonce, uri, ...given } = c.req.valid('json')
      if (!URL.canParse(`https://${domain}`)) return c.json(failure('domain', 'Invalid domain'), 400)
      const result = await verifySignIn(siwx, asProof(given), { domain, nonce, ...(uri === undefined ? {} : { uri }) })
      if ('refusal' in result) return refuse(c, result.refusal)
      const { address, uri: signed, statement, issuedAt, expirationTime, requestId, resources } = result.message
      const said = { address, networkId: given.networkId, domain, uri: signed, statement, nonce, issuedAt, expirationTime, requestId }
      return c.json({ ...said, ...(resources ? { resources: [...resources] } : {}) }, 200)
    },
  )
}
