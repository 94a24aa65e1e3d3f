import { createHash, randomBytes } from 'node:crypto'

/** Drawn anew by each process: hashes of one run can be compared with each other and with nothing else. */
const salt = randomBytes(16)
const address = /0x[0-9a-f]{40}/gi
/** Where a path names an account, of any chain family: by its address, or by its CAIP-10 id. */
const account = /^(\/v1\/(?:account|identity|profile\/reverse|sessions)\/(?:[^/]*(?::|%3a))?)([^/]+)/i
/** Questions for a contract (EIP-3668) are part of a path, and may be thousands of digits long. */
const callData = /(0x[0-9a-f]{8})[0-9a-f]{72,}/gi

/**
 * A path as it may stand in a log: never its query, call data shortened, and addresses hashed when the operator wants so.
 */
export function loggablePath(url: string, hashAddresses: boolean): string {
  const path = (url.split('?', 1)[0] ?? '').replace(callData, '$1…')
  if (!hashAddresses) return path
  const hide = (text: string) => {
    // Capitals of an EVM address are its checksum only.
    const same = text.startsWith('0x') ? text.toLowerCase() : text
    return `~${createHash('sha256').update(salt).update(same).digest('hex').slice(0, 12)}`
  }
  return path.replace(account, (_whole, before: string, text: string) => `${before}${hide(text)}`).replace(address, hide)
}
