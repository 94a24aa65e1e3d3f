import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { TransactionState } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { chainsOfAddress } from '../chainReads/accountAddress.js'
import { networkId } from '../chainReads/caipIds.js'
import { networkRule } from '../config/networks.js'
import type { Indexer } from '../indexer/openIndexer.js'

const hex = z.string().regex(/^0x[0-9a-fA-F]+$/)
/** Transactions of an account, and what a transaction may move: no chain has more of them (EIP-2681), or counts further. */
const count = hex.refine((text) => Number(text) < Number.MAX_SAFE_INTEGER)
const quantity = hex.refine((text) => text.length <= 66)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
/** A node's answer to `eth_getTransactionByHash`, as far as it is read. */
const wire = z.object({
  hash: hex,
  from: address,
  to: address.nullish(),
  nonce: count,
  value: quantity,
  input: z.string().regex(/^0x[0-9a-fA-F]*$/),
  blockNumber: hex.nullish(),
})

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

const route = createRoute({
  method: 'get',
  path: '/v1/account/{address}/transactions/{hash}',
  summary: 'Status of a transaction of an address',
  description:
    'Of an indexed EVM chain. One that the index does not know, and a node does, is followed from now on: it is listed as pending, and its changes are told.',
  request: {
    params: z.object({ address: z.string(), hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/) }),
    query: z.object({ projectId: z.string().optional(), chainId: networkId }),
  },
  responses: {
    200: {
      description: 'unknown: neither the index nor a node knows it, or the chain is not indexed. replacedBy: what was mined in its place.',
      content: {
        'application/json': {
          schema: z
            .object({
              status: z.enum(['unknown', 'pending', 'confirmed', 'failed', 'dropped', 'replaced']),
              replacedBy: z.string().nullable(),
            })
            .openapi('TransactionState'),
        },
      },
    },
    400: failed('No address, no id of a network, or no hash.'),
    401: failed('Unknown project.'),
    403: failed('A page of an origin that the project does not allow.'),
    503: failed('The index does not know it, and no node of the chain answers; Retry-After says when to come back.'),
    429: failed('Too many requests; Retry-After says when to come back.'),
  },
})

const lower = (text: string) => text.toLowerCase() as Hex

/** `GET /v1/account/{address}/transactions/{hash}`. */
export function transactionRoutes(
  app: OpenAPIHono<ApiEnv>,
  context: ApiContext & {
    readonly indexer: Pick<Indexer, 'transactionOf' | 'follow' | 'chains'>
    readonly ask: (chainId: string, method: string, params: readonly unknown[]) => Promise<unknown>
  },
): void {
  const mayUse = networkRule(context.config)
  const { indexer } = context

  /** A wallet may have sent it by a node of its own: ours hears of it a moment later. */
  async function meet(chainId: string, chain: number, address: Hex, hash: Hex): Promise<TransactionState | 'unavailable'> {
    const found = await context.ask(chainId, 'eth_getTransactionByHash', [hash]).catch(() => undefined)
    if (found === null) return { status: 'unknown', replacedBy: null }
    const answer = wire.safeParse(found)
    if (!answer.success || lower(answer.data.hash) !== hash) return 'unavailable'
    // Whose it is not is not listed for them.
    if (lower(answer.data.from) !== address) return { status: 'unknown', replacedBy: null }
    const { from, to, nonce, value, input, blockNumber } = answer.data
    const recipient = to ? lower(to) : null
    if (!blockNumber)
      await indexer.follow({
        ...{ chain, hash, sender: lower(from), recipient, nonce: Number(nonce), value: BigInt(value), input: lower(input) },
      })
    // In a block that the index has still to read.
    return { status: 'pending', replacedBy: null }
  }

  app.use('/v1/account/:address/transactions/*', requireProject(context, 401))
  app.openapi(route, async (c) => {
    const { address, hash } = c.req.valid('param')
    const { chainId } = c.req.valid('query')
    const headers = { 'cache-control': 'no-store' }
    const found = chainsOfAddress(context.chains, address)
    if (!found) return c.json(failure('address', 'Invalid address'), 400, headers)
    const chain = found.chains.find((one) => one.caipNetworkId === chainId && mayUse(c.var.project, one))
    const number = Number(chain?.id)
    const unknown: TransactionState = { status: 'unknown', replacedBy: null }
    if (!chain || found.namespace !== 'eip155' || !indexer.chains.includes(number)) return c.json(unknown, 200, headers)
    const known = await indexer.transactionOf(number, lower(hash))
    if (known) return c.json({ status: known.status, replacedBy: known.replacedBy } satisfies TransactionState, 200, headers)
    const met = await meet(chainId, number, lower(found.address), lower(hash))
    if (met === 'unavailable') return c.json(failure('chainId', 'No node of the chain answers'), 503, { ...headers, 'retry-after': '5' })
    return c.json(met, 200, headers)
  })
}
