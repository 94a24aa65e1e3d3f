import { codes, errors, type OpenParams, RpcError } from '@latchkey/protocol'
import type { Token } from '../../../state/portfolio.js'
import type { SendDraft, SendPreset } from '../../../state/send.js'
import { amountOf, mostOf } from './sendAmount.js'

/** The first thing that a draft lacks, in the order in which the button says it. */
export type SendNeed = 'token' | 'amount' | 'validAmount' | 'funds' | 'fee' | 'address' | 'validAddress' | 'nothing'

/**
 * What a draft lacks. Pure.
 *
 * @param native the native coin of the network, which pays the fee
 */
export function needOf(draft: SendDraft, token: Token | undefined, native: Token | undefined, paysFee: boolean): SendNeed {
  if (!token) return 'token'
  if (draft.amount.trim() === '' && !draft.isMax) return 'amount'
  const amount = amountOf(draft, token)
  if (amount === undefined) return 'validAmount'
  if (amount === 0n) return draft.isMax ? 'funds' : 'amount'
  if (amount > token.amount) return 'funds'
  const fee = paysFee ? (draft.cost?.fee ?? 0n) : 0n
  if (token.contract === undefined ? amount + fee > token.amount : native !== undefined && native.amount < fee) return 'fee'
  if (draft.receiver.trim() === '') return 'address'
  return draft.recipient.status === 'known' ? 'nothing' : 'validAddress'
}

/** Whether Max leaves anything. Pure. */
export const canMax = (token: Token, draft: SendDraft): boolean => mostOf(token, draft.cost) > 0n

/** Characters of an amount. */
const longest = 80

/**
 * What a page wants sent, once it is complete; undefined when it wants nothing sent. Pure.
 *
 * @throws RpcError -32602 'A token is required', 'An amount and receiver address are required'
 */
export function readPreset(id: string, { token, amount, recipient }: Omit<OpenParams, 'id'>): SendPreset | undefined {
  if (!token && !amount && !recipient) return undefined
  if (typeof amount !== 'string' || !amount || amount.length > longest || !recipient)
    throw new RpcError(codes.invalidParams, errors.sendNeedsAmountAndReceiver)
  if (!token) throw new RpcError(codes.invalidParams, errors.sendNeedsToken)
  return { id, token, amount, recipient }
}
