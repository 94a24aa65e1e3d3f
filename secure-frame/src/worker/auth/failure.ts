import { codes, errors, limits, RpcError, reasonOf, type SecureFailure, type SecureReason } from '@latchkey/protocol'
import { type AccountErrorCode, accountErrors } from '@latchkey/protocol/schemas/account'

const reasons: Readonly<Partial<Record<AccountErrorCode, SecureReason>>> = {
  otp_wrong: 'otp_wrong',
  otp_spent: 'otp_attempts',
  challenge_gone: 'otp_expired',
  device_number_wrong: 'device_refused',
  link_gone: 'device_expired',
  flow_gone: 'social_expired',
  flow_denied: 'social_cancelled',
  flow_elsewhere: 'social_failed',
  provider_failed: 'social_failed',
  farcaster_failed: 'social_failed',
  method_off: 'provider_unavailable',
  invalid_token: 'session_expired',
  token_reused: 'session_expired',
  mail_failed: 'mail_failed',
  email_taken: 'email_taken',
  quarantined: 'quarantine',
  step_up_required: 'step_up',
}

const strings: Readonly<Partial<Record<AccountErrorCode, string>>> = {
  farcaster_failed: errors.farcasterFailed,
  provider_failed: errors.socialFailed,
}

/** An error for the dialog: its code, a sentence of the catalogue, and the reason that its view depends on. */
export const failure = (code: number, message: string, data: SecureFailure): RpcError => new RpcError(code, message, { data })

/** Why something failed, of what {@link failure} made; a plain refusal for anything else. */
export const secureReasonOf = (error: unknown) => (reasonOf(error) ?? 'refused') as SecureReason

/** The service cannot be reached. */
export const offline = (): RpcError => failure(codes.resourceUnavailable, errors.somethingWentWrong, { reason: 'offline' })

/** What the accounts service refused. `field` is its name for the cause. */
export class AccountRefusal extends RpcError {
  override readonly name: string = 'AccountRefusal'
  readonly field: string
  constructor(field: string, code: number, message: string, data: SecureFailure) {
    super(code, message, { data })
    this.field = field
  }
}

/**
 * Reads a refusal of the accounts service.
 *
 * @param body its JSON, whatever that is
 * @param retryAfter of its header, in seconds
 */
export function readRefusal(status: number, body: unknown, retryAfter: string | null): AccountRefusal {
  const { reasons: list, data } = (body ?? {}) as { reasons?: readonly { field?: unknown }[]; data?: { attemptsLeft?: unknown } }
  const field = String(list?.[0]?.field ?? '')
  const known = Object.hasOwn(accountErrors, field) ? (field as AccountErrorCode) : undefined
  const seconds = Number(retryAfter) || 0
  const attemptsLeft = data?.attemptsLeft
  // A wait that a user sits out, or a limit that they come back for.
  const limited = status === 429 && seconds * 1_000 <= limits.emailCooldown ? 'cooldown' : 'rate_limited'
  const reason = (known && reasons[known]) ?? (status === 429 || status === 423 ? limited : status >= 500 ? 'offline' : 'refused')
  const sentence = known && (strings[known] ?? accountErrors[known][1].replace('{n}', String(seconds)))
  const message = status === 429 ? errors.tryAgainAfter(seconds) : (sentence ?? errors.somethingWentWrong)
  const code =
    status === 429
      ? codes.limitExceeded
      : status === 401 || status === 403
        ? codes.unauthorized
        : // A schema of ours refused it, as the frame's own would: this frame is of another version.
          known === 'invalid_request'
          ? codes.invalidParams
          : codes.invalidInput
  return new AccountRefusal(field, code, message, {
    reason,
    ...(seconds ? { retryAfter: seconds } : {}),
    ...(typeof attemptsLeft === 'number' ? { attemptsLeft } : {}),
  })
}
