import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { AccountName } from '@latchkey/protocol'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { jsonBody } from '../api/jsonBody.js'
import { findProject, requireProject } from '../api/middleware.js'
import { chainsOfAddress } from '../chainReads/accountAddress.js'
import { anyAddress } from '../chainReads/caipIds.js'
import type { AskChain } from '../gateway/askChain.js'
import { orUnavailable } from '../gateway/orUnavailable.js'
import { emptyAsAbsent } from '../http/query.js'
import { createRateLimiter, rateHeaders } from '../http/rateLimiter.js'
import { createNameChanges, type SignedRequest } from './changeName.js'
import type { Identities } from './identities.js'
import { nameMistakes, skeletonOf, variantsOf } from './nameRules.js'
import { type Names, publicName, unregistered } from './openNames.js'

/** A signature of a contract that is not deployed yet carries what deploys it. */
const maxBody = 64 * 1_024
/** Suggestions besides the name itself, and characters from which on there are any. */
const mostVariants = 4
const shortestAsked = 3

const noStore = { 'cache-control': 'no-store' }
const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })
const answer = <T extends z.ZodType>(description: string, schema: T) => ({ description, content: { 'application/json': { schema } } })

const addressMap = z
  .record(z.string(), z.object({ address: z.string(), created_at: z.string().nullable() }))
  .openapi({ description: 'By coin type (ENSIP-9, ENSIP-11).' })
const attributeMap = z.record(z.string(), z.string())
const accountName = z
  .object({
    name: z.string(),
    registered_at: z.string().nullable(),
    updated_at: z.string().nullable(),
    attributes: attributeMap,
    addresses: addressMap,
  })
  .openapi('AccountName')
const registered = accountName.extend({ success: z.literal(true) }).openapi('RegisteredName')
const suggestion = z.object({ name: z.string(), registered: z.boolean() })

const inBody = z.object({ projectId: z.string() })
const signedRequest = z.object({
  projectId: z.string().optional().openapi({ description: 'Where the query has none.' }),
  coin_type: z.int().min(0).max(0xffffffff).openapi({ description: 'Of the chain that the account is on (ENSIP-11); 60 for Ethereum.' }),
  address: z.string().max(64),
  message: z.string().max(4_096).openapi({ description: 'The text that was signed, by personal_sign.' }),
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/, { error: 'must be hexadecimal' }),
})

const common = { projectId: z.string().optional() }
const versioned = {
  ...common,
  apiVersion: z.string().optional().openapi({ description: '2: what is not found is an empty list, not 404.' }),
}
const refusals = {
  400: failed('No name that this server registers, a name that is taken, an expired timestamp, a message that is used, or no address.'),
  401: failed('Unknown project, or a signature that is not the owner’s.'),
  403: failed('A page of an origin that the project does not allow.'),
  429: failed('Too many requests; Retry-After says when to come back.'),
  503: failed('The chain that has to be asked does not answer; Retry-After says when to come back.'),
}

type NameContext = ApiContext & { readonly names: Names; readonly identities: Identities; readonly ask: AskChain }

/** The project that a request names: in its query, else in its body. */
async function projectIdOf(c: Context<ApiEnv>): Promise<string | undefined> {
  return c.req.query('projectId') || inBody.safeParse(await c.req.json().catch(() => undefined)).data?.projectId
}

/** `/v1/profile/*`: names that were registered here, and those of the Ethereum Name Service. */
export function nameRoutes(app: OpenAPIHono<ApiEnv>, context: NameContext): void {
  const { names } = context
  const changes = createNameChanges(context)
  const take = createRateLimiter(context.config.limits.names)
  const limitBody = bodyLimit({
    maxSize: maxBody,
    onError: (c) => c.json(failure('body', `A request may have at most ${maxBody} bytes.`), 413),
  })
  app.get('/v1/profile/*', requireProject(context, 401))

  const notFound = (c: Context<ApiEnv>, description: string) =>
    c.req.query('apiVersion') === '2' ? c.json([], 200, noStore) : c.json(failure('name', description), 404, noStore)

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/profile/account/{name}',
      summary: 'What a name stands for',
      description: 'A name that was registered here, or one of the Ethereum Name Service of the configured chain.',
      request: { params: z.object({ name: z.string() }), query: z.object(versioned) },
      responses: {
        200: answer('The name; with apiVersion=2 an empty list when nobody has it.', z.union([accountName, z.array(accountName).max(0)])),
        404: failed('Nobody has this name.'),
        ...refusals,
      },
    }),
    (c) =>
      orUnavailable(c, async () => {
        const found = await names.get(c.req.valid('param').name)
        return found ? c.json(found, 200, noStore) : notFound(c, 'Name is not registered')
      }),
  )

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/profile/reverse/{address}',
      summary: 'Names of an address',
      description: 'Its primary name of the Ethereum Name Service first, then those that it registered here and that stand for it.',
      request: {
        params: z.object({ address: z.string() }),
        query: z.object({ ...versioned, sender: emptyAsAbsent(anyAddress.optional()) }),
      },
      responses: {
        200: answer('The names; with apiVersion=2 an empty list when there are none.', z.array(accountName)),
        404: failed('The address has no name.'),
        ...refusals,
      },
    }),
    (c) =>
      orUnavailable(c, async () => {
        const found = chainsOfAddress(context.chains, c.req.valid('param').address)
        if (!found) return c.json(failure('address', 'Invalid address'), 400, noStore)
        if (found.namespace !== 'eip155') return notFound(c, 'No name for this address')
        const { address } = found
        const own = await names.store.ofAddress(address)
        const { name, addresses } = await context.identities.of(address)
        const isElsewhere = name !== null && own.every((one) => one.name !== name)
        const elsewhere: AccountName[] = isElsewhere ? [{ ...unregistered(name), addresses }] : []
        const all = [...elsewhere, ...own.map(publicName)]
        return all.length > 0 ? c.json(all, 200, noStore) : notFound(c, 'No name for this address')
      }),
  )

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/profile/suggestions/{name}',
      summary: 'Whether a name is free, and free ones like it',
      request: {
        params: z.object({ name: z.string().openapi({ description: 'Without its zone.' }) }),
        query: z.object({
          ...common,
          zone: emptyAsAbsent(z.string().optional().openapi({ description: 'One of the server’s zones; left out: the first one.' })),
        }),
      },
      responses: {
        200: answer(
          'The name itself first; registered: it cannot be had. Then at most four free ones.',
          z.object({ suggestions: z.array(suggestion) }),
        ),
        ...refusals,
      },
    }),
    async (c) => {
      const { name: given } = c.req.valid('param')
      const zone = c.req.valid('query').zone ?? names.zones[0]
      if (zone === undefined || !names.zones.includes(zone)) return c.json(failure('zone', nameMistakes.zone), 400, noStore)
      const label = given.toLowerCase()
      if (label.length < shortestAsked) return c.json(failure('name', nameMistakes.short), 400, noStore)
      const asked = names.read(`${label}.${zone}`)
      if ('mistake' in asked && asked.mistake !== 'reserved' && asked.mistake !== 'short')
        return c.json(failure('name', nameMistakes[asked.mistake]), 400, noStore)
      const variants = variantsOf(label, new Date()).flatMap((one) => {
        const read = names.read(`${one}.${zone}`)
        return 'mistake' in read ? [] : [read]
      })
      const taken = await names.store.takenOf([`${skeletonOf(label)}.${zone}`, ...variants.map(({ skeleton }) => skeleton)])
      const first = { name: `${label}.${zone}`, registered: 'mistake' in asked || taken.has(asked.skeleton) }
      const free = variants.filter(({ skeleton }) => !taken.has(skeleton)).slice(0, mostVariants)
      return c.json({ suggestions: [first, ...free.map(({ name }) => ({ name, registered: false }))] }, 200, noStore)
    },
  )

  const body = { content: { 'application/json': { schema: signedRequest } } }
  type Change = (request: SignedRequest, c: Context<ApiEnv>) => ReturnType<typeof changes.register>
  /** An endpoint for what an owner signed. */
  const post = (path: string, change: Change, show: (name: AccountName) => object) =>
    app.post(path.replace(/\{(\w+)\}/g, ':$1'), limitBody, async (c) => {
      const decision = take(c.env?.ip ?? '')
      if (!decision.allowed) return c.json(failure('rate', 'Rate Limited'), 429, { ...noStore, ...rateHeaders(decision) })
      const project = await findProject(context, await projectIdOf(c), c.req.header('origin'))
      if ('refused' in project) return c.json(project.refused, project.status, noStore)
      const read = await jsonBody(c, signedRequest)
      if ('refused' in read) return c.json(read.refused, read.status, noStore)
      return orUnavailable(c, async () => {
        const outcome = await change(read.value, c)
        if ('name' in outcome) return c.json(show(publicName(outcome.name)), 200, noStore)
        const { status, field, description } = outcome.refused
        return c.json(failure(field, description), status, noStore)
      })
    })
  const describe = (path: string, summary: string, description: string, schema: z.ZodType) =>
    app.openAPIRegistry.registerPath({
      method: 'post',
      path,
      summary,
      description,
      request: { ...(path.includes('{') ? { params: z.object({ name: z.string() }) } : {}), query: z.object(common), body },
      responses: {
        200: answer('Done.', schema),
        ...refusals,
        404: failed('Nobody has this name.'),
        413: failed('Too large.'),
        422: failed('Not of the wanted shape.'),
      },
    })

  describe(
    '/v1/profile/account',
    'Register a name',
    'The message is the JSON text {"name","attributes","timestamp"}, without spaces, with the time in seconds. It is good for five minutes, once. Signatures of keys and of contracts (ERC-1271, ERC-6492) are taken.',
    registered,
  )
  post(
    '/v1/profile/account',
    (request) => changes.register(request),
    (name) => ({ success: true, ...name }),
  )

  const attributesPath = '/v1/profile/account/{name}/attributes'
  describe(
    attributesPath,
    'Say something of a name',
    'Replaces what was said before. The message is {"name","attributes","timestamp"}; attributes are bio, avatar, url, com.twitter and com.github.',
    attributeMap,
  )
  post(
    attributesPath,
    (request, c) => changes.setAttributes(c.req.param('name') ?? '', request),
    ({ attributes }) => attributes,
  )

  for (const addressPath of ['/v1/profile/account/{name}/address', '/v1/profile/account/{name}/addresses']) {
    describe(
      addressPath,
      'Let a name stand for an address',
      'On the chain of a coin type. The message is {"name","coin_type","address","timestamp"}.',
      addressMap,
    )
    post(
      addressPath,
      (request, c) => changes.setAddress(c.req.param('name') ?? '', request),
      ({ addresses }) => addresses,
    )
  }
}
