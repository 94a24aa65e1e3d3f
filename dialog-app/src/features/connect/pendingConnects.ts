import type { NamespaceId } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import type { Wallet } from '../../wallets/wallet.js'

/** A request for accounts that a wallet has not answered yet, or whose sign-in the server is still checking. */
export type PendingConnect = {
  readonly wallet: Wallet
  readonly namespace: NamespaceId
  readonly result: Promise<Wallet.Connection>
  /** True when nobody waits for it any more: what comes is not taken. */
  readonly cancelled: () => boolean
}

const open = perDialog(() => new Map<PendingConnect, AbortController>())

/** Cancels the pending attempts, all or those of every other wallet. */
export function cancelPendingConnects(dialog: Dialog, except?: { wallet: Wallet; namespace: NamespaceId }): void {
  for (const [each, control] of open(dialog)) {
    if (except && each.wallet.info.id === except.wallet.info.id && each.namespace === except.namespace) continue
    open(dialog).delete(each)
    control.abort()
  }
}

/**
 * Asks a wallet for accounts, one wallet at a time. Asking the one that has the question on its screen joins that question: a second one
 * would only be refused (-32002), or shown twice.
 *
 * @param again asks a second time all the same, for a wallet that lost its window; both answers count
 */
export function pendingConnect(
  dialog: Dialog,
  wallet: Wallet,
  namespace: NamespaceId,
  { again = false, ...how }: Pick<Wallet.ConnectParameters, 'networkIds' | 'signIn'> & { again?: boolean },
): PendingConnect {
  cancelPendingConnects(dialog, { wallet, namespace })
  const [pending] = open(dialog).keys()
  if (pending && !again) return pending
  const control = new AbortController()
  const withSession = async (connection: Wallet.Connection) =>
    connection.signed ? (await import('../siwx/oneStep.js')).acceptSigned(dialog, wallet, connection, control.signal) : connection
  const result = wallet.connect({ namespace, ...how, signal: control.signal }).then(withSession)
  const mine: PendingConnect = { wallet, namespace, result, cancelled: () => control.signal.aborted }
  open(dialog).set(mine, control)
  const done = () => open(dialog).delete(mine)
  result.then(done, done)
  return mine
}
