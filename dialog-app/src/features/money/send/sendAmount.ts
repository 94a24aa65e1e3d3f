import { toDecimal } from '../../../lib/format.js'
import type { TransferCost } from '../../../namespaces/transfers.js'
import type { Token } from '../../../state/portfolio.js'
import type { SendDraft } from '../../../state/send.js'
import { readAmount, worthOf } from '../amounts.js'
import { currency, valueDecimals } from '../constants.js'

/** Digits of a currency that a user may write. */
const fiatDigits = 2

/** Units of a token that a value in millionths of the currency buys, rounded down. Pure. */
export const unitsOf = (millionths: bigint, { decimals, price }: Pick<Token, 'decimals' | 'price'>): bigint | undefined =>
  price ? (millionths * 10n ** BigInt(decimals)) / price : undefined

/** All that can be sent: of the native coin without what the fee may take. Pure. */
export function mostOf(token: Token, cost: TransferCost | undefined): bigint {
  if (token.contract !== undefined) return token.amount
  const kept = cost?.highest ?? 0n
  return token.amount > kept ? token.amount - kept : 0n
}

type Written = Pick<SendDraft, 'amount' | 'inFiat' | 'isMax' | 'cost'>

/**
 * The amount that a draft stands for, in the token's smallest unit. Pure.
 *
 * @returns undefined when what is written is no amount of the token
 */
export function amountOf({ amount, inFiat, isMax, cost }: Written, token: Token): bigint | undefined {
  if (isMax) return mostOf(token, cost)
  if (!inFiat) return readAmount(amount, token.decimals, token.symbol)
  const millionths = readAmount(amount, valueDecimals, currency)
  return millionths === undefined ? undefined : unitsOf(millionths, token)
}

/** What the field shows for an amount: all digits in the token, two in the currency. Pure. */
export function textOf(amount: bigint, token: Token, inFiat: boolean): string {
  if (!inFiat) return toDecimal(amount, token.decimals)
  const [whole = '0', fraction] = toDecimal(worthOf(amount, token, token.price) ?? 0n, valueDecimals).split('.')
  return fraction === undefined ? whole : `${whole}.${fraction.slice(0, fiatDigits)}`.replace(/\.0*$/, '')
}

/** What the field shows for a draft: what was written, or all that can be sent, which follows the fee and the balance. Pure. */
export function shownAmount(draft: Written, token: Token | undefined): string {
  const most = token && draft.isMax && draft.amount !== '' ? amountOf(draft, token) : undefined
  return token && most !== undefined ? textOf(most, token, draft.inFiat) : draft.amount
}
