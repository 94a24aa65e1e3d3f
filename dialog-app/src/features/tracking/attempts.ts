import type { ConnectPhase } from '../../state/connecting.js'
import type { FarcasterPhase } from '../../state/farcaster.js'
import type { LoginPhase } from '../../state/login.js'
import type { PairingPhase } from '../../state/pairing.js'
import type { SocialPhase } from '../../state/social.js'

/** How an attempt ended, by its phase. */
export type End =
  /** It has not ended. */
  | null
  /** The wallet is connected. */
  | 'connected'
  /** The user declined. */
  | 'rejected'
  /** It failed; the phase is the reason. */
  | 'failed'

/** Attempts with an extension. */
export const connectEnds: Readonly<Record<ConnectPhase, End>> = {
  connecting: null,
  slow: null,
  connected: 'connected',
  cancelled: 'rejected',
  waiting: 'failed',
  locked: 'failed',
  notInstalled: 'failed',
  offline: 'failed',
  refused: 'failed',
  chainMissing: 'failed',
  failed: 'failed',
}

/** Attempts with a mobile wallet. */
export const pairingEnds: Readonly<Record<PairingPhase, End>> = {
  preparing: null,
  ready: null,
  connected: 'connected',
  cancelled: 'rejected',
  unreachable: 'failed',
  expired: 'failed',
  chainMissing: 'failed',
  refused: 'failed',
  failed: 'failed',
}

/** Logins by e-mail. */
export const loginEnds: Readonly<Record<LoginPhase, End>> = {
  idle: null,
  sending: null,
  waiting: null,
  checking: null,
  opening: null,
  connected: 'connected',
  // The user types again.
  wrong: null,
  cooldown: 'failed',
  expired: 'failed',
  refused: 'rejected',
  limited: 'failed',
  offline: 'failed',
  unavailable: 'failed',
  unsent: 'failed',
  // The user goes on with their passkey or recovery code.
  factor: null,
  invalid: 'failed',
  failed: 'failed',
}

/** Logins with another service's account. */
export const socialEnds: Readonly<Record<SocialPhase, End>> = {
  lost: null,
  ended: null,
  opening: null,
  starting: null,
  leaving: null,
  returning: null,
  outside: null,
  waiting: null,
  confirming: null,
  finishing: null,
  another: null,
  connected: 'connected',
  closed: 'rejected',
  denied: 'rejected',
  unfinished: 'rejected',
  blocked: 'failed',
  expired: 'failed',
  limited: 'failed',
  offline: 'failed',
  unavailable: 'failed',
  // The user goes on with their passkey or recovery code.
  factor: null,
  invalid: 'failed',
  failed: 'failed',
}

/** Logins with Farcaster's app. */
export const farcasterEnds: Readonly<Record<FarcasterPhase, End>> = {
  preparing: null,
  ready: null,
  connected: 'connected',
  denied: 'rejected',
  expired: 'failed',
  limited: 'failed',
  offline: 'failed',
  unavailable: 'failed',
  // The user goes on with their passkey or recovery code.
  factor: null,
  invalid: 'failed',
  failed: 'failed',
}
