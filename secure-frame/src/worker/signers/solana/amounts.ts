import type { SignerContext } from '../context.js'

/** Raw units as decimal text, exact. */
export function decimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = decimals ? digits.slice(-decimals).replace(/0+$/, '') : ''
  return `${digits.slice(0, digits.length - decimals)}${fraction ? `.${fraction}` : ''}`
}
export const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
/** How the operator's list names a mint. No name that a mint has on the chain can be trusted: one that is on no list is told by both its ends. */
export const nameOf = (mint: string, { contracts }: Pick<SignerContext, 'contracts'>): string =>
  contracts.tokens.find(({ address }) => address === mint)?.symbol ?? `${mint.slice(0, 4)}…${mint.slice(-4)}`
