import { randomUUID } from 'node:crypto'
import { type CaipNetworkId, codes } from '@latchkey/protocol'
import type { ChainService } from './chainService.js'
import { familyOf } from './families/familyOf.js'

/** A node's own error, or that no node answered (code -32603 and `retryAfter`), or refuses for now (`retryAfter`, too). */
export class NodeError extends Error {
  override readonly name = 'NodeError'

  /**
   * @param code of JSON-RPC
   * @param data what the node said beyond words: of a call that reverted, what the contract returned
   * @param retryAfter seconds until it is worth asking again; undefined for a node's answer that another try will not change
   */
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/**
 * Asks a chain's nodes on the server's own behalf: with the failover and the cache that pages have, without a project or its limits.
 *
 * Whole numbers that a float cannot hold are answered as bigint.
 *
 * @param chainId CAIP-2
 * @throws NodeError
 */
export type AskChain = (chainId: string, method: string, params: readonly unknown[]) => Promise<unknown>

/** Whole numbers of 16 digits and more, and texts, so that digits in these are not taken for one. */
const longNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?\d{16,}(?![\d.eE])/g

/** Nodes of Solana write amounts as JSON numbers of 64 bits: those that a float would round become a bigint. */
export function parseExactly(raw: string): unknown {
  if (!/[:,[]\s*-?\d{16}/.test(raw)) return JSON.parse(raw)
  // Nobody who wrote the answer knows the mark.
  const mark = `${randomUUID()} `
  const marked = raw.replace(longNumbers, (found) =>
    found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${mark}${found}"`,
  )
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  )
}

/** Seconds until it is worth asking a node again that refuses for now. */
const refusedFor = 2
/** Whom reads of the server are counted under: after a send they need no node of their own. */
const caller = 'server'

/**
 * @param services by CAIP-2 id
 */
export const askChainOf =
  (services: ReadonlyMap<string, Pick<ChainService, 'answer'>>): AskChain =>
  async (chainId, method, params) => {
    const service = services.get(chainId)
    if (!service) throw new NodeError(codes.invalidParams, `There is no node of ${chainId}.`)
    const outcome = await service.answer({ id: '1', method, params: JSON.stringify(params) }, caller)
    if (outcome.kind === 'result') return parseExactly(outcome.raw)
    if (outcome.kind === 'error') {
      const { refusesForNow } = familyOf({ caipNetworkId: chainId as CaipNetworkId })
      const { data } = (JSON.parse(outcome.raw) as { data?: unknown } | null) ?? {}
      throw new NodeError(outcome.code, outcome.message, data, refusesForNow(outcome) ? refusedFor : undefined)
    }
    throw new NodeError(codes.internal, 'No node answers', undefined, outcome.retryAfter)
  }
