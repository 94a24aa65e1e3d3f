import { oauthProviderIds, socialProviderIds } from '../socialProviders.js'
import { name, schema, text, webUrl, z } from './schema.js'

/**
 * Base64url (RFC 4648) of random or hashed bytes.
 *
 * @param minimum characters
 * @param maximum characters
 * @example
 * import { schema } from './schema.js'
 *
 * const thumbprint = schema<string>(base64url(43, 43)) // SHA-256
 */
export const base64url = (minimum: number, maximum: number) => text(maximum).check(z.minLength(minimum), z.regex(/^[A-Za-z0-9_-]+$/))
export const token = base64url(22, 256)
export const otp = text(6).check(z.regex(/^\d{6}$/))
export const place = { projectId: name(64), origin: name(300) }
/** Seconds. */
export const seconds = z.int().check(z.gte(0))
/** ISO 8601, UTC. */
export const time = z.iso.datetime()
/** Two digits: shown in the frame, and picked among three on the first-party page. */
export const matchNumber = text(2).check(z.regex(/^\d{2}$/))

export const socialProvider = z.enum(socialProviderIds)
export const oauthProvider = z.enum(oauthProviderIds)

/**
 * Signing out everywhere with the wallet at hand: signed as its writes are, it destroys the key shares of all devices at once. `hash`: of the
 * manifest that the writer saw.
 */
export const shredBody = z.object({
  op: z.literal('shred'),
  walletId: base64url(22, 22),
  hash: base64url(43, 43),
  signature: base64url(86, 86),
})
export type VaultShred = z.infer<typeof shredBody>

/** Nothing to say. */
export const nothing = schema<Record<string, never>>(z.object({}))

const identityKind = z.enum(['email', ...socialProviderIds])
const identity = z.object({
  id: token,
  kind: identityKind,
  /** What a user recognises it by: the address, a user name. Never decides anything. */
  label: text(254),
})

export const user = z.object({
  /** Random, and means nothing outside this installation. */
  id: token,
  /** The login address; null for a wallet that has social logins only. */
  email: z.nullable(text(254)),
  userName: z.optional(text(128)),
  identities: z.array(identity),
  /** Set while the account waits to be deleted. */
  deleteAt: z.nullable(time),
})
export type AccountUser = z.infer<typeof user>

/** What every successful sign-in answers. Keep both tokens in the frame's own memory or storage; they work with this device's key only. */
export const session = z.object({
  accessToken: name(4_096),
  tokenType: z.literal('DPoP'),
  expiresIn: seconds,
  refreshToken: token,
  refreshExpiresIn: seconds,
  sessionId: token,
  /** How the user signed in. */
  provider: identityKind,
  user,
  /** Until when a step-up counts; null when one is needed. A fresh sign-in is one. */
  stepUpUntil: z.nullable(time),
  /** A device that is new to an existing wallet may not export, change factors, change the e-mail or delete before this. */
  quarantineUntil: z.nullable(time),
  hasWallet: z.boolean(),
})
export type AccountSession = z.infer<typeof session>
export const sessionAnswer = schema<AccountSession>(session)

/** `resendAfter`: seconds until `email.resend` or another challenge is allowed. */
export const codeSent = { challengeId: token, expiresIn: seconds, resendAfter: seconds }

export const challengeAnswer = z.discriminatedUnion('action', [
  /** A mail with a link was sent. Show `number`, and ask `email.device` every 2 s. */
  z.object({ action: z.literal('VERIFY_DEVICE'), ...codeSent, number: matchNumber }),
  /** A mail with a code was sent. */
  z.object({ action: z.literal('VERIFY_OTP'), ...codeSent }),
  /** `refreshToken` belongs to a living session of this address: refresh it. */
  z.object({ action: z.literal('CONNECT') }),
])
export type ChallengeAnswer = z.infer<typeof challengeAnswer>

export const deviceAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('PENDING'), expiresIn: seconds }),
  /** Approved; the code's mail is on its way. */
  z.object({ status: z.literal('VERIFY_OTP'), ...codeSent }),
])
export type DeviceAnswer = z.infer<typeof deviceAnswer>

const loginView = z.object({ kind: identityKind, label: text(254) })

/** What the first-party page shows before anything happens. `kind` decides its words. */
export const linkFacts = z.object({
  kind: z.enum(['device', 'unlock', 'revert-email', 'revert-login', 'cancel-deletion', 'keep-devices']),
  /** The page where the sign-in was started. */
  origin: z.nullable(text(300)),
  projectName: z.nullable(text(100)),
  /** "Firefox on Linux". */
  browser: text(128),
  /** Client address cut to its network: `203.0.113.0/24`. */
  network: text(64),
  at: time,
  expiresIn: seconds,
  /** `device` only: the page was opened on another network or in another kind of browser than the sign-in, which cannot be confirmed there. */
  elsewhere: z.boolean(),
  /** `device` only: one of them is on the other screen. None where it cannot be confirmed. */
  numbers: z.array(matchNumber),
  email: text(254),
  /** Ways to sign in that go and come back when the change is undone. */
  removes: z.array(loginView),
  restores: z.array(loginView),
})
export type LinkFacts = z.infer<typeof linkFacts>

/**
 * What the server writes into the document at `/oauth/callback/:provider` (element `latchkey-boot`, JSON), after it has finished with the
 * provider. With an opener: `opener.postMessage({ type: 'latchkey:oauth', flow, ticket }, dialog)`. Without one (cut off by COOP): show
 * what it is about and `numbers`, and `POST oauth.release`; nothing when it came from `elsewhere`. Nothing secret is in the URL; replace it before drawing.
 */
const callbackBoot = z.object({
  dialog: webUrl,
  api: webUrl,
  oauth: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      flow: token,
      ticket: token,
      provider: oauthProvider,
      purpose: z.enum(['sign-in', 'step-up', 'link']),
      /** Whose account it is about, masked (`a…@example.com`); null for a sign-in. */
      account: z.nullable(text(320)),
      /** What the provider calls the user who has just answered. */
      login: text(254),
      origin: text(300),
      projectName: text(100),
      browser: text(128),
      network: text(64),
      /** The answer came from another network or browser than the start: without an opener, it cannot be released. */
      elsewhere: z.boolean(),
      numbers: z.array(matchNumber),
      expiresIn: seconds,
    }),
    z.object({ ok: z.literal(false), flow: z.nullable(token), error: text(64), description: text(256) }),
  ]),
})
export type CallbackBoot = z.infer<typeof callbackBoot>
export const callbackBootSchema = schema<CallbackBoot>(callbackBoot)

export const farcasterStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('PENDING'), expiresIn: seconds }),
  z.object({ status: z.literal('CONNECTED'), session }),
])

export const sessionFacts = z.object({
  id: token,
  current: z.boolean(),
  /** Thumbprint of the device's key: sessions of one device have the same. */
  jkt: base64url(43, 43),
  browser: text(128),
  network: text(64),
  origin: text(300),
  createdAt: time,
  lastSeenAt: time,
})

export const auditEntry = z.object({
  id: z.int(),
  at: time,
  event: text(64),
  outcome: text(32),
  origin: z.nullable(text(300)),
  network: z.nullable(text(64)),
  /** This very device did it. */
  thisDevice: z.boolean(),
  meta: z.record(text(64), text(256)),
  hash: base64url(43, 43),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const stepUpAnswer = z.object({ stepUpUntil: time })

export type OauthStarted = { flow: string; url: string; number: string; expiresIn: number }
export type FarcasterStarted = {
  flow: string
  nonce: string
  domain: string
  uri: string
  chainId: number
  url: string | null
  expiresIn: number
}
export type EmailChangeStarted = {
  action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
  challengeId: string
  expiresIn: number
  resendAfter: number
}

/** Two of {@link codeSent}. */
export type CodeSent = { challengeId: string; expiresIn: number; resendAfter: number }
