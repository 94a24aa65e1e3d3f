import { codes, errors, RpcError } from '@latchkey/protocol'
import { languageNow, type MessageId, t } from '../shell/i18n.js'
import type { SecurityFailure } from '../worker/security/contract.js'

/** What a passkey could not do. */
export class PasskeyError extends Error {
  override readonly name: string = 'PasskeyError'
  readonly reason: 'passkey_cancelled' | 'passkey_missing' | 'passkey_plain' | 'passkey_again'
  constructor(reason: PasskeyError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** The person went back: nothing to tell. */
export class Cancelled extends Error {
  override readonly name: string = 'Cancelled'
}

/** A device that is too new for what was asked. */
export const quarantined = (): RpcError => new RpcError(codes.unauthorized, errors.somethingWentWrong, { data: { reason: 'quarantine' } })

/** Why something did not work, as it is told. */
export type Trouble = {
  readonly reason: string
  readonly title: string
  readonly text: string
  /** Seconds; 0 when trying again needs no wait. */
  readonly retryAfter: number
}

type Sentence = readonly [title: MessageId, text: MessageId]
const failed: Sentence = ['trouble.failed', 'trouble.failedText']
const social: Sentence = ['trouble.social', 'trouble.socialText']

/** A sentence for every reason that the Worker knows: one that is added there has to be given one here. */
const reasons: Readonly<Record<SecurityFailure['reason'] | PasskeyError['reason'], Sentence>> = {
  offline: ['trouble.offline', 'trouble.offlineText'],
  otp_wrong: ['trouble.otpWrong', 'trouble.otpWrongText'],
  otp_expired: ['trouble.otpExpired', 'trouble.otpExpiredText'],
  otp_attempts: ['trouble.otpAttempts', 'trouble.otpExpiredText'],
  cooldown: ['trouble.soon', 'trouble.limitedText'],
  rate_limited: ['trouble.limited', 'trouble.limitedText'],
  code_typo: ['trouble.typo', 'trouble.typoText'],
  other_factor: ['trouble.otherFactor', 'trouble.otherFactorText'],
  factor_needed: ['trouble.factorNeeded', 'trouble.factorNeededText'],
  quarantine: ['quarantine.title', 'trouble.quarantineText'],
  step_up: ['trouble.stepUp', 'trouble.stepUpText'],
  session_expired: ['trouble.session', 'trouble.sessionText'],
  rollback: ['trouble.rollback', 'trouble.rollbackText'],
  damaged: ['trouble.damaged', 'trouble.damagedText'],
  window_blocked: ['window.blocked', 'trouble.popupText'],
  social_cancelled: social,
  social_failed: social,
  social_expired: social,
  social_unfinished: social,
  passkey_cancelled: ['trouble.passkeyCancelled', 'trouble.passkeyCancelledText'],
  passkey_missing: ['trouble.passkeyMissing', 'trouble.passkeyMissingText'],
  passkey_plain: ['trouble.passkeyPlain', 'trouble.passkeyPlainText'],
  passkey_again: ['trouble.passkeyAgain', 'trouble.passkeyAgainText'],
  device_expired: failed,
  device_refused: failed,
  provider_unavailable: failed,
  email_taken: failed,
  expired: failed,
  refused: failed,
}

/** What the server calls by a name of its own. */
const fields: Readonly<Record<string, Sentence>> = {
  slot_releases_spent: ['trouble.releases', 'trouble.limitedText'],
  factor_missing: ['trouble.factorMissing', 'trouble.factorMissingText'],
  vault_conflict: ['trouble.conflict', 'trouble.conflictText'],
  mail_failed: ['trouble.mail', 'trouble.mailText'],
  identity_other: ['trouble.identity', 'trouble.identityText'],
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
export function readTrouble(error: unknown): Trouble {
  const data = error instanceof RpcError ? ((error.data ?? {}) as Partial<SecurityFailure>) : {}
  const names = error instanceof PasskeyError ? [error.reason] : [data.field, data.reason]
  const reason = names.find((name) => name !== undefined && Object.hasOwn(sentences, name)) ?? 'failed'
  const [title, text] = sentences[reason] ?? failed
  const values = { n: data.attemptsLeft ?? 0, time: duration(Math.max(1, data.retryAfter ?? 60)) }
  return { reason, title: t(title, values), text: t(text, values), retryAfter: data.retryAfter ?? 0 }
}
