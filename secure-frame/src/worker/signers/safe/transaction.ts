import type { Hex } from 'viem'
import type { Prepared } from '../../approve/content.js'
import { transactionParams } from '../../policy/evmParams.js'
import { invalid } from '../../policy/refusals.js'
import type { SignerContext, SmartAccount } from '../context.js'
import { awaitOperation, notTaken } from './bundler.js'
import { prepareOperation } from './prepareOperation.js'

/** Milliseconds that a chain's clock may be behind ours. */
const clockSkew = 30_000

/**
 * Prepares `eth_sendTransaction` of a smart account. Its answer is the hash of the bundle's transaction, which is known once it happened; fees and
 * nonce of the page say nothing here.
 *
 * @throws RpcError 4200, -32602: an account does not create contracts by itself
 */
export async function prepareSmartTransaction(params: unknown, context: SignerContext, smart: SmartAccount): Promise<Prepared> {
  const { to, value, data } = transactionParams(params, context.account, Number(context.network.id))
  if (!to) throw invalid('to')
  const finish = async (hash: Hex, validUntil: number) => {
    const happened = await awaitOperation(smart.bundler, hash, validUntil * 1_000 + clockSkew)
    if (!happened) throw notTaken()
    return happened.receipt.transactionHash
  }
  return prepareOperation([{ to, value, data }], context, smart, finish)
}
