/** 32 to 44 base58 characters. */
export function isAddress(value: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)
}

/** Base58 has one spelling. */
export function formatAddress(address: string): string {
  return address
}
