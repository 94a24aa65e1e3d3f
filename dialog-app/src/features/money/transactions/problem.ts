import { codes, isUserRejection, type NamespaceId, readProperty, reasonOf } from '@latchkey/protocol'
import type { Dialog } from '../../../lib/dialog.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import type { NodeProblem } from '../../../namespaces/transactions.js'
import { unsupported } from '../../../wallets/chainMissing.js'

/** Why a transaction was not sent. */
export type TransactionProblem =
  | NodeProblem
  /** The user said no in the wallet, or gave up here. */
  | 'refused'
  /** The wallet shows another request already. */
  | 'busy'
  /** Another account or network is active than the one that was shown. */
  | 'changed'
  /** The wallet cannot be reached. */
  | 'unreachable'
  /** The wallet, or this site, does not do that. */
  | 'notAllowed'
  /** Somebody answered something unknown. */
  | 'unknownNode'

const unreachable: readonly unknown[] = [codes.disconnected, codes.chainDisconnected]
const notAllowed: readonly unknown[] = [
  codes.unauthorized,
  codes.unsupportedMethod,
  codes.methodNotFound,
  codes.methodNotSupported,
  unsupported.methods,
]

/** A transaction that was not sent. `cause` is what the wallet or the node threw. */
export class TransactionError extends Error {
  override readonly name: string = 'TransactionError'
  constructor(
    readonly problem: TransactionProblem,
    cause?: unknown,
  ) {
    super(problem, { cause })
  }
}

/**
 * Why a transaction was not sent, from what the wallet or a node threw.
 *
 * @param namespace its chain family, which knows what its nodes say
 */
export async function transactionProblem(dialog: Dialog, namespace: NamespaceId, error: unknown): Promise<TransactionProblem> {
  if (error instanceof TransactionError) return error.problem
  if (isUserRejection(error)) return 'refused'
  const code = readProperty(error, 'code')
  if (code === codes.resourceUnavailable) return 'busy'
  const { transactions } = await loadNamespace(dialog, namespace)
  const said = (await transactions?.())?.problemOf(error)
  if (said) return said
  if (reasonOf(error) === 'expired' || reasonOf(error) === 'request_expired') return 'expired'
  if (unreachable.includes(code)) return 'unreachable'
  return notAllowed.includes(code) ? 'notAllowed' : 'unknownNode'
}
