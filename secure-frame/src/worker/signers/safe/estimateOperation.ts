import type { PlainCall } from '@latchkey/protocol'
import { type Hex, numberToHex } from 'viem'
import type { SignerContext, SmartAccount } from '../context.js'
import { buildOperation, highestCost } from './operation.js'
import { refuseOwnContract } from './own.js'

/** The most that an operation takes from its account, in the smallest unit of the native coin, and whether the operator's paymaster pays it. */
export type OperationFee = { readonly fee: Hex; readonly isSponsored: boolean }

const hex = (text: string): Hex => `0x${text.slice(2)}`

/**
 * What calls of a smart account would cost, before anybody is asked to approve them: built like the operation that an approval shows, so both say the
 * same. It is not signed, so it cannot happen.
 *
 * @throws RpcError 4200 for calls that could change who owns the account; the bundler's or the node's when they refuse or cannot be asked
 */
export async function estimateOperation(calls: readonly PlainCall[], context: SignerContext, smart: SmartAccount): Promise<OperationFee> {
  const wanted = calls.map(({ to, value, data = '0x' }) => ({ to: hex(to), value: BigInt(value), data: hex(data) }))
  refuseOwnContract(wanted, context)
  const built = await buildOperation(wanted, context, smart)
  return { fee: numberToHex(built.isSponsored ? 0n : highestCost(built)), isSponsored: built.isSponsored }
}
