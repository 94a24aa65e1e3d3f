import type { TypedData } from '../../../policy/evmParams.js'
import { permit2 } from '../decodeCall.js'
import type { Move } from '../money.js'
import type { SignedMessage, SignedValue } from './signed.js'

type Signed = Pick<TypedData, 'types' | 'primaryType' | 'domain'> & { readonly message: SignedMessage }

/** What Permit2 hashes under one of its names: these fields in this order. A witness is one more field behind them, with the page's own name and type. */
type Form = {
  readonly fields: readonly string[]
  readonly witness: boolean
  /** The field that holds the tokens, their type, and the fields of that type. */
  readonly list: string
  readonly partType: string
  readonly part: readonly string[]
}

function formOf(primaryType: string): Form | null {
  const [isAllowance, single] = /^Permit(?:(Single)|Batch)$/.exec(primaryType) ?? []
  if (isAllowance)
    return {
      fields: [`PermitDetails${single ? '' : '[]'} details`, 'address spender', 'uint256 sigDeadline'],
      witness: false,
      list: 'details',
      partType: 'PermitDetails',
      part: ['address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'],
    }
  const [isTransfer, batch, witness] = /^Permit(Batch)?(Witness)?TransferFrom$/.exec(primaryType) ?? []
  if (!isTransfer) return null
  return {
    fields: [`TokenPermissions${batch ? '[]' : ''} permitted`, 'address spender', 'uint256 nonce', 'uint256 deadline'],
    witness: witness !== undefined,
    list: 'permitted',
    partType: 'TokenPermissions',
    part: ['address token', 'uint256 amount'],
  }
}

/** Whether a type begins with these fields, and has so many more. */
function isOf({ types }: Signed, type: string, fields: readonly string[], more: number): boolean {
  const written = (Object.hasOwn(types, type) ? types[type] : undefined)?.map((field) => `${field.type} ${field.name}`) ?? []
  return written.length === fields.length + more && fields.every((field, index) => written[index] === field)
}

/** Whether a message is for Permit2, which moves every token that it was ever allowed to. */
export const isForPermit2 = ({ domain }: Pick<Signed, 'domain'>): boolean => domain.verifyingContract?.toLowerCase() === permit2

/**
 * Reads a permission of Permit2 as Permit2 does: by its name, and by fields that its types have exactly. A witness is never read, whatever its name says.
 *
 * @returns null for anything else
 */
export function permit2Moves(signed: Signed): Move[] | null {
  const { primaryType, message } = signed
  const form = formOf(primaryType)
  if (!form || !isOf(signed, primaryType, form.fields, form.witness ? 1 : 0) || !isOf(signed, form.partType, form.part, 0)) return null
  const given = message[form.list] as SignedValue
  const parts = (Array.isArray(given) ? given : [given]) as readonly { token: string; amount: bigint; expiration?: bigint }[]
  const { spender, deadline, sigDeadline } = message as { spender: string; deadline?: bigint; sigDeadline?: bigint }
  const moves = parts.map(({ token, amount, expiration }): Move => {
    const common = { kind: 'spend', token, spender, amount } as const
    // A transfer is over once it was handed in.
    if (expiration === undefined) return { ...common, until: deadline ?? 0n }
    // An allowance has two times. Its own end may be 0: the block in which it is handed in.
    return { ...common, handIn: sigDeadline ?? 0n, until: expiration === 0n ? (sigDeadline ?? 0n) : expiration }
  })
  return moves.length > 0 ? moves : null
}
