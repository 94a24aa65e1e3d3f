import type { Warning } from '../../approve/content.js'
import type { EvmTransaction } from '../../policy/evmParams.js'
import type { Rpc } from '../rpc.js'
import { type Fees, readPrice } from './fees.js'

/** Times the usual from which a price, or gas, is no matter of haste any more. */
const far = 10n
/** Numbers that a page may be ahead: transactions that it sends one after the other. */
const ahead = 8

const warning = (id: string, values?: Readonly<Record<string, string | number>>): Warning => ({
  tone: 'warn',
  title: { id: `warn.${id}` },
  text: { id: `warn.${id}Text`, ...(values ? { values } : {}) },
})

/** Whether a page's own price is far from what the network takes. */
async function isDear(tx: EvmTransaction, { price }: Fees, rpc: Rpc): Promise<boolean> {
  if (tx.gasPrice === undefined && tx.maxFeePerGas === undefined && tx.maxPriorityFeePerGas === undefined) return false
  const usual = await readPrice(rpc).catch(() => null)
  return usual !== null && (price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas) > usual.maxFeePerGas * far
}

/**
 * What a page set itself, and is far from what our own node would take: fees are paid to whoever makes the block, and a number that is not next
 * lets a transaction wait for a moment that suits somebody else.
 *
 * @param next the account's next number
 */
export async function unusualWarnings(tx: EvmTransaction, fees: Fees, next: number, rpc: Rpc): Promise<Warning[]> {
  const { nonce = next, gas } = tx
  return [
    ...((await isDear(tx, fees, rpc)) ? [warning('fee')] : []),
    ...(gas !== undefined && gas > fees.estimated * far ? [warning('gas')] : []),
    ...(nonce < next || nonce > next + ahead ? [warning('nonce', { nonce, next })] : []),
  ]
}
