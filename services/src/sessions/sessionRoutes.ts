import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { registerSessionMessage, revokeSessionMessage } from '@latchkey/protocol'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Address, type Hex, isAddress } from 'viem'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { jsonBody } from '../api/jsonBody.js'
import { requireProject } from '../api/middleware.js'
import { accountAddress } from '../chainReads/accountAddress.js'
import { readAccountId } from '../chainReads/caipIds.js'
import { signerOf } from '../chainReads/verifySigner.js'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { orUnavailable } from '../gateway/orUnavailable.js'
import { createRateLimiter, rateHeaders } from '../http/rateLimiter.js'
import { originMayAsk, ownOrigins } from '../projects/originMayAsk.js'
import { readPermission, removedOnChain } from './permissionReads.js'
import { mostListed, type SessionRow, type SessionStore } from './sessionStore.js'

/** A signature of a contract that is not deployed yet carries what deploys it. */
const maxBody = 64 * 1_024

const noStore = { 'cache-control': 'no-store' }
const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })
const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)

const signature = z
  .string()
  .max(maxBody)
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/, { error: 'must be hexadecimal' })
const address = z.string().refine((text) => isAddress(text, { strict: false }), { error: 'Invalid address' })
const registration = z.object({
  context: address.openapi({ description: 'The contract of the permission, as the wallet answered it.' }),
  origin: z
    .url()
    .max(2_048)
    // As browsers write them. An address may have characters beside these, and not all of them can be kept.
    .refine((text) => /^https?:\/\/[\x21-\x7e]+$/.test(text), { error: 'must be an origin' })
    .openapi({ description: 'The site that it was granted to; one that the project allows.' }),
  signature: signature.openapi({
    description:
      'Of the account, by personal_sign: "Register session {context}\\nAddress: {CAIP-10}\\nSite: {origin}", addresses in lower case.',
  }),
})
const revocation = z.object({
  pci: z.uuid(),
  signature: signature.openapi({
    description:
      'Of the account, by personal_sign: "Revoke session {pci}\\nAddress: {CAIP-10}", the address in lower case; also where {id} is the address alone.',
  }),
})
const typed = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })
const listed = z
  .object({
    pci: z.uuid(),
    project: z.object({ id: z.string(), name: z.string(), url: z.string(), iconUrl: z.string() }),
    expiry: z.int().openapi({ description: 'Seconds since 1970.' }),
    createdAt: z.int().openapi({ description: 'Seconds since 1970.' }),
    signer: typed,
    permissions: z.array(typed),
    policies: z.array(typed).max(0),
    context: z.string(),
    revokedAt: z.int().nullable().openapi({ description: 'Seconds since 1970; null: it is still on the chain.' }),
  })
  .openapi('Session')

const refusals = {
  400: failed('No CAIP-10 id of an EVM account, or no such permission: unknown, revoked, expired, or not on the chain.'),
  401: failed('Unknown project, or a signature that is not the account’s.'),
  403: failed('A page of an origin that the project does not allow.'),
  429: failed('Too many requests; Retry-After says when to come back.'),
  503: failed('The chain does not answer; Retry-After says when to come back.'),
}

type SessionContext = ApiContext & { readonly sessions: SessionStore; readonly ask: AskChain }
type Account = { readonly chainId: string; readonly address: string }
/** Of a record that is named besides, and says which network it is of. */
type Owner = { readonly chainId?: string; readonly address: string }

/** Reads `{id}`: an EVM account as CAIP-10. */
function accountOf(id: string): Account | null {
  const read = readAccountId(id)
  return read?.namespace === 'eip155' ? read : null
}

/** Reads `{id}`: an EVM account as CAIP-10, or its address alone, as some clients send it. */
function ownerOf(id: string): Owner | null {
  const address = accountAddress('eip155', id)
  return address === null ? accountOf(id) : { address }
}

const hex = (amount: string) => `0x${BigInt(amount).toString(16)}`

/** A record's limit, in the words of ERC-7715. */
function permissionOf({ token, amount, period }: SessionRow) {
  const coin = token === null ? {} : { tokenAddress: token }
  const kind = token === null ? 'native-token' : 'erc20-token'
  return period === null
    ? { type: `${kind}-allowance`, data: { ...coin, allowanceAmount: hex(amount) } }
    : { type: `${kind}-periodic`, data: { ...coin, periodAmount: hex(amount), periodDuration: period } }
}

/** `/v1/sessions/*`: permissions to spend that accounts told of, and what their chains say of them. */
export function sessionRoutes(app: OpenAPIHono<ApiEnv>, context: SessionContext): void {
  const { sessions, chains, ask, projects } = context
  const take = createRateLimiter(context.config.limits.names)
  const limitBody = bodyLimit({
    maxSize: maxBody,
    onError: (c) => c.json(failure('body', `A request may have at most ${maxBody} bytes.`), 413),
  })
  app.use('/v1/sessions/*', requireProject(context, 401))

  const chainOf = (id: string): Chain | undefined => chains.find(({ caipNetworkId }) => caipNetworkId === id)
  const refuse = (c: Context<ApiEnv>, status: 400 | 401 | 403 | 409, field: string, description: string) =>
    c.json(failure(field, description), status, noStore)
  const invalidId = (c: Context<ApiEnv>) => c.json(failure('id', 'Invalid CAIP-10 address'), 400, noStore)

  async function view(row: SessionRow, revokedAt: Date | null): Promise<z.infer<typeof listed>> {
    const project = await projects.get(row.projectId)
    return {
      pci: row.pci,
      project: { id: row.projectId, name: project?.name ?? '', url: row.origin, iconUrl: '' },
      expiry: row.expiry,
      createdAt: seconds(row.createdAt),
      signer: { type: 'account', data: { address: row.spender } },
      permissions: [permissionOf(row)],
      policies: [],
      context: row.context,
      revokedAt: revokedAt && seconds(revokedAt),
    }
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/sessions/{id}',
      summary: 'Permissions to spend of an account',
      description: `Those that the account told of, the newest first, at most ${mostListed}. Whether one still holds is asked of its chain. An account of another network, of whatever family, has none.`,
      request: {
        params: z.object({ id: z.string().openapi({ description: 'CAIP-10 id of an account.' }) }),
        query: z.object({ projectId: z.string().optional() }),
      },
      responses: {
        200: { description: 'The permissions.', content: { 'application/json': { schema: z.object({ pcis: z.array(listed) }) } } },
        ...refusals,
      },
    }),
    (c) =>
      orUnavailable(c, async () => {
        const account = readAccountId(c.req.valid('param').id)
        if (!account) return invalidId(c)
        const chain = account.namespace === 'eip155' ? chainOf(account.chainId) : undefined
        const rows = chain ? await sessions.ofAccount(account.chainId, account.address) : []
        const open = rows.filter(({ revokedAt, expiry }) => revokedAt === null && expiry * 1_000 > Date.now())
        const gone = chain && open.length > 0 ? await removedOnChain(ask, chain, open) : new Set<string>()
        const removed = open.filter((row) => gone.has(row.context))
        await sessions.revoke(removed.map(({ pci }) => pci))
        const at = new Date()
        const pcis = await Promise.all(rows.map((row) => view(row, row.revokedAt ?? (removed.includes(row) ? at : null))))
        return c.json({ pcis }, 200, noStore)
      }),
  )

  const query = z.object({ projectId: z.string().optional() })
  const describe = (path: string, id: string, summary: string, description: string, schema: z.ZodType, answer: object) =>
    app.openAPIRegistry.registerPath({
      method: 'post',
      path,
      summary,
      description,
      request: {
        params: z.object({ id: z.string().openapi({ description: id }) }),
        query,
        body: { content: { 'application/json': { schema } } },
      },
      responses: {
        200: { description: 'Done.', ...answer },
        ...refusals,
        409: failed('The permission is still on the chain.'),
        413: failed('Too large.'),
        422: failed('Not of the wanted shape.'),
      },
    })
  /** An endpoint for what an account signed. */
  const post = <T, A>(
    path: string,
    readId: (id: string) => A | null,
    schema: z.ZodType<T>,
    work: (c: Context<ApiEnv>, account: A, value: T) => Promise<Response>,
  ) =>
    app.post(path, limitBody, async (c) => {
      const decision = take(c.env?.ip ?? '')
      if (!decision.allowed) return c.json(failure('rate', 'Rate Limited'), 429, { ...noStore, ...rateHeaders(decision) })
      const account = readId(c.req.param('id') ?? '')
      if (!account) return invalidId(c)
      const read = await jsonBody(c, schema)
      if ('refused' in read) return c.json(read.refused, read.status, noStore)
      return orUnavailable(c, () => work(c, account, read.value))
    })
  const isSigned = async (chain: Chain, account: string, message: string, signature: string) =>
    (await signerOf(ask, chain, { address: account as Address, message, signature: signature as Hex })) !== undefined

  describe(
    '/v1/sessions/{id}',
    'CAIP-10 id of an EVM account.',
    'Tell of a permission to spend',
    'The wallet does, once a permission is on the chain: which site it is for is known to nobody else. Everything but the site is read from the chain. Telling again answers the same id.',
    registration,
    { content: { 'application/json': { schema: z.object({ pci: z.uuid() }) } } },
  )
  post('/v1/sessions/:id', accountOf, registration, async (c, { chainId, address: account }, { context: given, origin, signature: by }) => {
    const chain = chainOf(chainId)
    if (!chain) return refuse(c, 400, 'id', 'Unsupported chain')
    const { project } = c.var
    if (!originMayAsk(project, origin, ownOrigins(context.config))) return refuse(c, 403, 'origin', 'Origin Not Allowed')
    const message = registerSessionMessage({ account: `${chainId}:${account}`, context: given, origin })
    if (!(await isSigned(chain, account, message, by))) return refuse(c, 401, 'signature', 'Invalid signature')
    const permission = await readPermission(ask, chain, account, given.toLowerCase())
    if (!permission) return refuse(c, 400, 'context', 'PCI not found')
    const { amount, ...terms } = permission
    const { pci } = await sessions.register({
      ...terms,
      amount: String(amount),
      chain: chainId,
      account,
      context: given.toLowerCase(),
      projectId: project.id,
      origin,
    })
    return c.json({ pci }, 200, noStore)
  })

  describe(
    '/v1/sessions/{id}/revoke',
    'CAIP-10 id of an EVM account, or its address alone: the network is then that of the permission.',
    'Record that a permission was removed',
    'After the transaction that removes it: nothing is called revoked while it can still be used. An id is revoked once.',
    revocation,
    {},
  )
  post('/v1/sessions/:id/revoke', ownerOf, revocation, async (c, { chainId, address: account }, { pci, signature: by }) => {
    const row = await sessions.get(pci)
    const chain = row && chainOf(row.chain)
    const isOwn = row?.account === account && (chainId === undefined || row.chain === chainId)
    if (!chain || !isOwn) return refuse(c, 400, 'pci', 'PCI not found')
    if (!(await isSigned(chain, account, revokeSessionMessage(`${row.chain}:${account}`, pci), by)))
      return refuse(c, 401, 'signature', 'Invalid signature')
    if (row.revokedAt !== null) return refuse(c, 400, 'pci', 'PCI revoked')
    if (row.expiry * 1_000 <= Date.now()) return refuse(c, 400, 'pci', 'PCI expired')
    if (!(await removedOnChain(ask, chain, [row])).has(row.context))
      return refuse(c, 409, 'pci', 'The permission is still on the chain: remove it there first')
    await sessions.revoke([pci])
    return c.body(null, 200, noStore)
  })
}
