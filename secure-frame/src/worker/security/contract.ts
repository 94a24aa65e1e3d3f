import type { Custody, OauthProvider, SecureReason } from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import type { AccountUser, AuditEntry } from '@latchkey/protocol/schemas/account'
import type { Words } from '../approve/content.js'

/**
 * What the wallet's own window may ask of the Worker, over a port that only a window of this origin gets. Keys and words leave the Worker here
 * and nowhere else.
 */
export type SecurityApi = {
  overview(): Overview
  /** Mails a code to the login address. */
  stepUpStart(): { readonly resendAt: number }
  stepUpVerify(params: { readonly code: string }): void
  /** Where the provider's window goes; `number` is for a window that its pages cut off. */
  stepUpProvider(params: { readonly provider: OauthProvider }): { readonly url: string; readonly number: string }
  /** Settles when that window's user confirmed. `uri`: what its last page handed over. */
  stepUpProviderDone(params: { readonly uri?: string }): void
  /** Shown once; counts after {@link SecurityApi.proveCode}. */
  addCode(): { readonly code: string }
  /** What was typed back; `shown` the one that was to be, where it is known: an older one that works is another. Older recovery codes end with it. */
  proveCode(params: { readonly code: string; readonly shown?: string }): void
  /** What a passkey is made with, or asked with. */
  passkeys(): PasskeyRequest
  addPasskey(params: PasskeyAnswer): void
  provePasskey(params: PasskeyAnswer): void
  removeFactor(params: { readonly slotId: string }): void
  takeCustody(): void
  devices(): readonly DeviceView[]
  /** Ends a device's sessions, and then destroys the key shares of its key slots. */
  revokeDevice(params: { readonly id: string }): void
  /** Another vault key. Factors that are not named open nothing any more; neither do other devices. */
  rotate(params: { readonly code?: string; readonly passkey?: PasskeyAnswer }): void
  /** The server is asked first: it writes it down, and mails it. */
  exportSecrets(): Secrets
  /** What the user's smart accounts let others spend, from their chains. `unavailable`: names of networks that don't answer. */
  permissions(): { readonly permissions: readonly PermissionView[]; readonly unavailable: readonly string[] }
  /** What removing one costs. Nothing is sent yet. */
  askRemoval(params: PermissionId): { readonly fee: string; readonly affordable: boolean }
  /** Sends what {@link SecurityApi.askRemoval} prepared, and settles when it is on the chain. */
  removePermission(params: PermissionId): void
  /** A file that the recovery code opens without any server. */
  kit(params: { readonly code: string }): { readonly name: string; readonly text: string }
  log(params: { readonly before?: number }): { readonly entries: readonly AuditEntry[] }
  /** Ends every session. @returns when the key shares of the devices are destroyed; null when they are */
  signOutEverywhere(): { readonly shredAt: number | null }
  deleteAccount(): { readonly deleteAt: number }
  /** Opens the wallet on this device, which holds no key of it. */
  unlock(params: { readonly code: string } | { readonly passkey: PasskeyAnswer }): void
}
export type SecurityHandlers = Handlers<SecurityApi>

export type FactorView = {
  readonly slotId: string
  readonly type: 'code' | 'passkey'
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** It was used since it was added, so it is known to work. */
  readonly proven: boolean
}

export type Overview = {
  readonly user: AccountUser
  readonly custody: Custody
  readonly factors: readonly FactorView[]
  /** This device holds no key, and nothing of the operator's helps: a factor has to open the wallet first. */
  readonly locked: boolean
  /** Until when a fresh proof of the user counts, milliseconds since 1970. */
  readonly stepUpUntil: number | null
  /** Until when this new device may change and show nothing. */
  readonly quarantinedUntil: number | null
  /** Some network has smart accounts, which can let others spend. */
  readonly grants: boolean
  /** False: this browser keeps nothing, and every visit starts anew. */
  readonly durable: boolean
}

export type PasskeyRequest = {
  /** WebAuthn's relying party. */
  readonly domain: string
  /** What the authenticator lists it by. */
  readonly userName: string
  /** Input of the PRF. */
  readonly salt: Uint8Array<ArrayBuffer>
  /** Those of this wallet, base64url. */
  readonly credIds: readonly string[]
}

/** The secret of a passkey's PRF, and the passkey's id. */
export type PasskeyAnswer = { readonly credId: string; readonly secret: Uint8Array<ArrayBuffer> }

export type DeviceView = {
  /** Thumbprint of its key. */
  readonly id: string
  readonly current: boolean
  /** Null: nobody is signed in there; its key slot is left. */
  readonly seen: { readonly browser: string; readonly network: string; readonly origin: string; readonly at: number } | null
  /** It can open the wallet. */
  readonly hasKey: boolean
  readonly since: number
}

export type PermissionId = {
  /** CAIP-2. */
  readonly network: string
  /** The permission's contract. */
  readonly contract: string
}

/** A permission to spend. */
export type PermissionView = PermissionId & {
  readonly networkName: string
  readonly spender: string
  /** The site that it was granted to; null: nobody told. */
  readonly site: string | null
  /** With the coin's symbol; `left` of this period, or in all. */
  readonly amount: string
  readonly left: string
  readonly period: Words
  /** Milliseconds since 1970; null: it does not end by itself. */
  readonly until: number | null
}

/** Everything that opens the accounts elsewhere. */
export type Secrets = { readonly words: string; readonly evm: string; readonly solana: string }

/** Why something in the window did not work: reasons of the dialog, of the server (`field` of its refusal), and of what was typed. */
export type SecurityFailure = {
  readonly reason: SecureReason | 'code_typo' | 'other_factor'
  readonly field?: string
  readonly retryAfter?: number
  readonly attemptsLeft?: number
}
