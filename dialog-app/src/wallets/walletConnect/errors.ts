import { alerts, codes, type ErrorReason, errors, errorText, RpcError, readProperty, wireErrors } from '@latchkey/protocol'

/** WalletConnect's "user disconnected". */
const sessionEnded = 6000
const expired = /expired/i
const unreachable = /internet connection|publish|socket|stalled|interrupted|establish|subscribing/i

/** The relay does not answer. The request may be repeated. */
export const relayUnreachable = (cause?: unknown) =>
  new RpcError(codes.disconnected, errors.failedToConnect, { data: { reason: 'relay_unreachable' }, cause })

/** The wallet did not answer in time. */
export const requestExpired = (cause?: unknown) =>
  new RpcError(codes.resourceNotFound, errors.fallback, { data: { reason: 'request_expired' }, cause })

/** The code was not scanned in time, as often as it was renewed. */
export const pairingExpired = () => new RpcError(codes.resourceNotFound, errors.failedToConnect, { data: { reason: 'pairing_expired' } })

/** Another tab made the code, and nothing is left of it. */
export const pairingLost = () => new RpcError(codes.resourceNotFound, errors.failedToConnect, { data: { reason: 'pairing_lost' } })

/** The wallet could not sign in while it connected: the next code asks it to connect alone. */
export const authenticationFailed = (cause?: unknown) =>
  new RpcError(codes.resourceNotFound, errors.failedToConnect, { data: { reason: 'authentication_failed' }, cause })

/**
 * The tab that talks to wallets for all tabs of the site went away, and nobody knows whether the request had left: it is not repeated, since
 * the wallet might do it twice.
 */
export const tabClosed = () => new RpcError(codes.disconnected, wireErrors.disconnected, { data: { reason: 'tab_closed' } })

/** A user gave up. */
export const aborted = (message: string = errors.requestAborted) => new RpcError(codes.userRejected, message)

/**
 * Why the relay refused us, by the reason in its close frame.
 *
 * @returns 4100 with the alert that explains it; undefined for a reason that we don't know
 */
export function readRefusal(error: unknown): RpcError | undefined {
  const text = errorText(error)
  const refused = (message: string, reason: ErrorReason) => new RpcError(codes.unauthorized, message, { data: { reason }, cause: error })
  if (/JWT/.test(text)) return refused(alerts.sessionExpired, 'clock_wrong')
  if (/invalid key|project/i.test(text)) return refused(alerts.invalidProjectId, 'project_refused')
  if (/origin/i.test(text)) return refused(alerts.originNotAllowed, 'origin_refused')
  return undefined
}

/**
 * Turns what the client throws into an RpcError. A wallet's own code and message arrive untouched.
 */
export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  const code = readProperty(error, 'code')
  const text = errorText(error)
  const data = readProperty(error, 'data')
  // The session ended while the wallet was asked.
  if (code === sessionEnded) return new RpcError(codes.disconnected, wireErrors.disconnected, { cause: error })
  // The client's own errors are Errors without a code, or with 0; a wallet's are plain objects.
  if (typeof code === 'number' && code !== 0) return new RpcError(code, text, data === undefined ? {} : { data })
  if (expired.test(text)) return requestExpired(error)
  if (unreachable.test(text)) return relayUnreachable(error)
  return new RpcError(codes.internal, text, { cause: error })
}
