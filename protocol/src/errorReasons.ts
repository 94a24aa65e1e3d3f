import { readProperty } from './errors.js'
import type { loadFailed, requestTimeout } from './messages/frameReasons.js'
import type { SecureReason } from './secure.js'

/** Why a wallet's answer, or the way to a wallet, failed. */
type WalletReason =
  /** The wallet answered, but gave no account: it is locked, or the person ticked none. */
  | 'no_accounts'
  /** The wallet on another device let the site in, but not on any network that was asked for. */
  | 'namespace_not_granted'
  /** The wallet stayed on another network. */
  | 'not_switched'
  /** Nobody took the pairing code in an hour. */
  | 'pairing_expired'
  /** The pairing code was forgotten by the page that made it. */
  | 'pairing_lost'
  /** The request was not sent: the relay between the devices cannot be reached. */
  | 'relay_unreachable'
  /** The wallet on another device did not answer in time. */
  | 'request_expired'
  /** Another tab of the site took the request and went away: nobody knows whether it was sent. */
  | 'tab_closed'

/**
 * Every value of `data.reason` of an error: what a program can tell apart where one code stands for several causes.
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
