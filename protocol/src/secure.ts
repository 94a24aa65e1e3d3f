import type { ThemeVariables } from './contracts.js'
import type { AccountType, CaipNetworkId, Metadata } from './entities.js'
import type { NamespaceId } from './families/ids.js'
import type { SocialProvider } from './socialProviders.js'

/**
 * The contract between the dialog and the secure frame: every message, as methods of two Bridge ends. The
 * dialog frames the document `/sdk` of the secure origin ({@link secureFrameUrl}), answers its `hello` and calls {@link SecureApi}.
 * The host page has no channel to it.
 */

/* ------------------------------------------------------------------ shared data */

/** What an e-mail login needs next. `CONNECT`: nothing; ask for the user. */
export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

export type EmailStep = {
  readonly action: EmailAction
  /** `VERIFY_DEVICE` only: the two digits that the user picks on the page behind the mailed link. Show them big. */
  readonly number?: string
  /** When the link or the code ends, in milliseconds since 1970 by this device's clock. */
  readonly expiresAt?: number
  /** When another mail may be asked for, in milliseconds since 1970 by this device's clock. */
  readonly resendAt?: number
}

export type EmailUpdateAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
export type EmailUpdateStep = { readonly action: EmailUpdateAction; readonly expiresAt?: number; readonly resendAt?: number }

/** A call of an EVM account, as wallets get it: hex. */
export type PlainCall = { readonly to: string; readonly value: string; readonly data?: string | undefined }

export type EmbeddedAccountType = Extract<AccountType, 'eoa' | 'smartAccount'>

/** Who is logged in, for the network that was asked for. */
export type SecureUser = {
  /** Null when the user logged in without an address (social, Farcaster). */
  readonly email: string | null
  readonly userName?: string
  /** How the user logged in. */
  readonly provider: 'email' | SocialProvider
  /** On the network `chainId`, of the preferred type. */
  readonly address: string
  readonly chainId: CaipNetworkId
  /** All accounts, the preferred one of each chain family first. `namespace` says whose: EVM or Solana. */
  readonly accounts: readonly { readonly namespace: NamespaceId; readonly address: string; readonly type: EmbeddedAccountType }[]
  readonly preferredAccountType: EmbeddedAccountType
  readonly smartAccountDeployed: boolean
  /** The message that was asked to be signed while connecting, and its signature. */
  readonly siwxMessage?: string
  readonly message?: string
  readonly signature?: string
  /** After a login with another service's account: who did so here before, when that was somebody else. */
  readonly before?: { readonly provider: SocialProvider; readonly userName?: string }
}

/** Which network and account the answer is about; `rpcUrl` is accepted, and never used for what an approval shows. */
export type SecureTarget = {
  readonly chainId?: CaipNetworkId
  readonly preferredAccountType?: EmbeddedAccountType
  /** A sign-in message that the user is asked to approve as part of connecting. */
  readonly siwxMessage?: string
  readonly rpcUrl?: string
}

/** Why a call failed, in `data.reason` of its error. The dialog's sentence depends on it. */
export type SecureReason =
  /** Wrong code; `data.attemptsLeft` says how many tries are left. */
  | 'otp_wrong'
  | 'otp_expired'
  | 'otp_attempts'
  | 'device_expired'
  | 'device_refused'
  /** `data.retryAfter` in seconds; the message is 'Please try again after {n} seconds'. */
  | 'cooldown'
  | 'rate_limited'
  | 'social_cancelled'
  | 'social_failed'
  /** It took too long: the provider's answer, or the ticket for it, does not count any more. */
  | 'social_expired'
  /** The user came back before they had signed in. */
  | 'social_unfinished'
  | 'provider_unavailable'
  /** The mail server did not take the mail. */
  | 'mail_failed'
  | 'session_expired'
  /** This device holds no key, and the wallet is "only you": a passkey or the recovery code is needed. */
  | 'factor_needed'
  /** The server answered with an older wallet than this device has seen: nothing is written or signed. */
  | 'rollback'
  /** The stored wallet does not open: what the server keeps was changed, or belongs to another wallet. */
  | 'damaged'
  /** The address opens another wallet. */
  | 'email_taken'
  /** A new device must wait before it may do this. */
  | 'quarantine'
  /** The user has to confirm again that it is them. */
  | 'step_up'
  /** The server refused; its sentence is the error's message. */
  | 'refused'
  | 'offline'
  /** No window could be opened for the approval. */
  | 'window_blocked'
  /** The approval was on screen for too long. */
  | 'expired'

export type SecureFailure = { readonly reason: SecureReason; readonly retryAfter?: number; readonly attemptsLeft?: number }

/** One approval that waits for a user. Null in {@link SecureClientApi.approvalChanged}: none does. */
export type PendingApproval = {
  /** `id` of the request it belongs to. */
  readonly requestId: string
  readonly method: string
  /** `frame`: confirmed inside the frame. `window`: the frame shows a button that opens the wallet's own window. */
  readonly surface: 'frame' | 'window'
  /** From 1; `total` counts this one and those that wait behind it. */
  readonly position: number
  readonly total: number
}

/** Where the dialog put the frame, in CSS pixels of the dialog's viewport. */
export type FrameRectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export type Custody = 'operator-assisted' | 'user'

/** Where the window for keys and custody begins. `unlock`: this device needs a passkey or the recovery code first. */
export type SecurityPage = 'home' | 'unlock'

/** `method` of a pending approval that is no request: the card that leads to the window for keys and custody. */
export const securityMethod = 'latchkey_security'

/* ------------------------------------------------------------------ dialog → secure frame */

/** What the secure frame offers the dialog. Every method answers a `Result`; `id` makes a call abortable. */
export type SecureApi = {
  /** Sends a mail: a link for a device that was never seen, else a code. Again within 30 s: 'Please try again after {n} seconds'. */
  connectEmail(params: { id: string; email: string }): EmailStep
  /** Settles when the user opened the mailed link and confirmed this device. Up to 20 min. */
  connectDevice(params: { id: string }): EmailStep
  connectOtp(params: { id: string; otp: string }): EmailStep
  /** The address for the popup, which the click opened on `/oauth/start`. */
  getSocialRedirectUri(params: { id: string; provider: SocialProvider }): { readonly uri: string }
  /**
   * For a browser without windows: the page itself goes to the provider, by the host's `leave` with `flow`, and the user picks `number` before they
   * come back. Null where this frame's storage ends with the page, so that it could not go on: then as for a popup.
   */
  leaveForSocial(params: { id: string; provider: SocialProvider }): { readonly flow: string; readonly number: string } | null
  /**
   * In the next document: which login the page was left for, once. Without `reason`, `connectSocial` without `uri` ends it; `provider` is null when it
   * was left for none.
   */
  returnSocial(params: { id: string }): { readonly provider: SocialProvider | null; readonly reason?: SecureReason }
  /**
   * For a popup that its pages cut off from the dialog (COOP): settles when the provider has answered there. The user picks `number` in it,
   * and `connectSocial` without `uri` ends the login.
   */
  waitSocial(params: { id: string }): { readonly number: string }
  /** `uri` is what the popup's last page posted to its opener; without it the server is asked by the ticket (a popup cut off by COOP). */
  connectSocial(params: { id: string; uri?: string } & SecureTarget): SecureUser
  /** The link that Farcaster's app opens, also as a QR code. */
  getFarcasterUri(params: { id: string }): { readonly url: string; readonly expiresAt: number }
  /** Settles when the user approved in Farcaster's app. Abort does not reject it. */
  connectFarcaster(params: { id: string } & SecureTarget): SecureUser
  /** Unlocks the wallet, or makes one at the first login. */
  getUser(params: { id: string } & SecureTarget): SecureUser
  switchNetwork(params: { id: string; chainId: CaipNetworkId; rpcUrl?: string }): { readonly chainId: CaipNetworkId }
  /** `refused`: the user wanted another account than the one that just logged in. Who was here before stays known, else nothing does. */
  signOut(params: { refused?: boolean }): void
  /** Whether a session of this device is stored, without asking the server. */
  isConnected(params: Record<string, never>): { readonly isConnected: boolean }
  getChainId(params: Record<string, never>): { readonly chainId: CaipNetworkId }
  getSmartAccountEnabledNetworks(params: Record<string, never>): { readonly smartAccountEnabledNetworks: readonly CaipNetworkId[] }
  /** The smart account's address on a network, deployed or not. */
  initSmartAccount(params: { id: string; chainId: CaipNetworkId }): { readonly address: string; readonly isDeployed: boolean }
  /**
   * What calls of the account that answers on an EVM network cost at most, in the smallest unit of the native coin (hex), and whether the operator's
   * paymaster pays it: as an approval of them would show it. Nothing is signed and nobody is asked. Null for a key's own account, which pays what the
   * network takes.
   *
   * @example
   * const isFree = async (api: { estimateFee(params: object): Promise<{ readonly isSponsored: boolean } | null> }) => {
   *   const call = { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', value: '0x1' }
   *   return (await api.estimateFee({ id: '1', chainId: 'eip155:8453', calls: [call] }))?.isSponsored ?? false
   * }
   */
  estimateFee(params: { id: string; chainId: CaipNetworkId; calls: readonly PlainCall[] }): {
    readonly fee: `0x${string}`
    readonly isSponsored: boolean
  } | null
  setPreferredAccount(params: { id: string; type: EmbeddedAccountType; chainId?: CaipNetworkId }): {
    readonly type: EmbeddedAccountType
    readonly address: string
  }
  /** Sends a code to the present address (or, when there is none, to the new one). Again for the same address: the present step's code once more. */
  updateEmail(params: { id: string; email: string }): EmailUpdateStep
  /** The code from the present address; the new one gets a code then. */
  updateEmailPrimaryOtp(params: { id: string; otp: string }): EmailUpdateStep
  updateEmailSecondaryOtp(params: { id: string; otp: string }): { readonly newEmail: string }
  syncTheme(params: SecureTheme): void
  /** What the page says about itself: decoration, shown as "calls itself". */
  syncDappData(params: { metadata?: Metadata; sdkVersion?: string; sdkType?: string }): void
  /** Starts the document again: pending calls reject with 4900, the session stays. */
  reload(params: Record<string, never>): void
  /**
   * A wallet request. Safe methods are answered without a user; unsafe ones settle by the user's decision on the approval, which
   * {@link SecureClientApi.approvalChanged} announces. 4001 when refused, 4200 'Requested RPC call is not allowed' when not on the list.
   */
  rpcRequest(params: { id: string; namespace: NamespaceId; chainId: CaipNetworkId; method: string; params: unknown }): unknown
  /**
   * Sign-in messages of several chain families, which one approval shows and signs, all of them or none. Gives the signatures in their order. 4001 when
   * refused, -32602 for a text that is no sign-in message.
   */
  signIns(params: { id: string; messages: readonly { readonly chainId: CaipNetworkId; readonly message: string }[] }): readonly string[]
  /** Rejects unsafe requests that no user has approved yet with 'Request was aborted': one, or without `requestId` all. */
  rpcAbort(params: { requestId?: string }): void
  /** Where the frame is now; null: out of sight. The approval's buttons arm only in a placed frame. */
  placeApproval(params: { rectangle: FrameRectangle | null }): void
  /** Custody and what opens the wallet, for the account's security rows. */
  getSecurity(params: { id: string }): {
    readonly custody: Custody
    readonly factors: readonly {
      readonly id: string
      readonly type: 'device' | 'passkey' | 'code'
      readonly createdAt: number
      readonly current: boolean
    }[]
    /** Until when this new device may not export or change anything, in milliseconds since 1970. */
    readonly quarantinedUntil: number | null
  }
  /**
   * Offers the wallet's own window for keys and custody: the frame draws a card whose button opens it, announced by
   * {@link SecureClientApi.approvalChanged} with {@link securityMethod}. Settles when that window was closed, or the user left the card.
   */
  showSecurity(params: { id: string; page: SecurityPage }): void
  abort(params: { id: string }): void
}

export type SecureTheme = {
  readonly themeMode: 'light' | 'dark'
  readonly themeVariables?: ThemeVariables
  /** BCP 47; the frame falls back to English. */
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
}

/* ------------------------------------------------------------------ secure frame → dialog */

export type SecureHello = {
  readonly protocol: number
  readonly theme: SecureTheme
  readonly metadata?: Metadata
  readonly sdk: { readonly type: string; readonly version: string }
  /** The account type the user chose before, per chain family. */
  readonly preferredAccountTypes?: Readonly<Partial<Record<NamespaceId, EmbeddedAccountType>>>
}

/** What the dialog offers the secure frame. Events carry the whole small value and a growing `seq`: a lost or repeated one is harmless. */
export type SecureClientApi = {
  /** First call of every frame document. */
  hello(params: { protocol: number; build: string; epoch: string }): SecureHello
  /** Each 5 s. After three that are missing, the frame counts as gone. */
  heartbeat(params: { seq: number }): void
  /** The user has to decide, has decided, or no longer needs to: shows or leaves ApproveTransaction. */
  approvalChanged(params: { seq: number; approval: PendingApproval | null }): void
  /** The approval's height, in CSS pixels. The frame has to be this high, or as high as fits: it scrolls itself. */
  heightChanged(params: { seq: number; px: number }): void
  /** The session ended by itself (expired, revoked from elsewhere, signed out in another tab), or a user's data changed. */
  sessionChanged(params: { seq: number; isConnected: boolean; reason: 'signedIn' | 'signedOut' | 'expired' | 'revoked' | 'updated' }): void
  chainChanged(params: { seq: number; chainId: CaipNetworkId }): void
  /** A key that the dialog handles, pressed while the focus was in the frame. */
  keyPressed(params: { key: 'Escape' }): void
}

/* ------------------------------------------------------------------ documents */

/** The specified version of the frame's URL; the Bridge's protocol number decides compatibility. */
export const secureSdkVersion = '4'

/**
 * The address of the document that the dialog frames for the embedded wallet.
 *
 * @param secure the secure origin
 * @param query `origin`: of the page that embeds the dialog; `chainId`: CAIP-2; `rpcUrl`: a node of the page's own
 * @example
 * secureFrameUrl('https://secure.example.net', { projectId: 'shop', origin: 'https://shop.example.com', chainId: 'eip155:1' })
 */
export function secureFrameUrl(
  secure: string,
  query: { projectId: string; origin: string; chainId: CaipNetworkId; rpcUrl?: string; enableLogger?: boolean },
): string {
  const url = new URL('/sdk', secure)
  url.searchParams.set('projectId', query.projectId)
  url.searchParams.set('chainId', query.chainId)
  url.searchParams.set('version', secureSdkVersion)
  url.searchParams.set('enableLogger', String(query.enableLogger ?? false))
  if (query.rpcUrl !== undefined) url.searchParams.set('rpcUrl', query.rpcUrl)
  url.searchParams.set('origin', query.origin)
  return url.href
}

/**
 * Where a page goes that logs in within its own tab: at the dialog's origin, which it knows, and from there at the secure one. Behind the `#`, and so
 * in no request: `flow`, the sign-in, and `back`, the address to come back to.
 */
export const leavePath = '/oauth/leave'

/** What the popup's last page posts to its opener, the dialog's exact origin only. */
export type SocialResult = { readonly type: 'latchkey:social-result'; readonly resultUri: string }

/** Calls that may be sent again, once, to a frame that came back after a reload. */
export const idempotentSecureMethods: readonly (keyof SecureApi)[] = [
  'isConnected',
  'getChainId',
  'getSmartAccountEnabledNetworks',
  'syncTheme',
  'syncDappData',
  'placeApproval',
  'signOut',
]
