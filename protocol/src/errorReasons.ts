import { readProperty } from './errors.js'
import type { loadFailed, requestTimeout } from './messages/frameReasons.js'
import type { SecureReason } from './secure.js'

/** Why a request to a wallet failed. */
type WalletReason =
  /** The wallet answered, but gave no account: it is locked, or the user ticked none. */
  | 'no_accounts'
  /** The mobile wallet granted none of the requested networks. */
  | 'namespace_not_granted'
  /** The wallet stayed on another network. */
  | 'not_switched'
  /** No wallet used the QR code within an hour. */
  | 'pairing_expired'
  /** The page that made the QR code no longer knows it. */
  | 'pairing_lost'
  /** The mobile wallet could not sign in while it connected: the next code asks it to connect alone. */
  | 'authentication_failed'
  /** The request was not sent: the relay between the devices cannot be reached. */
  | 'relay_unreachable'
  /** The wallet on another device did not answer in time. */
  | 'request_expired'
  /** The relay refused this device's token: its clock is wrong, and was not set right by the server's time. */
  | 'clock_wrong'
  /** The relay does not know the project, or does not serve this site. */
  | 'project_refused'
  | 'origin_refused'
  /** The tab of the site that was sending the request was closed: it is unknown whether it was sent. */
  | 'tab_closed'

/**
 * Every value of `data.reason` of an error: it distinguishes causes that share a code.
 *
 * @example const reason: ErrorReason = 'no_accounts'
 */
export type ErrorReason = WalletReason | SecureReason | typeof loadFailed | typeof requestTimeout

/**
 * The `data.reason` of anything thrown. Another build may send a reason that is not in {@link ErrorReason}: treat it as unknown.
 *
 * @returns undefined when there is none
 * @example
 * reasonOf({ code: -32001, message: 'No accounts', data: { reason: 'no_accounts' } }) // 'no_accounts'
 */
export function reasonOf(error: unknown): ErrorReason | undefined {
  const reason = readProperty(readProperty(error, 'data'), 'reason')
  return typeof reason === 'string' ? (reason as ErrorReason) : undefined
}
