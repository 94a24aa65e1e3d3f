import type { TypedData } from '../../../policy/evmParams.js'
import { notAllowed } from '../../../policy/refusals.js'

/**
 * What a signature would do with an account, or hides behind a hash, and no card could make safe. By its name, and by fields that others of this name do not have.
 */
const refused: readonly { readonly primaryType: RegExp; readonly fields: readonly string[]; readonly why: string }[] = [
  // User operations: calls of a smart account, its fees and its code.
  { primaryType: /^(?:Packed)?UserOperation$/, fields: ['sender', 'callData'], why: 'userOperation' },
  { primaryType: /^SafeOp$/, fields: ['safe', 'callData'], why: 'userOperation' },
  // EIP-7702: code that runs in the account's place.
  { primaryType: /^(?:SetCode)?Authorization$/, fields: ['chainId', 'address', 'nonce'], why: 'authorization' },
  { primaryType: /^(?:SetCode)?Authorization$/, fields: ['chainId', 'delegate', 'nonce'], why: 'authorization' },
  // ERC-7710: somebody else acts as the account.
  { primaryType: /^Delegation$/, fields: ['delegate', 'delegator', 'authority'], why: 'delegation' },
  // Blur: everything that is offered is behind one hash.
  { primaryType: /^Root$/, fields: ['root'], why: 'hiddenOrders' },
  { primaryType: /^Order$/, fields: ['listingsRoot'], why: 'hiddenOrders' },
]

/**
 * Refuses signatures by the name of what they do.
 *
 * @throws RpcError 4200, with `why`
 */
export function refuseByName({ types, primaryType }: Pick<TypedData, 'types' | 'primaryType'>): void {
  const names = new Set((Object.hasOwn(types, primaryType) ? types[primaryType] : undefined)?.map(({ name }) => name))
  const found = refused.find((one) => one.primaryType.test(primaryType) && one.fields.every((field) => names.has(field)))
  if (found) throw notAllowed(found.why)
}
