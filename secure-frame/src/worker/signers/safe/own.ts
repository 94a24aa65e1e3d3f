import type { Hex } from 'viem'
import { notAllowed } from '../../policy/refusals.js'
import type { SignerContext } from '../context.js'
import { safeAddressOf } from './account.js'
import { contracts } from './contracts.js'

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** The smart account that a key owns, whichever of the two is the one in use. */
const ownedBy = ({ account, smart }: Pick<SignerContext, 'account' | 'smart'>): Hex =>
  smart?.address ?? safeAddressOf(`0x${account.slice(2)}`)

/**
 * Refuses calls that could change who owns the user's own smart account, or what runs in it: from itself (a Safe obeys itself), or from its
 * owner. Coins may be sent to it. Refuses the account's calls of the module that limits spending, too: a permission is granted by a review that
 * says it (ERC-7715), and not by a transaction.
 *
 * @throws RpcError 4200
 */
export function refuseOwnContract(
  calls: readonly { readonly to?: string; readonly data: string }[],
  context: Pick<SignerContext, 'account' | 'smart'>,
): void {
  const own = ownedBy(context)
  const calling = calls.flatMap(({ to, data }) => (to === undefined || data === '0x' ? [] : [to]))
  if (calling.some((to) => same(to, own))) throw notAllowed('account')
  if (context.smart && calling.some((to) => same(to, contracts.allowanceModule))) throw notAllowed('permissions')
}

/**
 * Refuses typed data whose signature would be an order to the user's own smart account: a Safe transaction, or a user operation.
 *
 * @throws RpcError 4200
 */
export function refuseOwnDomain(contract: string | undefined, context: Pick<SignerContext, 'account' | 'smart'>): void {
  if (contract !== undefined && (same(contract, ownedBy(context)) || same(contract, contracts.module)))
    throw notAllowed('verifyingContract')
}

/**
 * Refuses to sign 32 bytes that are no plain text as a message of the key itself: a Safe takes that as its owner's yes to the transaction with this
 * hash. Plain is what no hash is by chance: of printable bytes one in 2^46 consists, which somebody finds who tries for a day; of letters of one
 * case, digits and a few signs one in 2^82. A smart account's own messages are bound to it in another way.
 *
 * @throws RpcError 4200
 */
export function refuseBareHash(bytes: Uint8Array, { smart }: Pick<SignerContext, 'smart'>): void {
  if (smart || bytes.length !== 32) return
  const isPlain = /^(?:[a-z0-9 .,:_-]*|[A-Z0-9 .,:_-]*)$/.test(String.fromCharCode(...bytes))
  if (!isPlain) throw notAllowed('hash')
}
