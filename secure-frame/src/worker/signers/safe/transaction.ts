import type { Hex } from 'viem'
import type { Prepared } from '../../approve/content.js'
import { transactionParams } from '../../policy/evmParams.js'
import { invalid, notAllowed } from '../../policy/refusals.js'
import type { SignerContext, SmartAccount } from '../context.js'
import { awaitOperation, notTaken } from './bundler.js'
import { prepareOperation } from './prepareOperation.js'

/** Milliseconds that a chain's clock may be behind ours. */
const clockSkew = 30_000

/**
 * Prepares `eth_sendTransaction` of a smart account. Its answer is the hash of the bundle's transaction, which is known once it happened. Gas and fees
 * of the page are none of an operation, which shows its own.
 *
 * @throws RpcError 4200 for a number or an access list of the page; -32602: an account does not create contracts by itself
 */
export async function prepareSmartTransaction(params: unknown, context: SignerContext, smart: SmartAccount): Promise<Prepared> {
  const { to, value, data, nonce, accessList } = transactionParams(params, context.account, Number(context.network.id))
  // An operation has neither: what a page means by them would not happen.
  if (nonce !== undefined) throw notAllowed('nonce')
  if (accessList !== undefined) throw notAllowed('accessList')
  if (!to) throw invalid('to')
  const finish = async (hash: Hex, validUntil: number) => {
    const happened = await awaitOperation(smart.bundler, hash, validUntil * 1_000 + clockSkew)
    if (!happened) throw notTaken()
    return happened.receipt.transactionHash
  }
  return prepareOperation([{ to, value, data }], context, smart, finish)
}
