import { codes, methodPolicy } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'
import type { Effect } from './families/family.js'
import { type ByHeight, judgeLogsRange } from './logsRange.js'
import type { Call } from './parseBody.js'
import type { Outcome } from './readReply.js'
import { errorOutcome } from './reply.js'

/** Reads of the policy table that wallets answer and nodes do not. */
const walletReads = /^wallet_/
/** Filters live in one node; with several of them the next call would ask the wrong one. */
const filterMethods = /^eth_(?:new\w*Filter|getFilter\w+|uninstallFilter)$/

/** How a method of an EVM node may be treated. What only an operator allows (`anvil_mine`) may do anything. */
export function effectOf(method: string): Effect {
  if (method === 'eth_sendRawTransaction' || methodPolicy('eip155', method) !== 'read') return 'change'
  return filterMethods.test(method) ? 'once' : 'read'
}

/** What an operator allows beyond the list, by name or by prefix (`debug_*`). */
export function extraMethods(patterns: readonly string[]): (method: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith('*')))
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1))
  return (method) => names.has(method) || prefixes.some((prefix) => method.startsWith(prefix))
}

type Local = (call: Call) => Outcome | ByHeight | null

/** What reads logs of a range: at once, or when the filter is asked for its logs. */
const logMethods = new Set(['eth_getLogs', 'eth_newFilter'])

/**
 * What is decided without a node: answers that the configuration knows, and refusals. The list is an allow-list: `debug_`, `trace_`, `admin_`,
 * `personal_`, `anvil_` and everything unknown is refused unless the chain's configuration names it.
 *
 * @param maxLogsRange blocks that one `eth_getLogs` may span
 * @returns a function that answers null when a node has to be asked, and a decision by height when it depends on how high the chain is
 */
export function createMethodRules(chain: Chain, maxLogsRange: number): Local {
  const isExtra = extraMethods(chain.rpcMethods)
  const severalNodes = chain.upstreams.length > 1
  const local = new Map<string, Outcome>([
    ['eth_chainId', { kind: 'result', raw: `"0x${Number(chain.id).toString(16)}"` }],
    ['net_version', { kind: 'result', raw: `"${chain.id}"` }],
    ['net_listening', { kind: 'result', raw: 'true' }],
  ])
  const refuse = (method: string) => errorOutcome(codes.methodNotFound, `the method ${method} does not exist/is not available`)

  return ({ method, params }) => {
    const known = local.get(method)
    if (known) return known
    if (!isExtra(method)) {
      if (methodPolicy('eip155', method) !== 'read' || walletReads.test(method)) return refuse(method)
      if (severalNodes && filterMethods.test(method)) return refuse(method)
    }
    if (logMethods.has(method)) return judgeLogsRange(params, maxLogsRange)
    return null
  }
}
