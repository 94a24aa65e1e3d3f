import { codes, errors, RpcError } from '@latchkey/protocol'
import { hex } from '@scure/base'
import type { Prepared } from '../../approve/content.js'
import { callsParams } from '../../policy/callsParams.js'
import { invalid } from '../../policy/refusals.js'
import type { SignerContext } from '../context.js'
import type { Batch } from './batches.js'

/** 32 random bytes: nobody guesses another page's batch. */
const newId = () => `0x${hex.encode(crypto.getRandomValues(new Uint8Array(32)))}`

/**
 * Prepares `wallet_sendCalls`. A smart account does all of it or nothing; a key's own account sends one transaction after the other.
 *
 * @throws RpcError as `callsParams`; 5720 for an id that was used; 5760 for a key's own account that is asked for all or nothing
 */
export async function prepareSendCalls(params: unknown, context: SignerContext): Promise<Prepared> {
  const { account, network, smart, batches } = context
  const { version, atomicRequired, calls, id = newId() } = callsParams(params, account, Number(network.id))
  await batches.requireNew(id)
  const keep = async (sent: Batch['sent']) => {
    // It is sent, whether its state can be asked for or not: called failed, it would be asked for again, and happen twice.
    await batches.add({ id, account, network: network.caipNetworkId, version, sent }).catch(() => undefined)
    return version === '1.0' ? id : { id }
  }
  if (smart) {
    const plain = calls.map(({ to, ...rest }) => {
      if (!to) throw invalid('to')
      return { to, ...rest }
    })
    const { prepareOperation } = await import('../safe/prepareOperation.js')
    return prepareOperation(plain, context, smart, (hash, validUntil) => keep({ kind: 'operation', hash, validUntil }))
  }
  if (atomicRequired && calls.length > 1) throw new RpcError(codes.atomicityNotSupported, errors.fallback)
  const { prepareSequence } = await import('../evm/sequence.js')
  return prepareSequence(calls, context, (hashes) => keep({ kind: 'transactions', hashes, total: calls.length }))
}
