import { originMatcher } from '@latchkey/protocol'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { resolveChains } from '../config/chains.js'
import { checkConfig } from '../config/readConfig.js'
import type { ConfigInput } from '../config/schema.js'
import type { GatewayEvents } from '../gateway/chainService.js'
import { createGateway, type GatewayAnswer } from '../gateway/gateway.js'
import type { Project, ProjectStore } from '../projects/projectStore.js'

const shop: Project = {
  id: 'shop',
  name: 'Shop',
  enabled: true,
  mode: 'production',
  origins: ['https://shop.example.com'],
  ancestors: [],
  rpcOrigins: [],
  fontOrigins: [],
  features: null,
  networks: null,
  defaultNetwork: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  match: originMatcher(['https://shop.example.com'], 'production'),
}

/** `narrow` names another network only; `preview` is in development mode. */
const known: Readonly<Record<string, Project>> = {
  shop,
  narrow: { ...shop, id: 'narrow', networks: ['eip155:1'] },
  preview: { ...shop, id: 'preview', mode: 'development' },
}

/** A store that knows these projects and fails for `broken`. */
export const shopStore: ProjectStore = {
  peek: (id) => (id === 'broken' ? undefined : (known[id] ?? null)),
  get: async (id) => {
    if (id === 'broken') throw new Error('no database')
    return known[id] ?? null
  },
}

type Changes = {
  readonly chain?: Partial<ConfigInput['chains'][number]>
  readonly limits?: ConfigInput['limits']
} & GatewayEvents

/** A gateway over the given nodes, chain 31337 or the one that `chain.caip2` names. Nothing is kept about the newest block unless `chain.blockTime` says so. */
export async function openGateway(nodes: readonly { readonly url: string; readonly weight?: number }[], changes: Changes = {}) {
  const { id, ...local } = localChain()
  const config = checkConfig({
    urls: { dialog: 'https://dialog.example.com', secure: 'https://secure.example.com', api: 'https://api.example.com' },
    chains: [
      {
        ...local,
        ...(changes.chain?.caip2 ? {} : { id }),
        upstreams: nodes.map(({ url, weight }) => ({ url, ...(weight === undefined ? {} : { weight }) })),
        blockTime: 0,
        ...changes.chain,
      },
    ],
    ...(changes.limits ? { limits: changes.limits } : {}),
  })
  const chains = await resolveChains(config.chains)
  const gateway = createGateway(config, chains, shopStore, changes)
  const request = { chainId: changes.chain?.caip2 ?? 'eip155:31337', projectId: 'shop', origin: undefined, ip: '203.0.113.7' }

  /** Sends a raw body. */
  const post = (
    body: string,
    others: Partial<typeof request> | { origin?: string; projectId?: string | null; chainId?: string | null } = {},
  ) =>
    gateway.answer({
      ...request,
      ...others,
      announced: Buffer.byteLength(body),
      read: async () => Buffer.from(body),
    } as Parameters<typeof gateway.answer>[0])
  /** Sends one call with id 1. */
  const call = (method: string, params: unknown = []) => post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const [chain] = chains
  if (!chain) throw new Error('There is no chain.')
  return { gateway, chain, post, call }
}

/** The body of an answer, parsed. */
export const bodyOf = (answer: GatewayAnswer): unknown => (answer.body === null ? null : JSON.parse(answer.body))
