import { createHash, randomBytes } from 'node:crypto'

/** Drawn anew by each process: hashes of one run can be compared with each other and with nothing else. */
const salt = randomBytes(16)
const address = /0x[0-9a-f]{40}/gi
/** Questions for a contract (EIP-3668) are part of a path, and may be thousands of digits long. */
const callData = /(0x[0-9a-f]{8})[0-9a-f]{72,}/gi

/**
 * A path as it may stand in a log: never its query, call data shortened, and addresses hashed when the operator wants so.
 */
export function loggablePath(url: string, hashAddresses: boolean): string {
  const path = (url.split('?', 1)[0] ?? '').replace(callData, '$1…')
  if (!hashAddresses) return path
  return path.replace(address, (text) => `~${createHash('sha256').update(salt).update(text.toLowerCase()).digest('hex').slice(0, 12)}`)
}
