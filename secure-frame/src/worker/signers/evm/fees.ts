import type { EvmTransaction } from '../../policy/evmParams.js'
import { notAllowed } from '../../policy/refusals.js'
import type { Rpc } from '../rpc.js'
import { type Header, readHeader } from './trial.js'

/** Gas and its price, as the transaction will say them. */
export type Fees = {
  readonly gas: bigint
  /** What our own node thinks that it needs, with some room. */
  readonly estimated: bigint
  readonly price:
    | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
    | { readonly type: 'legacy'; readonly gasPrice: bigint }
  /** The node says that it fails; its words. */
  readonly reverts?: string
}

const hex = (value: bigint) => `0x${value.toString(16)}`
const number = (value: unknown) => BigInt(String(value))
/** Used when the node refuses to estimate: enough for most calls, and shown as a failing one anyway. */
const fallbackGas = 300_000n
/** What coins for an address without code take, always. */
const plainGas = 21_000n
/** What the node asks for, with some room: code may need more in another block. */
const withRoom = (needed: bigint) => (needed === plainGas ? needed : (needed * 12n) / 10n)

/** What a network takes now for gas, in the words of EIP-1559. */
export async function readPrice(rpc: Rpc): Promise<{ readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }> {
  const price = await priceOf(rpc, {}, await readHeader(rpc).catch(() => null))
  return price.type === 'eip1559' ? price : { maxFeePerGas: price.gasPrice, maxPriorityFeePerGas: price.gasPrice }
}

async function priceOf(
  rpc: Rpc,
  tx: Pick<EvmTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  last: Header | null,
): Promise<Fees['price']> {
  if (tx.gasPrice !== undefined) return { type: 'legacy', gasPrice: tx.gasPrice }
  if (last?.baseFeePerGas === undefined) {
    // A network without such fees would take the page's number for something else.
    if (tx.maxFeePerGas !== undefined || tx.maxPriorityFeePerGas !== undefined) throw notAllowed('maxFeePerGas')
    return { type: 'legacy', gasPrice: number(await rpc('eth_gasPrice', [])) }
  }
  const tip = tx.maxPriorityFeePerGas ?? number(await rpc('eth_maxPriorityFeePerGas', []).catch(() => 1_000_000_000n))
  const maxFeePerGas = tx.maxFeePerGas ?? last.baseFeePerGas * 2n + tip
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: tip > maxFeePerGas ? maxFeePerGas : tip }
}

/**
 * Asks our own node for gas and its price; what the page gave is used as it is.
 *
 * @param last the newest block; null when the node cannot say
 * @throws RpcError 4200 for a price that the network does not have
 */
export async function readFees(rpc: Rpc, tx: EvmTransaction, last: Header | null): Promise<Fees> {
  const request = {
    from: tx.from,
    ...(tx.to ? { to: tx.to } : {}),
    data: tx.data,
    value: hex(tx.value),
    ...(tx.accessList ? { accessList: tx.accessList } : {}),
  }
  const estimate = rpc('eth_estimateGas', [request]).then(
    (gas) => ({ gas: withRoom(number(gas)) }),
    (error: unknown) => ({ gas: fallbackGas, reverts: error instanceof Error ? error.message : '' }),
  )
  const [price, { gas, ...rest }] = await Promise.all([priceOf(rpc, tx, last), estimate])
  return { estimated: gas, gas: tx.gas ?? gas, price, ...rest }
}

/** The most that the network may take. */
export const highestFee = ({ gas, price }: Fees): bigint => gas * (price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas)
