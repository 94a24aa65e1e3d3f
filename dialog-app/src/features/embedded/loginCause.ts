import { codes, type SecureReason, toWireError } from '@latchkey/protocol'

/** Why a login stopped, as the views tell it apart. */
export type LoginCause =
  | 'wrong'
  | 'expired'
  | 'refused'
  | 'cooldown'
  | 'limited'
  | 'denied'
  | 'offline'
  | 'unavailable'
  /** The mail server did not take the mail: it may not know the address. */
  | 'unsent'
  | 'factor'
  | 'taken'
  | 'quarantine'
  | 'stepUp'
  | 'cancelled'
  | 'unfinished'
  /** Refused by a schema of ours, which what the user types has passed before: the other side is of another version. */
  | 'invalid'
  | 'failed'

const causes: Readonly<Partial<Record<SecureReason | 'iframe_load_failed' | 'iframe_request_timeout', LoginCause>>> = {
  otp_wrong: 'wrong',
  otp_expired: 'expired',
  otp_attempts: 'expired',
  device_expired: 'expired',
  device_refused: 'refused',
  cooldown: 'cooldown',
  rate_limited: 'limited',
  social_cancelled: 'denied',
  social_expired: 'expired',
  social_unfinished: 'unfinished',
  provider_unavailable: 'unavailable',
  mail_failed: 'unsent',
  email_taken: 'taken',
  quarantine: 'quarantine',
  step_up: 'stepUp',
  session_expired: 'expired',
  factor_needed: 'factor',
  offline: 'offline',
  iframe_load_failed: 'unavailable',
  iframe_request_timeout: 'unavailable',
}

const causesByCode: Readonly<Partial<Record<number, LoginCause>>> = {
  [codes.userRejected]: 'cancelled',
  [codes.disconnected]: 'unavailable',
  [codes.invalidParams]: 'invalid',
}

export type LoginFailure = {
  readonly cause: LoginCause
  /** Seconds until another try. */
  readonly retryAfter: number | null
  readonly attemptsLeft: number | null
}

const count = (value: unknown) => (typeof value === 'number' && value >= 0 ? Math.ceil(value) : null)

/** Reads what the secure frame threw. Pure. */
export function loginFailure(error: unknown): LoginFailure {
  const { code, data } = toWireError(error)
  const { reason, retryAfter, attemptsLeft } = (data ?? {}) as {
    reason?: keyof typeof causes
    retryAfter?: unknown
    attemptsLeft?: unknown
  }
  const known = reason !== undefined && Object.hasOwn(causes, reason) ? causes[reason] : undefined
  return {
    cause: known ?? causesByCode[code] ?? 'failed',
    retryAfter: count(retryAfter),
    attemptsLeft: count(attemptsLeft),
  }
}
