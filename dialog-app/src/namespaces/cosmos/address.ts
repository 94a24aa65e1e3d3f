import { bech32 } from '@scure/base'

/** Accounts are hashes of 20 bytes, or of 32 for contracts and modules (ADR-28). */
const accountBytes = [20, 32]
/** Human-readable parts of Bitcoin's segwit addresses, which are bech32 too. */
const bitcoins = /^(bc|tb|bcrt|ltc|tltc|rltc)$/
const longest = 90

/** A bech32 address with a right checksum, of any chain. */
export function isAddress(value: string): boolean {
  const decoded = bech32.decodeUnsafe(value, longest)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  return bytes !== undefined && accountBytes.includes(bytes.length) && !bitcoins.test(decoded?.prefix ?? '')
}

/** Bech32 in lower case: a code may carry it in capitals. */
export function formatAddress(address: string): string {
  return address.toLowerCase()
}
