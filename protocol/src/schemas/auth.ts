import type { Logins } from '../boot.js'
import type { OauthProvider } from '../socialProviders.js'
import {
  type AccountUser,
  type AuditEntry,
  auditEntry,
  base64url,
  type ChallengeAnswer,
  type CodeSent,
  challengeAnswer,
  codeSent,
  type DeviceAnswer,
  deviceAnswer,
  type EmailChangeStarted,
  type FarcasterStarted,
  farcasterStatus,
  type LinkFacts,
  linkFacts,
  matchNumber,
  nothing,
  type OauthStarted,
  oauthProvider,
  otp,
  place,
  seconds,
  sessionAnswer,
  sessionFacts,
  shredBody,
  socialProvider,
  stepUpAnswer,
  time,
  token,
  user,
  type VaultShred,
} from './authEntities.js'
import { emailAddress } from './emailAddress.js'
import { once, route } from './route.js'
import { schema, text, webUrl, z } from './schema.js'

/** Every call of sign-in, sessions and the account. Mail links end in `/verify#<token>` on the secure origin. */
export const authRoutes = {
  /** Which ways of signing in the project offers. */
  methods: route(
    'POST',
    '/auth/v1/methods',
    'none',
    schema<{ projectId: string; origin: string }>(z.object(place)),
    schema<Logins>(z.object({ email: z.boolean(), socials: z.array(socialProvider) })),
  ),
  /** `refreshToken` of a session that this device may still have. Refused with 429 within 30 s of this device's last one. */
  challenge: once(
    route(
      'POST',
      '/auth/v1/email/challenge',
      'device',
      schema<{ projectId: string; origin: string; email: string; refreshToken?: string }>(
        z.object({ ...place, email: emailAddress, refreshToken: z.optional(token) }),
      ),
      schema<ChallengeAnswer>(challengeAnswer),
    ),
  ),
  /** Asks whether the link was approved; with `wait` the answer may take 2 s, if there is none yet. `device_number_wrong`, `challenge_gone` end it. */
  device: route(
    'POST',
    '/auth/v1/email/device',
    'device',
    schema<{ challengeId: string; wait?: boolean }>(z.object({ challengeId: token, wait: z.optional(z.boolean()) })),
    schema<DeviceAnswer>(deviceAnswer),
  ),
  /** Sends the link or the code once more. A new code kills the older one; attempts are not given back. */
  resend: once(
    route(
      'POST',
      '/auth/v1/email/resend',
      'device',
      schema<{ challengeId: string }>(z.object({ challengeId: token })),
      schema<{ challengeId: string; expiresIn: number; resendAfter: number }>(z.object(codeSent)),
    ),
  ),
  /** `otp_wrong` has `data.attemptsLeft`; after five, `otp_spent`. */
  otp: once(
    route(
      'POST',
      '/auth/v1/email/otp',
      'device',
      schema<{ challengeId: string; code: string }>(z.object({ challengeId: token, code: otp })),
      sessionAnswer,
    ),
  ),
  /** For the first-party page: what the link in the mail is about. Changes nothing, so mail scanners are harmless. */
  linkInspect: route('POST', '/auth/v1/link/inspect', 'none', schema<{ token: string }>(z.object({ token })), schema<LinkFacts>(linkFacts)),
  /** `device` needs `number`; a wrong one ends the sign-in. */
  linkApprove: once(
    route(
      'POST',
      '/auth/v1/link/approve',
      'none',
      schema<{ token: string; number?: string }>(z.object({ token, number: z.optional(matchNumber) })),
      nothing,
    ),
  ),
  /** "It wasn't me": ends the sign-in. */
  linkDeny: once(route('POST', '/auth/v1/link/deny', 'none', schema<{ token: string }>(z.object({ token })), nothing)),

  /** New tokens; the old refresh token is spent. Used twice by anybody: `token_reused`, and the whole session is ended. */
  refresh: route('POST', '/auth/v1/token', 'device', schema<{ refreshToken: string }>(z.object({ refreshToken: token })), sessionAnswer),
  me: route('GET', '/auth/v1/me', 'session', nothing, schema<AccountUser>(user)),
  signOut: route('POST', '/auth/v1/sign-out', 'session', nothing, nothing),
  /**
   * Step-up, not in quarantine. Ends every session. The key shares of all devices' key slots are destroyed at once when the wallet signs for it;
   * otherwise 24 hours later, unless a mailed link undoes that. `shredAt`: when; null when they are gone, or there was none.
   */
  signOutEverywhere: route(
    'POST',
    '/auth/v1/sign-out-everywhere',
    'session',
    schema<{ shred?: VaultShred }>(z.object({ shred: z.optional(shredBody) })),
    schema<{ shredAt: string | null }>(z.object({ shredAt: z.nullable(time) })),
  ),
  sessions: route(
    'GET',
    '/auth/v1/sessions',
    'session',
    nothing,
    schema<{ sessions: readonly z.infer<typeof sessionFacts>[] }>(z.object({ sessions: z.array(sessionFacts) })),
  ),
  /** Another session than the caller's own: step-up, not in quarantine. */
  revoke: once(route('POST', '/auth/v1/sessions/revoke', 'session', schema<{ id: string }>(z.object({ id: token })), nothing)),
  audit: route(
    'POST',
    '/auth/v1/audit',
    'session',
    schema<{ before?: number }>(z.object({ before: z.optional(z.int()) })),
    schema<{ entries: readonly AuditEntry[] }>(z.object({ entries: z.array(auditEntry) })),
  ),

  /** Sends a code to the login address. A wallet without one steps up by `oauthStart` with `purpose: 'step-up'`. */
  stepUpStart: once(route('POST', '/auth/v1/step-up/start', 'session', nothing, schema<CodeSent>(z.object(codeSent)))),
  stepUpVerify: once(
    route(
      'POST',
      '/auth/v1/step-up/verify',
      'session',
      schema<{ challengeId: string; code: string }>(z.object({ challengeId: token, code: otp })),
      schema<{ stepUpUntil: string }>(stepUpAnswer),
    ),
  ),

  /** `url` is where the popup goes. `number` is shown only when the popup was cut off. `step-up` and `link` need a session: {@link oauthStartSigned}. */
  oauthStart: route(
    'POST',
    '/auth/v1/oauth/start',
    'device',
    schema<{ projectId: string; origin: string; provider: OauthProvider }>(z.object({ ...place, provider: oauthProvider })),
    schema<OauthStarted>(z.object({ flow: token, url: webUrl, number: matchNumber, expiresIn: seconds })),
  ),
  oauthStartSigned: route(
    'POST',
    '/auth/v1/oauth/start-signed',
    'session',
    schema<{ provider: OauthProvider; purpose: 'step-up' | 'link' }>(
      z.object({ provider: oauthProvider, purpose: z.enum(['step-up', 'link']) }),
    ),
    schema<OauthStarted>(z.object({ flow: token, url: webUrl, number: matchNumber, expiresIn: seconds })),
  ),
  /**
   * For the page that leads to the provider in the tab of the page itself: where the provider is asked, and which origin's page may be gone back to.
   * Tells nothing that whoever started does not know, and takes nothing from the sign-in: pages are left more than once.
   */
  oauthLeave: route(
    'POST',
    '/auth/v1/oauth/leave',
    'none',
    schema<{ flow: string }>(z.object({ flow: token })),
    schema<{ url: string; origin: string }>(z.object({ url: webUrl, origin: text(300) })),
  ),
  /** For the callback page without opener: the user picked the number. A wrong one ends the sign-in. */
  oauthRelease: once(
    route(
      'POST',
      '/auth/v1/oauth/release',
      'none',
      schema<{ ticket: string; number: string }>(z.object({ ticket: token, number: matchNumber })),
      nothing,
    ),
  ),
  /** Each 2 s while the popup is open: `READY` after `oauthRelease`, then redeem by `flow` alone. */
  oauthStatus: route(
    'POST',
    '/auth/v1/oauth/status',
    'device',
    schema<{ flow: string }>(z.object({ flow: token })),
    schema<{ status: 'PENDING' | 'ARRIVED' | 'READY' }>(z.object({ status: z.enum(['PENDING', 'ARRIVED', 'READY']) })),
  ),
  /** Once, within 60 s of the callback, and by the device that started the flow only. For `step-up` and `link`, the session that started it. */
  oauthRedeem: once(
    route(
      'POST',
      '/auth/v1/oauth/redeem',
      'device',
      schema<{ flow: string; ticket?: string }>(z.object({ flow: token, ticket: z.optional(token) })),
      sessionAnswer,
    ),
  ),
  unlink: once(
    route('POST', '/auth/v1/identities/unlink', 'session', schema<{ id: string }>(z.object({ id: token })), schema<AccountUser>(user)),
  ),

  /** `url` for the QR code or link, when the operator configured a relay; sign {domain, uri, nonce} oneself otherwise. */
  farcasterStart: route(
    'POST',
    '/auth/v1/farcaster/start',
    'device',
    schema<{ projectId: string; origin: string }>(z.object(place)),
    schema<FarcasterStarted>(
      z.object({
        flow: token,
        nonce: base64url(22, 64),
        domain: text(256),
        uri: webUrl,
        chainId: z.int(),
        url: z.nullable(text(2_048)),
        expiresIn: seconds,
      }),
    ),
  ),
  /**
   * Called every 1.5 s. The server asks the relay, and checks the signature and the custody itself. It signs in once, so the answer with the session must
   * not be lost.
   */
  farcasterStatus: once(
    route(
      'POST',
      '/auth/v1/farcaster/status',
      'device',
      schema<{ flow: string }>(z.object({ flow: token })),
      schema<z.infer<typeof farcasterStatus>>(farcasterStatus),
    ),
  ),
  /** A message signed without the relay (inside a Farcaster client). */
  farcasterVerify: once(
    route(
      'POST',
      '/auth/v1/farcaster/verify',
      'device',
      schema<{ flow: string; message: string; signature: string }>(
        z.object({ flow: token, message: text(4_096), signature: text(4_096).check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)) }),
      ),
      sessionAnswer,
    ),
  ),

  /** With a login address the code goes there first; without one, the answer is `VERIFY_SECONDARY_OTP` and a step-up is needed. */
  emailChange: once(
    route(
      'POST',
      '/auth/v1/email/change',
      'session',
      schema<{ email: string }>(z.object({ email: emailAddress })),
      schema<EmailChangeStarted>(z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']), ...codeSent })),
    ),
  ),
  emailChangePrimary: once(
    route(
      'POST',
      '/auth/v1/email/change/primary',
      'session',
      schema<{ challengeId: string; code: string }>(z.object({ challengeId: token, code: otp })),
      schema<EmailChangeStarted>(z.object({ action: z.literal('VERIFY_SECONDARY_OTP'), ...codeSent })),
    ),
  ),
  /** The old address gets a link that undoes it for 48 h. */
  emailChangeSecondary: once(
    route(
      'POST',
      '/auth/v1/email/change/secondary',
      'session',
      schema<{ challengeId: string; code: string }>(z.object({ challengeId: token, code: otp })),
      schema<{ email: string }>(z.object({ email: text(254) })),
    ),
  ),

  /** Step-up. The account is destroyed after 7 days, unless somebody signs in, or follows the link in the mail. */
  deleteAccount: once(
    route('POST', '/auth/v1/account/delete', 'session', nothing, schema<{ deleteAt: string }>(z.object({ deleteAt: time }))),
  ),
} as const
