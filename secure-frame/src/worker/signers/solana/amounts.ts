/** Raw units as decimal text, exact. */
export function decimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = decimals ? digits.slice(-decimals).replace(/0+$/, '') : ''
  return `${digits.slice(0, digits.length - decimals)}${fraction ? `.${fraction}` : ''}`
}
export const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
/** Solana's tokens have no name that could be trusted: both ends of their mint. */
export const short = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`
