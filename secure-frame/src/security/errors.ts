import { codes, errors, RpcError } from '@latchkey/protocol'
import { languageNow, type MessageId, t } from '../shell/i18n.js'
import type { SecurityFailure } from '../worker/security/contract.js'

/** What a passkey could not do. */
export class PasskeyError extends Error {
  override readonly name: string = 'PasskeyError'
  readonly reason: 'passkey_cancelled' | 'passkey_missing' | 'passkey_plain' | 'passkey_again' | 'passkey_foreign' | 'passkey_silent'
  constructor(reason: PasskeyError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** The user went back: nothing to tell. */
export class Cancelled extends Error {
  override readonly name: string = 'Cancelled'
}

/** A device that is too new for what was asked. */
export const quarantined = (): RpcError => new RpcError(codes.unauthorized, errors.somethingWentWrong, { data: { reason: 'quarantine' } })

/** Why something did not work, as it is told. */
export type ErrorText = {
  readonly reason: string
  readonly title: string
  readonly text: string
  /** Seconds; 0 when trying again needs no wait. */
  readonly retryAfter: number
}

type Sentence = readonly [title: MessageId, text: MessageId]
const failed: Sentence = ['errors.failed', 'errors.failedText']
const social: Sentence = ['errors.social', 'errors.socialText']

/** A sentence for every reason that the Worker knows: one that is added there has to be given one here. */
const reasons: Readonly<Record<SecurityFailure['reason'] | PasskeyError['reason'], Sentence>> = {
  offline: ['errors.offline', 'errors.offlineText'],
  otp_wrong: ['errors.otpWrong', 'errors.otpWrongText'],
  otp_expired: ['errors.otpExpired', 'errors.otpExpiredText'],
  otp_attempts: ['errors.otpAttempts', 'errors.otpExpiredText'],
  cooldown: ['errors.soon', 'errors.limitedText'],
  rate_limited: ['errors.limited', 'errors.limitedText'],
  code_typo: ['errors.typo', 'errors.typoText'],
  other_factor: ['errors.otherFactor', 'errors.otherFactorText'],
  factor_needed: ['errors.factorNeeded', 'errors.factorNeededText'],
  quarantine: ['quarantine.title', 'errors.quarantineText'],
  step_up: ['errors.stepUp', 'errors.stepUpText'],
  session_expired: ['errors.session', 'errors.sessionText'],
  mail_failed: ['errors.mail', 'errors.mailText'],
  rollback: ['errors.rollback', 'errors.rollbackText'],
  damaged: ['errors.damaged', 'errors.damagedText'],
  window_blocked: ['window.blocked', 'errors.popupText'],
  social_cancelled: social,
  social_failed: social,
  social_expired: social,
  social_unfinished: social,
  passkey_cancelled: ['errors.passkeyCancelled', 'errors.passkeyCancelledText'],
  passkey_missing: ['errors.passkeyMissing', 'errors.passkeyMissingText'],
  passkey_plain: ['errors.passkeyPlain', 'errors.passkeyPlainText'],
  passkey_again: ['errors.passkeyAgain', 'errors.passkeyAgainText'],
  passkey_foreign: ['errors.passkeyForeign', 'errors.passkeyForeignText'],
  passkey_silent: ['errors.passkeySilent', 'errors.passkeySilentText'],
  device_expired: failed,
  device_refused: failed,
  provider_unavailable: failed,
  email_taken: failed,
  expired: failed,
  refused: failed,
}

/** What the server calls by a name of its own. */
const fields: Readonly<Record<string, Sentence>> = {
  slot_releases_spent: ['errors.releases', 'errors.limitedText'],
  factor_missing: ['errors.factorMissing', 'errors.factorMissingText'],
  vault_conflict: ['errors.conflict', 'errors.conflictText'],
  identity_other: ['errors.identity', 'errors.identityText'],
}
const sentences: Readonly<Record<string, Sentence>> = { ...reasons, ...fields }

/** A span of time in words: "3 hours". @param seconds at least 1 */
function duration(seconds: number): string {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : seconds < 5_400 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour']
  return new Intl.NumberFormat(languageNow(), {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.ceil(value as number))
}

/** Reads anything thrown. What the server calls by a name of its own goes before the kind of failure that it belongs to. */
export function readError(error: unknown): ErrorText {
  const data = error instanceof RpcError ? ((error.data ?? {}) as Partial<SecurityFailure>) : {}
  const names = error instanceof PasskeyError ? [error.reason] : [data.field, data.reason]
  const reason = names.find((name) => name !== undefined && Object.hasOwn(sentences, name)) ?? 'failed'
  const [title, text] = sentences[reason] ?? failed
  const values = { n: data.attemptsLeft ?? 0, time: duration(Math.max(1, data.retryAfter ?? 60)) }
  return { reason, title: t(title, values), text: t(text, values), retryAfter: data.retryAfter ?? 0 }
}
