import type { Dialog } from '../../../lib/dialog.js'
import { after } from '../../../lib/lifetime.js'
import type { ChainCall } from '../../../namespaces/transactions.js'
import { currentConnection } from '../../../state/session.js'
import { walletFor } from '../../../wallets/registry.js'
import type { Wallet } from '../../../wallets/wallet.js'
import { type OnNetwork, onNetwork } from '../onNetwork.js'

/** Milliseconds for which a review waits for the wallet. */
const timeout = 8_000

const hex = (value: bigint): string => `0x${value.toString(16)}`

/**
 * The wallet's own estimate of the fee of calls, for accounts whose fee somebody else may pay (ERC-4337).
 *
 * @returns undefined for an account that pays itself, and when the wallet does not answer in time
 */
export async function walletFee(dialog: Dialog, of: OnNetwork, calls: readonly ChainCall[]): Promise<Wallet.Fee | undefined> {
  const connection = currentConnection(dialog)
  const plain = calls.flatMap((call) =>
    'to' in call ? [{ to: call.to, value: hex(call.value), ...(call.data ? { data: call.data } : {}) }] : [],
  )
  if (!connection || plain.length < calls.length || onNetwork(dialog)?.key !== of.key) return undefined
  if (connection.accounts[0]?.type !== 'smartAccount') return undefined
  const answer = walletFor(dialog, connection.wallet)
    .feeOf?.(of.networkId, plain)
    .catch(() => null)
  if (!answer) return undefined
  return await new Promise((resolve) => {
    const cancel = after(dialog, timeout, () => resolve(undefined))
    void answer.then((fee) => {
      cancel()
      resolve(fee ?? undefined)
    })
  })
}

/** Whether the operator pays the account's fees, asked with a call that does nothing, because the actual calls are not known yet. */
export const isSponsored = async (dialog: Dialog, of: OnNetwork): Promise<boolean> =>
  (await walletFee(dialog, of, [{ to: of.address, value: 0n }]))?.isSponsored ?? false
