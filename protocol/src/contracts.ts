import type { Account, CaipAddress, CaipNetworkId, ConnectionStatus, Metadata, Network } from './entities.js'
import type { WireError } from './errors.js'
import type { NamespaceId } from './families/ids.js'
import type { AccountType } from './families/nouns.js'
import type { SocialProvider } from './socialProviders.js'
import type { ViewName } from './views.js'

/** Version of these contracts. A frame and an SDK of different majors say so instead of guessing. */
export const protocolVersion = 1

export type ThemeMode = 'light' | 'dark' | 'auto'

/** A public token: one value, or a `[light, dark]` pair. Names as in `tokens.css` (`surface1` is `--surface-1`). */
export type ThemeVariables = Readonly<Record<string, string | number | readonly [string | number, string | number]>>

export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'
export type ConnectMethod = 'wallet' | 'email' | 'social'
export type ConnectorOrder = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'

export type Features = {
  readonly email?: boolean
  readonly socials?: readonly SocialProvider[] | false
  readonly swaps?: boolean | readonly string[]
  readonly onramp?: boolean | readonly string[]
  readonly send?: boolean
  readonly receive?: boolean
  readonly history?: boolean
  readonly activity?: boolean
  readonly analytics?: boolean
  readonly allWallets?: boolean
  readonly legalCheckbox?: boolean
  readonly collapseWallets?: boolean
  readonly multiWallet?: boolean
  readonly reownBranding?: boolean
  readonly pay?: boolean
  /** The embedded wallet's smart account may grant permissions to spend (ERC-7715). */
  readonly smartSessions?: boolean
  readonly connectMethodsOrder?: readonly ConnectMethod[]
  readonly connectorTypeOrder?: readonly ConnectorOrder[]
  readonly walletFeaturesOrder?: readonly WalletFeature[]
}

export type CustomWallet = {
  readonly id: string
  readonly name: string
  readonly homepage?: string
  readonly image_url?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
  readonly rdns?: string
}

/** A font of the page, which the dialog loads to write in it (`themeVariables.fontFamily` names it). */
export type WebFont = {
  /** As `fontFamily` names it. */
  readonly family: string
  /** Of the font's file, at an origin that the operator registered for the project (`fontOrigins`). */
  readonly url: string
  /** As in CSS: `400`, or `100 900` of a variable font. Default: `400`. */
  readonly weight?: string
  readonly style?: 'normal' | 'italic'
}

/** The page's own words under the ways to connect, and where they lead. */
export type Disclaimer = {
  readonly text: string
  readonly links?: readonly { readonly label: string; readonly url: string }[]
}

/** What is kept of what happens in a dialog, for its user to copy when something fails: this and what is worse. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Signing in with the wallet (EIP-4361, CAIP-122). */
export type SiwxOptions = {
  /** Default true: the page learns of an account only once it has signed in. */
  readonly required?: boolean
  /** One line that the message says, in the characters that EIP-4361 allows: ASCII without quotes. */
  readonly statement?: string
  readonly signOutOnAccountChange?: boolean
  readonly signOutOnNetworkChange?: boolean
  /** Functions that the page gave: the dialog calls them by name. */
  readonly callbacks?: readonly string[]
}

/** An account that has signed in on a network. */
export type SignIn = {
  readonly address: string
  readonly networkId: CaipNetworkId
  /** Proves it to a server (JSON Web Token). Left out where the page verifies itself. */
  readonly token?: string
  readonly message?: string
  readonly signature?: string
  /** ISO 8601. */
  readonly expiresAt?: string
}

/** Everything a page may set, as far as it crosses the Bridge (cloneable; functions stay in the host and are called by name). */
export type Options = {
  readonly networks?: readonly (Network | CaipNetworkId)[]
  readonly defaultNetwork?: CaipNetworkId
  readonly metadata?: Metadata
  readonly features?: Features
  readonly themeMode?: ThemeMode
  readonly themeVariables?: ThemeVariables
  readonly locale?: string
  readonly messages?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly featuredWalletIds?: readonly string[]
  readonly includeWalletIds?: readonly string[]
  readonly excludeWalletIds?: readonly string[]
  readonly customWallets?: readonly CustomWallet[]
  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** Pictures of networks, by CAIP-2 id, or by chain id for EVM. */
  readonly chainImages?: Readonly<Record<string, string>>
  /** Pictures of wallets, by id (rdns, or the directory's) or by name. */
  readonly connectorImages?: Readonly<Record<string, string>>
  readonly webFonts?: readonly WebFont[]
  /** On phones the sheet fills the screen. */
  readonly enableMobileFullScreen?: boolean
  /** Which of a wallet's accounts is the active one while the user has chosen none. */
  readonly defaultAccountTypes?: Readonly<Partial<Record<NamespaceId, AccountType>>>
  /** By EVM network: the token whose balance the account shows in place of everything together. */
  readonly tokens?: Readonly<Record<CaipNetworkId, { readonly address: string }>>
  readonly disclaimer?: Disclaimer
  readonly logLevel?: LogLevel
  readonly customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>>
  readonly termsConditionsUrl?: string
  readonly privacyPolicyUrl?: string
  readonly allowUnsupportedChain?: boolean
  readonly enableNetworkSwitch?: boolean
  readonly enableReconnect?: boolean
  readonly enableAnalytics?: boolean
  readonly basicMode?: boolean
  readonly siwx?: SiwxOptions
  /** Signs out when the account is disconnected. Default true. */
  readonly signOutOnDisconnect?: boolean
  /** Inline mode: no overlay, no close button, the frame reports its height. */
  readonly inline?: boolean
}

/** Options as a page writes them: `siwx: false` takes sign-in back. */
export type WrittenOptions = Omit<Options, 'siwx'> & { readonly siwx?: SiwxOptions | false }

/** What only the top page knows about the visitor's device. */
export type Environment = {
  readonly colorScheme: 'light' | 'dark'
  readonly dir: 'ltr' | 'rtl'
  readonly lang: string
  /**
   * Telegram's own browser, which shows in the top page alone, by the bridge that Telegram puts there: its `WebApp.platform` ("ios", "android",
   * "macos"), or empty where the page does not load Telegram's script.
   */
  readonly telegram?: string
}

/** CAIP-2 ids and features that a wallet announces; what it leaves out it does not say. */
export type NamespaceDescriptor = { readonly chains?: readonly string[]; readonly features?: readonly string[] }

/** A wallet that the host page found. All of it is attacker-controlled until checked: any script may announce anything. */
export type WalletInfo = {
  /** `rdns` of EIP-6963; `injected` for a bare `window.ethereum`; else the standard and the wallet's own key there, `ws:Harbor`. */
  readonly id: string
  readonly name: string
  /** A `data:image/…` URI of at most 64 kB. */
  readonly icon?: string
  readonly rdns?: string
  /**
   * How it was found: announced by EIP-6963, a bare `window.ethereum`, registered by the Wallet Standard, or a global of another family's own
   * convention (`btc_providers`, `injectedWeb3`, `keplr`). One extension may come several times.
   */
  readonly source: 'announced' | 'injected' | 'standard' | 'global'
  readonly namespaces: Readonly<Partial<Record<NamespaceId, NamespaceDescriptor>>>
}

export type WalletKind = 'host' | 'walletConnect' | 'embedded'

/** Something a wallet did by itself, mirrored from the host page. */
export type WalletEvent = {
  readonly walletId: string
  readonly namespace: NamespaceId
  readonly event: 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect'
  /**
   * `accountsChanged`: addresses on EVM, else the list that the family's account method answers (`families/`). `chainChanged`: hex on EVM, else
   * the CAIP-2 reference. `connect` and `disconnect`: as the wallet sent it.
   */
  readonly data?: unknown
}

export type ConnectedWallet = {
  readonly id: string
  readonly name: string
  readonly kind: WalletKind
  readonly icon?: string
  readonly rdns?: string
}

/** The only state a host page sees. Whole, never a diff: a lost or repeated message is harmless. */
export type Snapshot = {
  /** Grows with every change within one epoch. */
  readonly seq: number
  readonly open: boolean
  readonly loading: Readonly<Partial<Record<NamespaceId, boolean>>>
  readonly view: ViewName
  readonly status: ConnectionStatus
  readonly activeNamespace: NamespaceId | null
  /** The active network. It may be one that is not configured, when the wallet switched by itself. */
  readonly selectedNetworkId: CaipNetworkId | null
  /** Per chain family; the first account is the active one. */
  readonly accounts: Readonly<Partial<Record<NamespaceId, readonly Account[]>>>
  /** Per chain family: the network its connection is on. */
  readonly networkIds: Readonly<Partial<Record<NamespaceId, CaipNetworkId>>>
  /** Per chain family: the wallet that answers its requests. */
  readonly wallets: Readonly<Partial<Record<NamespaceId, ConnectedWallet>>>
  /** Per chain family: the sign-in of the active account on its network. */
  readonly signIns?: Readonly<Partial<Record<NamespaceId, SignIn>>>
}

/** What is known while there is no dialog: nobody is connected. Older than the first snapshot of every dialog. */
export const emptySnapshot: Snapshot = {
  seq: -1,
  open: false,
  loading: {},
  view: 'Connect',
  status: 'disconnected',
  activeNamespace: null,
  selectedNetworkId: null,
  accounts: {},
  networkIds: {},
  wallets: {},
}

/** What `open()` resolves with. */
export type Session = {
  readonly namespace: NamespaceId
  readonly address: string
  readonly caipAddress: CaipAddress
  readonly networkId: CaipNetworkId
  readonly accounts: readonly Account[]
  readonly wallet: ConnectedWallet
  /** When the account has signed in. */
  readonly signIn?: SignIn
}

/** A connection that is to be resumed after a reload. */
export type ResumedConnection = { readonly walletId: string; readonly kind: WalletKind; readonly networkId: CaipNetworkId }

/**
 * First-party copy of the part of a connection that is no secret, kept by the host page for frames without storage. The dialog writes it as JSON
 * and checks it when it comes back. The host reads only `networkId` (for `eth_chainId` before the frame is up).
 */
export type Resume = {
  readonly v: 1
  readonly active: NamespaceId | null
  /** Per chain family: the wallet that answers for it. */
  readonly connections: Readonly<Partial<Record<NamespaceId, ResumedConnection>>>
  /** Per chain family: further wallets, the next one first. Older dialogs leave it out and pass over it. */
  readonly others?: Readonly<Partial<Record<NamespaceId, readonly ResumedConnection[]>>>
  /** The two newest wallets, newest first. */
  readonly recent?: readonly string[]
}

/* ------------------------------------------------------------------ host ⇄ dialog */

export type Hello = {
  readonly protocol: number
  readonly sdk: { readonly type: string; readonly version: string }
  readonly page: { readonly url: string; readonly title: string }
  readonly options: WrittenOptions
  readonly environment: Environment
  readonly resume: string | null
  readonly wallets: readonly WalletInfo[]
  /** Chain families whose wallets are still being looked for: their absence from the list means nothing yet. */
  readonly looking?: readonly NamespaceId[]
  /** Events of wallets while there was no frame, oldest first. */
  readonly events: readonly WalletEvent[]
}

/**
 * What the page tells the dialog's document before the Bridge is up, so that its first view is drawn at once and as it stays. It is drawn and never
 * acted upon: what counts is {@link Hello}, which is checked.
 */
export type FirstHello = Omit<Hello, 'events' | 'page' | 'sdk'> & {
  /** Of the page, CSS pixels: what a frame gets that is displayed. */
  readonly viewport: { readonly width: number; readonly height: number }
  /** The page waits for the dialog to appear. */
  readonly open: boolean
  /** What it was last opened for. */
  readonly asked?: Omit<OpenParams, 'id'>
}

/** `type` of the frame's question and of the page's answer, which has a {@link FirstHello} in `first`. Both are sent to one exact origin. */
export const firstMessage = 'latchkey:first'

/** Something in the page's configuration that does not do what its author meant. */
export type Mistake = {
  /**
   * `value`: it is none that the option takes, and was left out. `unknown`: there is no such option.
   * `network`, `token`, `wallet`: a name that nobody knows, left out. `ancestor`: the project does not list a site that frames the page.
   */
  readonly kind: 'value' | 'unknown' | 'network' | 'token' | 'wallet' | 'ancestor'
  /** Where in the options, for example `features.socials.0`; the site, when it is about one. */
  readonly path: string
  /** The value as JSON, cut where it is long. */
  readonly value: string
  /** What the option takes. */
  readonly expected?: string
  /** What was most likely meant. */
  readonly closest?: string
}

/** What the host page offers the dialog. Every method answers a `Result`. */
export type HostApi = {
  /** First call of every frame document. `error` instead of a dialog: the document was refused (origin, project). */
  hello(params: {
    protocol: number
    build: string
    epoch: string
    error?: WireError
    /** The project's networks: a page that names none uses these. */
    networks?: readonly CaipNetworkId[]
  }): Hello
  /**
   * To the wallet. On EVM to its own provider, result or error untouched; elsewhere translated to the wallet's own calls (`families/`), where
   * `wallet_disconnect` tells the wallet that this site is done with it. User-facing: no timeout, abortable by `id`.
   */
  walletRequest(params: {
    id: string
    walletId: string
    namespace: NamespaceId
    /** The network that the request is for. */
    networkId?: CaipNetworkId | null
    method: string
    params: unknown
  }): unknown
  stateChanged(params: Snapshot): void
  /** JSON of {@link Resume}, or null to forget. */
  saveResume(params: { value: string | null }): void
  setVisible(params: { visible: boolean }): void
  /** Inline mode only, in CSS pixels. */
  setHeight(params: { px: number }): void
  /** Events for the page. `event` carries a `TrackedEvent`. */
  emit(params: { event: 'uri' | 'view' | 'error' | 'event'; data: unknown }): void
  /** Names mistakes of the page's configuration in its console. */
  reportMistakes(params: { mistakes: readonly Mistake[] }): void
  /** Goes to a provider in this tab, by the dialog's own `/oauth/leave`. Loaded again, it opens `ConnectingSocial`. -32002: it would not know. */
  leave(params: { flow: string }): void
  /** Calls a function that the page gave in its options. */
  callback(params: { id: string; name: string; args: readonly unknown[] }): unknown
  abort(params: { id: string }): void
}

export type OpenParams = {
  readonly id: string
  readonly view?: ViewName
  readonly wallet?: string
  readonly namespace?: NamespaceId
  readonly required?: boolean
  /** What `WalletSend` is to send, which the user may not change: a token by CAIP-10, or a network by CAIP-2 for its native coin. */
  readonly token?: string
  /** A decimal number, as text. */
  readonly amount?: unknown
  /** What `Swap` begins with, which the user may change: tokens as above. */
  readonly from?: unknown
  readonly to?: unknown
  /** An address or a name. */
  readonly recipient?: string
  /** The opener was a key, so focus goes to the first row and not to the heading. */
  readonly keyboard?: boolean
}

/** What the dialog offers the host page. Every method answers a `Result`. */
export type DialogApi = {
  /**
   * Settles when the dialog closes: with the session there is then, or null. With something to send it settles with the transaction's hash as soon
   * as it is sent. User-facing.
   */
  open(params: OpenParams): Session | string | null
  /** False when closing is refused (required sign-in). */
  close(): boolean
  /** Escape or Android's Back, pressed in the host page: back, or close at the first view. */
  back(): void
  /** A request for a wallet that does not live in the page, or a read without one. User-facing. */
  request(params: { id: string; namespace: NamespaceId; networkId: CaipNetworkId | null; method: string; params: unknown }): unknown
  abort(params: { id: string }): void
  disconnect(params: { namespace?: NamespaceId }): void
  /** Ends sign-ins; where sign-in is required, the connection ends with it. Settles when the server knows, or after 3 s. */
  signOut(params: { namespace?: NamespaceId | undefined }): void
  /** Settles after the snapshot that carries the change was sent. User-facing. */
  switchNetwork(params: { id: string; networkId: CaipNetworkId; confirm?: boolean }): void
  /** What the page has found so far, whole. `looking` as in {@link Hello}. */
  walletsChanged(params: { wallets: readonly WalletInfo[]; looking?: readonly NamespaceId[] }): void
  /** Settles after the snapshot that carries the change was sent. */
  walletEvent(params: WalletEvent): void
  setOptions(params: WrittenOptions): void
  setEnvironment(params: Environment): void
  /** Another tab of the page changed the resume record (frames without storage learn of other tabs this way). */
  resumeChanged(params: { value: string | null }): void
}

/** Calls that may be sent again, once, to a frame that came back after a reload. */
export const idempotentDialogMethods: readonly (keyof DialogApi)[] = [
  'close',
  'walletsChanged',
  'walletEvent',
  'setOptions',
  'setEnvironment',
  'resumeChanged',
  'disconnect',
]
