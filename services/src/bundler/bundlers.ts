/* User operations (ERC-4337): the bundler and the paymaster that the operator configured for a chain, and `POST /v1/bundler`. */

import { codes } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'
import { plainStatuses } from '../gateway/families/nodeFaults.js'
import { type Outcome, readReply } from '../gateway/readReply.js'
import { errorOutcome } from '../gateway/reply.js'
import { createUpstream, type Upstream } from '../gateway/upstream.js'

/** One call, as it came: `params` is what was parsed. */
export type BundlerCall = { readonly method: string; readonly params: readonly unknown[] }

/** The bundlers of the configured chains. */
export type Bundlers = {
  /** Whether user operations of this chain have somewhere to go. */
  readonly serves: (caipNetworkId: string) => boolean
  /** Asks the chain's bundler, or its paymaster, once: what was sent is never sent again by itself. */
  readonly ask: (caipNetworkId: string, call: BundlerCall) => Promise<Outcome>
  readonly close: () => Promise<void>
}

/** What pages and wallets may ask; the rest of a bundler's methods are for whoever runs it. */
export const bundlerMethods = [
  'eth_sendUserOperation',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'pm_sponsorUserOperation',
  'pm_getPaymasterData',
  'pm_getPaymasterStubData',
  'pimlico_getUserOperationGasPrice',
] as const

/** Whether a method asks who pays; the others are for the bundler. */
export const isForPaymaster = (method: string): boolean => method.startsWith('pm_')

/** Milliseconds. A bundler tries an operation on its node before it answers; clients give up after 10 s. */
const timeout = 8_000
/** Seconds. */
const retryAfter = 2
/** 100 coins, in wei. */
const plenty = '0x56bc75e2d63100000'

const senderOf = (operation: unknown): string | undefined =>
  typeof operation === 'object' && operation !== null && 'sender' in operation && typeof operation.sender === 'string'
    ? operation.sender
    : undefined

/** Gas is measured as if the account could pay: how much it lacks is only known afterwards. Callers who bring their own state keep it. */
export function withFunds({ method, params }: BundlerCall): BundlerCall {
  const sender = senderOf(params[0])
  if (method !== 'eth_estimateUserOperationGas' || params.length !== 2 || sender === undefined) return { method, params }
  return { method, params: [...params, { [sender]: { balance: plenty } }] }
}

/** Whether a question to a paymaster (ERC-7677) names another chain: some serve all chains at one address, and would pay there. */
const namesOther = ({ method, params }: BundlerCall, caipNetworkId: string): boolean => {
  const [, , chainId] = params
  if (method === 'pm_sponsorUserOperation' || chainId === undefined || chainId === null) return false
  const isNumber = typeof chainId === 'number' || (typeof chainId === 'string' && /^(?:0x[0-9a-f]{1,16}|\d{1,16})$/i.test(chainId))
  return !isNumber || `eip155:${Number(chainId)}` !== caipNetworkId
}

type Ends = { readonly bundler: Upstream; readonly paymaster: Upstream | undefined }

/** Opens the bundlers that the operator configured. No address of theirs, nor a key in it, ever reaches a browser. */
export function openBundlers(chains: readonly Chain[]): Bundlers {
  const ends = new Map<string, Ends>()
  for (const { caipNetworkId, bundler } of chains) {
    if (!bundler) continue
    ends.set(caipNetworkId, {
      bundler: createUpstream(bundler.url),
      paymaster: bundler.paymaster === undefined ? undefined : createUpstream(bundler.paymaster),
    })
  }

  async function post(upstream: Upstream, call: BundlerCall): Promise<Outcome> {
    const reply = await upstream.post(JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }), timeout).catch(() => null)
    const outcome = reply && plainStatuses(reply.status) ? readReply(reply.text) : null
    const wait = reply?.retryAfter === undefined ? retryAfter : Math.max(1, Math.ceil(reply.retryAfter / 1_000))
    return outcome ?? { kind: 'failed', limited: reply?.status === 429, retryAfter: wait }
  }

  return {
    serves: (caipNetworkId) => ends.has(caipNetworkId),
    async ask(caipNetworkId, call) {
      const found = ends.get(caipNetworkId)
      if (!found) return errorOutcome(codes.invalidParams, 'This chain has no bundler')
      if (!isForPaymaster(call.method)) return post(found.bundler, withFunds(call))
      if (namesOther(call, caipNetworkId)) return errorOutcome(codes.invalidParams, 'The call is about another chain')
      return found.paymaster ? post(found.paymaster, call) : errorOutcome(codes.methodNotFound, 'This chain has no paymaster')
    },
    close: async () => {
      const all = [...ends.values()].flatMap(({ bundler, paymaster }) => (paymaster ? [bundler, paymaster] : [bundler]))
      await Promise.all(all.map((upstream) => upstream.close()))
    },
  }
}
