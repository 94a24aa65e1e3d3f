/**
 * Refusals of the accounts service. The body is the envelope of every endpoint, `{ status: 'FAILED', reasons: [{ field, description }] }`:
 * `field` is the key of this table, `description` its sentence. `429` carries `Retry-After` in seconds, and its sentence names them.
 * `data` beside `reasons` holds numbers only (`attemptsLeft`).
 */
export const accountErrors = {
  invalid_request: [400, 'The request is malformed.'],
  too_large: [413, 'The request is too large.'],
  use_dpop_nonce: [401, 'The proof needs the nonce of the DPoP-Nonce header.'],
  invalid_dpop_proof: [401, 'The proof of this device is not valid.'],
  invalid_token: [401, 'Your session has ended. Sign in again.'],
  token_reused: [401, 'This session was used from somewhere else and has been ended. Sign in again.'],
  step_up_required: [403, 'Confirm that it is you to go on.'],
  quarantined: [403, 'This device is new. This is possible 24 hours after its first sign-in.'],
  origin_not_allowed: [403, 'Origin Not Allowed'],
  project_unknown: [403, 'Invalid Project ID'],
  method_off: [403, 'This way of signing in is switched off here.'],
  too_many_requests: [429, 'Please try again after {n} seconds'],
  challenge_gone: [410, 'This sign-in has expired. Start again.'],
  otp_wrong: [401, 'That code is not right.'],
  otp_spent: [410, 'Too many wrong codes. Start again.'],
  device_pending: [409, 'Confirm this device by the link in the e-mail first.'],
  device_number_wrong: [410, 'That is not the number on your screen. Start again.'],
  link_gone: [410, 'This link has expired or was used already.'],
  flow_gone: [410, 'This sign-in has expired. Start again.'],
  flow_elsewhere: [403, 'This sign-in was started on another network or in another browser. Start it again here.'],
  flow_denied: [403, 'The sign-in was declined.'],
  provider_failed: [502, 'Failed to initiate social connection'],
  identity_taken: [409, 'This login belongs to another wallet.'],
  identity_other: [403, 'Use a login of this wallet.'],
  identity_last: [409, 'A wallet needs at least one way to sign in.'],
  farcaster_failed: [401, 'Failed to connect to farcaster'],
  email_taken: [409, 'This e-mail address belongs to another wallet.'],
  email_changed: [409, 'This was the address of a wallet until lately. Undo that by the link in your e-mail, or wait 48 hours.'],
  login_removed: [409, 'This login was removed from a wallet lately. Undo that by the link in your e-mail, or wait 48 hours.'],
  email_missing: [409, 'This wallet has no e-mail address.'],
  session_unknown: [404, 'There is no such session.'],
  account_deleting: [409, 'This wallet is about to be deleted.'],
  vault_exists: [409, 'This account has a wallet already.'],
  vault_missing: [404, 'This account has no wallet yet.'],
  vault_conflict: [409, 'The wallet was changed somewhere else. Load it again.'],
  vault_signature: [403, 'The change is not signed by the wallet.'],
  vault_manifest: [400, 'The manifest does not fit the change.'],
  slot_gone: [404, 'This key slot does not exist any more.'],
  slot_other_device: [403, 'This key slot belongs to another device.'],
  slot_releases_spent: [429, 'Please try again after {n} seconds'],
  assist_held: [423, 'The wallet opens on this device later. Please try again after {n} seconds'],
  factor_missing: [409, 'Add a passkey, a password or a recovery code, and use it once, before you do this.'],
  mail_failed: [503, 'The e-mail could not be sent. Try again in a minute.'],
  unavailable: [503, 'The service is not available. Try again in a minute.'],
} as const satisfies Readonly<Record<string, readonly [status: number, sentence: string]>>

/** Key of {@link accountErrors}. */
export type AccountErrorCode = keyof typeof accountErrors
