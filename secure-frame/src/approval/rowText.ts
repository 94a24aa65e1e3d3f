/** An address as it is compared: its beginning and its end. The whole is in its title and in the details. */
export const shorten = (address: string): string => (address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address)

/** A decimal text with at most `places` digits behind the point, cut and never rounded up: what is shown is never more than what is there. */
export function cutAmount(amount: string, places = 6): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const kept = fraction.slice(0, places).replace(/0+$/, '')
  if (kept) return `${whole}.${kept}`
  return /[1-9]/.test(fraction) && !/[1-9]/.test(whole) ? `< 0.${'0'.repeat(places - 1)}1` : whole
}

/** Where two addresses differ, for showing it. Both have the same length as a rule; what is beyond differs. */
export const differences = (left: string, right: string): boolean[] =>
  [...left].map((letter, index) => letter.toLowerCase() !== right[index]?.toLowerCase())
