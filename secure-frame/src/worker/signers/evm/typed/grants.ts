import type { TypedData } from '../../../policy/evmParams.js'
import type { Move } from '../money.js'
import { isForPermit2, permit2Moves } from './permit2.js'
import type { SignedMessage, SignedValue } from './signed.js'

/* Permissions and transfers that hide in a signature: EIP-2612, Dai's, ERC-4494, ERC-3009 and Permit2's. */

type Signed = Pick<TypedData, 'types' | 'primaryType' | 'domain'> & { readonly message: SignedMessage }

const number = (value: SignedValue | undefined) => (typeof value === 'bigint' ? value : undefined)
const text = (value: SignedValue | undefined) => (typeof value === 'string' ? value : undefined)

/** Later than any calendar: for what has no end. */
const never = 2n ** 256n - 1n

/** Until when a signature counts: the latest that it says, because nobody knows which of several its contract reads. Dai reads 0 as never. */
function handInOf(message: SignedMessage): bigint {
  const ends = ['deadline', 'sigDeadline', 'validBefore'].flatMap((name) => number(message[name]) ?? [])
  const expiry = number(message.expiry)
  if (expiry !== undefined) ends.push(expiry === 0n ? never : expiry)
  return ends.sort((left, right) => (left < right ? 1 : -1))[0] ?? never
}

function permit(contract: string, message: SignedMessage): Move[] | null {
  const spender = text(message.spender) ?? text(message.operator)
  if (!spender) return null
  // Its time ends the signature. What a token let somebody take by then, they may take for ever.
  const common = { token: contract, spender, handIn: handInOf(message) }
  const amount = number(message.value) ?? number(message.amount) ?? number(message.wad)
  if (amount !== undefined) return [{ kind: 'spend', ...common, amount }]
  const id = number(message.tokenId) ?? number(message.id)
  if (id !== undefined) return [{ kind: 'item', ...common, id }]
  const allowed = message.allowed ?? message.approved
  return typeof allowed === 'boolean' ? [{ kind: 'spend', ...common, amount: allowed ? null : 0n }] : null
}

/** @returns null for what is no permission that is known by name */
export function grantsIn(signed: Signed): Move[] | null {
  const { primaryType, domain, message } = signed
  const contract = domain.verifyingContract?.toLowerCase()
  if (!contract) return null
  if (isForPermit2(signed)) return permit2Moves(signed)
  if (primaryType === 'Permit' || primaryType === 'PermitForAll') return permit(contract, message)
  if (primaryType === 'TransferWithAuthorization' || primaryType === 'ReceiveWithAuthorization') {
    const [from, to, amount] = [text(message.from), text(message.to), number(message.value)]
    if (!from || !to || amount === undefined) return null
    // Handed in, it is over: it moves tokens, and leaves nothing behind.
    return [
      { kind: 'send', token: contract, from, to, amount },
      { kind: 'ends', until: handInOf(message) },
    ]
  }
  return null
}

const powers = /^_?(?:spender|operator|delegatee?|grantee|approved|authorized|allowedsender|manager|recipient|receiver|to|beneficiary)$/i
const powerful = /permit|approv|allowance|authoriz|delegat|order|listing|offer|bid|withdraw|transfer/i

/**
 * Everybody who would get something by a message in a form that nobody knows: its name, or one of its fields, says that it is a permission, an offer
 * or a transfer.
 */
export function unknownPowers({ primaryType, message }: Signed): string[] {
  const found: string[] = []
  const visit = (value: SignedValue) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object') return
    for (const [name, item] of Object.entries(value)) {
      if (typeof item === 'string' && /^0x[0-9a-fA-F]{40}$/.test(item) && powers.test(name)) found.push(item)
      visit(item)
    }
  }
  visit(message)
  const isPermission =
    powerful.test(primaryType) || Object.keys(message).some((name) => /^(?:spender|operator|delegate|grantee)$/i.test(name))
  return isPermission ? [...new Set(found)] : []
}

/** Whether a message's name alone, or the contract that it is for, says that it gives something away. */
export const isPermissionByName = (signed: Pick<Signed, 'primaryType' | 'domain'>): boolean =>
  isForPermit2(signed) || /permit|approv|allowance/i.test(signed.primaryType)
