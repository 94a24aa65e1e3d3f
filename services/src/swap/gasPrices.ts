import { codes } from '@latchkey/protocol'
import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import { type AskChain, NodeError } from '../gateway/askChain.js'

/** Wei per unit of gas for a transaction that may wait, should be fast, or is in the next block. */
export type GasPrice = { readonly standard: bigint; readonly fast: bigint; readonly instant: bigint }

/**
 * What gas costs on an EVM chain now.
 *
 * @throws NodeError when no node answers, or with nonsense
 */
export type GasPrices = (chain: Chain) => Promise<GasPrice>

/** Blocks that are looked at, and which of the priority fees in each (percentiles). */
const blocks = '0x14'
const percentiles = [25, 60, 90]

const quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i)
const feeHistory = z.object({ baseFeePerGas: z.array(quantity), reward: z.array(z.array(quantity)).nullish() })

function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}

/** Fees of EIP-1559: a quarter more than the base fee of the next block, and what others pay beside it; of older chains the node's own price. */
export const gasPricesOf =
  (ask: AskChain): GasPrices =>
  async ({ caipNetworkId }) => {
    const history = feeHistory.safeParse(
      await ask(caipNetworkId, 'eth_feeHistory', [blocks, 'latest', percentiles]).catch((error) => {
        // An older node has no such method; one that does not answer is no older one.
        if (error instanceof NodeError && error.retryAfter === undefined) return undefined
        throw error
      }),
    ).data
    const next = history?.baseFeePerGas?.at(-1)
    if (next && BigInt(next) > 0n) {
      const base = (BigInt(next) * 5n) / 4n
      const tips = (index: number) => median((history?.reward ?? []).flatMap((reward) => (reward[index] ? [BigInt(reward[index])] : [])))
      return { standard: base + tips(0), fast: base + tips(1), instant: base + tips(2) }
    }
    const answer = quantity.safeParse(await ask(caipNetworkId, 'eth_gasPrice', []))
    if (!answer.success) throw new NodeError(codes.internal, 'The node says something else than a price', undefined, 5)
    const price = BigInt(answer.data)
    return { standard: price, fast: (price * 11n) / 10n, instant: (price * 5n) / 4n }
  }
