import type {
  CaipNetworkId,
  ConnectedWallet,
  ConnectionStatus,
  FamilyMethods,
  NamespaceId,
  Options,
  Account as ProtocolAccount,
  Session as ProtocolSession,
  SignIn,
  SiwxOptions,
  ThemeMode,
  ThemeVariables,
  TrackedEvent,
  ViewName,
} from '@latchkey/protocol'
import type { ModalError } from './modalError.js'
import type { NetworkLike } from './networkId.js'
import type { StandardWallet } from './standardTypes.js'

/** An address as its chain family writes it: hexadecimal on EVM, as viem, wagmi and ethers type it. */
export type Address<Name extends NamespaceId = NamespaceId> = Name extends 'eip155' ? `0x${string}` : string

/** One account. Where the chain family is known, its address is typed: `namespace === 'eip155'` narrows it. */
export type Account<Name extends NamespaceId = NamespaceId> = {
  [Each in Name]: Omit<ProtocolAccount, 'namespace' | 'address'> & { readonly namespace: Each; readonly address: Address<Each> }
}[Name]

/** Who is connected, on one chain family. `namespace === 'eip155'` narrows it to EVM's types. */
export type Session<Name extends NamespaceId = NamespaceId> = {
  [Each in Name]: Omit<ProtocolSession, 'namespace' | 'address' | 'accounts'> & {
    readonly namespace: Each
    /** The active account's. */
    readonly address: Address<Each>
    /** The first is the active one. */
    readonly accounts: readonly Account<Each>[]
  }
}[Name]

/** The account that signs in. */
export type SiwxAccount = { readonly namespace: NamespaceId; readonly networkId: CaipNetworkId; readonly address: string }

/** A sign-in as the page's own server checks it. `publicKey`, base64, only on Cosmos. */
export type SiwxProof = SiwxAccount & { readonly message: string; readonly signature: string; readonly publicKey?: string }

/** What a sign-in message says (EIP-4361, CAIP-122). */
export type SiwxMessage = SiwxAccount & {
  readonly domain: string
  readonly uri: string
  readonly version: '1'
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly statement?: string
}

/**
 * Signing in with the wallet. Without functions, our server gives nonces and keeps sessions. With `verify`, the page's own does: give `getNonce`,
 * `getSession` and `signOut` with it.
 *
 * @example
 * const siwx: Siwx = {
 *   required: true,
 *   getNonce: async () => (await fetch('/nonce')).text(),
 *   verify: async (proof) => (await fetch('/login', { method: 'POST', body: JSON.stringify(proof) })).ok,
 *   getSession: async ({ address }) => (await fetch(`/session?address=${address}`)).ok,
 *   signOut: async () => fetch('/session', { method: 'DELETE' }),
 * }
 */
export type Siwx = Omit<SiwxOptions, 'callbacks'> & {
  /** What is known of the account by then: before a wallet is asked to connect, nothing or its family alone. */
  readonly getNonce?: (account: Partial<SiwxAccount>) => string | Promise<string>
  /** The text to sign. It must be a message for this page and this account: the dialog has nothing else signed. */
  readonly createMessage?: (message: SiwxMessage) => string | Promise<string>
  /** The signature counts for `true`, and for an object without `ok: false` or an `error`, a response for one. For nothing else. */
  readonly verify?: (proof: SiwxProof) => unknown
  /** Anything true when this account is signed in already. */
  readonly getSession?: (account: SiwxAccount) => unknown
  readonly signOut?: (account: Omit<SiwxAccount, 'namespace'>) => unknown
}

/** The functions of older hooks. */
export type SiweHooks = {
  getNonce(address?: string): Promise<string>
  createMessage(said: {
    readonly address: string
    readonly chainId: number
    readonly domain: string
    readonly uri: string
    readonly version: '1'
    readonly nonce: string
    readonly iat: string
    readonly statement?: string
  }): string | Promise<string>
  verifyMessage(signed: { readonly message: string; readonly signature: string }): Promise<boolean>
  getSession(): Promise<{ readonly address: string; readonly chainId: number | string } | null>
  signOut(): Promise<boolean>
  getMessageParams?(): Promise<object>
}

/** Options and functions of older hooks for EIP-4361. */
export type SiweConfig = SiweHooks & {
  readonly enabled?: boolean
  readonly required?: boolean
  readonly signOutOnDisconnect?: boolean
  readonly signOutOnAccountChange?: boolean
  readonly signOutOnNetworkChange?: boolean
}

/** Everything `createModal` takes. Functions inside stay in this page: the dialog calls them by name. */
export type ModalOptions = Omit<Options, 'inline' | 'networks' | 'defaultNetwork' | 'siwx'> & {
  /** Signing in with the wallet; sessions are kept by our server, unless `verify` is given. `false` takes it back, by `siweConfig`, too. */
  readonly siwx?: Siwx | false
  /** The options of older hooks for EIP-4361, in place of `siwx`: both together throw. */
  readonly siweConfig?: SiweConfig
  readonly projectId: string
  /** Where the dialog is served, for example `https://dialog.example.com`. The script build takes it from its own address. */
  readonly dialogUrl: string
  /** Networks that the page uses, in order. Default: the project's. */
  readonly networks?: readonly NetworkLike[]
  /** Where requests go while nobody is connected. Default: the first. */
  readonly defaultNetwork?: NetworkLike
  /**
   * When the frame is loaded. `idle` (default): once the page has loaded and has nothing to do, but on a hidden page, with Save-Data and on 2g
   * as `intent`; `intent`: when a pointer, the focus or a finger reaches an element with `data-latchkey-open`; `none`: when it is opened.
   * A stored session is always resumed at once.
   */
  readonly preload?: 'intent' | 'idle' | 'none'
  /** Announce the providers, by EIP-6963 and the Wallet Standard. Default: only the first instance of a page does. */
  readonly announce?: boolean
}

/**
 * What `open` takes. Everything is optional: without it the dialog opens on its first view, or on the account when somebody is connected.
 *
 * @example
 * const options: OpenOptions = { wallet: 'io.metamask', namespace: 'eip155', signal: AbortSignal.timeout(60_000) }
 */
export type OpenOptions = {
  readonly view?: ViewName
  /** A wallet to start with: its rdns, its directory id or its name. `walletConnect` is a code for any wallet. */
  readonly wallet?: string
  readonly namespace?: NamespaceId
  /** The page cannot go on without a connection: there is no Close, and the dialog stays open until somebody is connected. */
  readonly required?: boolean
  /** Inline mode: draw inside this element, or the first that a selector finds. `null` returns to the modal dialog; without the option nothing changes. */
  readonly container?: Element | string | null
  /** Closes the dialog when it fires. */
  readonly signal?: AbortSignal
}

/**
 * A transfer for `open`: the visitor sees it and says yes or no, and cannot change it.
 *
 * @example
 * const options: SendOptions = {
 *   view: 'WalletSend',
 *   token: 'eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
 *   amount: '12.5',
 *   recipient: 'mira.eth',
 * }
 */
export type SendOptions = Pick<OpenOptions, 'container' | 'signal'> & {
  readonly view: 'WalletSend'
  /** CAIP-10 of a token's contract, or the CAIP-2 id of a network for its native coin. */
  readonly token: string
  /** A decimal number, in whole tokens. */
  readonly amount: string
  /** An address or a name. */
  readonly recipient: string
}

/**
 * A swap for `open`: the form begins with it, and the visitor may change all of it. What cannot be swapped is named on the console, and left out.
 *
 * @example
 * const options: SwapOptions = {
 *   view: 'Swap',
 *   from: 'eip155:8453',
 *   to: 'eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
 *   amount: '0.25',
 * }
 */
export type SwapOptions = Omit<OpenOptions, 'view'> & {
  readonly view: 'Swap'
  /** What is paid, on the network in use: CAIP-10 of a token's contract, or the CAIP-2 id of the network for its native coin. */
  readonly from?: string
  /** What is received. It may be on another network of the page. */
  readonly to?: string
  /** How much is paid: a decimal number, in whole tokens. */
  readonly amount?: string
}

/**
 * The promise of `open()`. While it is pending, it also tells the pairing link (WalletConnect) and the views that are shown.
 *
 * @example
 * const opening = modal.open({ wallet: 'walletConnect' })
 * opening.on('uri', (uri) => console.log(uri)) // wc:…
 * const session = await opening
 */
export type Opening<Result = Session | null> = Promise<Result> & {
  on<Name extends 'uri' | 'view'>(event: Name, listener: (value: ModalEvents[Name]) => void): () => void
}

/**
 * What is known about the dialog and the connection, whole and immutable.
 *
 * @example
 * const { status, accounts } = modal.getState()
 * console.log(status, accounts.eip155?.[0]?.address)
 */
export type State = {
  /** The frame has loaded and has told who is connected. */
  readonly ready: boolean
  readonly open: boolean
  readonly loading: Readonly<Partial<Record<NamespaceId, boolean>>>
  readonly view: ViewName
  readonly status: ConnectionStatus
  readonly activeNamespace: NamespaceId | null
  readonly selectedNetworkId: CaipNetworkId | null
  readonly accounts: { readonly [Name in NamespaceId]?: readonly Account<Name>[] }
  /** Per connected chain family: the network it is on. */
  readonly networkIds: Readonly<Partial<Record<NamespaceId, CaipNetworkId>>>
  /** Per connected chain family: its wallet. */
  readonly wallets: Readonly<Partial<Record<NamespaceId, ConnectedWallet>>>
  /** Per chain family: the sign-in of its active account. With our server it has a token for yours (`/docs/sign-in` of your server). */
  readonly signIns: Readonly<Partial<Record<NamespaceId, SignIn>>>
  /** The wallet of the active chain family. */
  readonly wallet: ConnectedWallet | null
}

/** Events of the modal. All except `uri`, `error` and `event` are differences between two states, and each is emitted once. */
export type ModalEvents = {
  /** The frame has loaded, and the stored session, if there was one, has been resumed or deleted. */
  readonly ready: undefined
  readonly open: undefined
  readonly close: undefined
  readonly view: ViewName
  readonly state: State
  /** A chain family got its first account: the session is what `open()` resolves with. */
  readonly connect: Session
  readonly disconnect: { readonly namespace: NamespaceId }
  /** An account has signed in, or out: then null. */
  readonly signIn: SignIn | null
  readonly accountsChanged: { readonly namespace: NamespaceId; readonly accounts: readonly Account[] }
  readonly chainChanged: { readonly namespace: NamespaceId; readonly networkId: CaipNetworkId }
  /** A pairing link (WalletConnect) to show as a QR code or to send. */
  readonly uri: string
  readonly error: ModalError
  /** Something happened in the dialog: for the page's own statistics. */
  readonly event: TrackedEvent
}

type OrNull<T> = { readonly [Key in keyof T]?: T[Key] | null }

/** What can change while the page runs: everything but where the dialog comes from, and when. `null` takes back what was set. */
export type ChangeableOptions = OrNull<Omit<ModalOptions, 'projectId' | 'dialogUrl' | 'preload' | 'announce' | 'features'>> & {
  /** Those that are left out stay as they are, each by itself. */
  readonly features?: OrNull<NonNullable<ModalOptions['features']>>
}

/** What `setTheme` takes: colours by name, or by the system's choice, and the values that a theme is made of (`/docs/options` of your server). */
export type Theme = { readonly themeMode?: ThemeMode; readonly themeVariables?: ThemeVariables }

/**
 * What an EIP-1193 provider is asked.
 *
 * @example
 * const request: RequestArguments = { method: 'personal_sign', params: ['0x48656c6c6f', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] }
 */
export type RequestArguments = { readonly method: string; readonly params?: unknown }

/** Listens to an event of an EIP-1193 provider. */
// biome-ignore lint/suspicious/noExplicitAny: EIP-1193 listeners take what their event carries; callers annotate their own parameter.
export type ProviderListener = (...args: any[]) => void

/**
 * An EIP-1193 provider. Its events are `connect`, `disconnect`, `accountsChanged` and `chainChanged`.
 *
 * @example
 * const ethereum: Eip1193Provider = modal.provider('eip155')
 * const accounts: `0x${string}`[] = await ethereum.request({ method: 'eth_requestAccounts' }) // opens the dialog while nobody is connected
 */
export type Eip1193Provider = {
  // biome-ignore lint/suspicious/noExplicitAny: the result depends on the method; libraries (viem, wagmi, ethers) assign their own types.
  request(args: RequestArguments): Promise<any>
  on(event: string, listener: ProviderListener): Eip1193Provider
  removeListener(event: string, listener: ProviderListener): Eip1193Provider
}

/** The events of a `FamilyProvider`, with what each carries. */
export type FamilyEvents = {
  readonly connect: Session
  readonly disconnect: undefined
  readonly accountsChanged: readonly Account[]
  readonly chainChanged: CaipNetworkId
}

/**
 * The provider of a chain family that has no standard of its own. Methods and their shapes are WalletConnect's, whatever the wallet is.
 *
 * @example
 * const bitcoin = modal.provider('bip122')
 * const [account] = await bitcoin.request({ method: 'getAccountAddresses', params: {} })
 */
export type FamilyProvider<Methods> = {
  /**
   * @throws ModalError 4001 when the user refused, or closed the dialog that an account request opened; 4100 for signing without a
   *   connection; 4200 for a method that the family or the wallet does not have
   */
  request<Method extends keyof Methods & string>(args: {
    readonly method: Method
    readonly params?: Methods[Method] extends (params: infer Params) => unknown ? Params : never
  }): Promise<Methods[Method] extends (params: never) => infer Value ? Value : never>
  /** @returns unsubscribe */
  on<Name extends keyof FamilyEvents>(event: Name, listener: (value: FamilyEvents[Name]) => void): () => void
}

/** What `modal.provider` gives, by chain family. */
export type Providers = {
  readonly [Name in NamespaceId]: Name extends 'eip155'
    ? Eip1193Provider
    : Name extends 'solana'
      ? StandardWallet
      : FamilyProvider<FamilyMethods<Name>>
}

/**
 * A modal of a page, as `createModal` returns it.
 *
 * @example
 * const unsubscribe = modal.on('connect', ({ address, networkId }) => console.log(address, networkId))
 * await modal.open()
 * await modal.switchNetwork('eip155:8453')
 * await modal.disconnect()
 * unsubscribe()
 */
export type Modal = {
  /**
   * Opens the dialog with a transfer.
   *
   * @returns as soon as it is sent: the transaction's hash. The dialog stays, and shows what becomes of it
   * @throws ModalError 4001 'Modal closed' when the visitor closes it before; -32602 'A token is required', 'An amount and receiver address are
   *   required'; 4901 'Unsupported chain'; else as below
   */
  open(options: SendOptions): Opening<string>
  /**
   * Opens the dialog.
   *
   * @returns when it closes: the session, or null when nobody is connected
   * @throws ModalError 4100 when the page may not use the dialog; 4900 (`data.reason` 'iframe_load_failed') when it did not load; -32002
   *   when another `container` is asked for while a request is pending in a frame that is still on the page
   */
  open(options?: OpenOptions | SwapOptions): Opening
  /**
   * Closes the dialog. Settles when it has left the screen.
   *
   * @returns false when it stays open: a required sign-in is missing, or nobody is connected and it was opened with `required`
   */
  close(): Promise<boolean>
  /**
   * Disconnects one chain family, or all. The state changes at once; settles when the wallets have been told.
   *
   * @throws ModalError 4900 after `destroy()`
   */
  disconnect(namespace?: NamespaceId): Promise<void>
  /** Signs out of one chain family, or of all; where sign-in is required, the connection ends with it. */
  signOut(namespace?: NamespaceId): Promise<void>
  /**
   * Switches the connected wallet to another network of the page.
   *
   * @param options `confirm`: the dialog asks the user before the wallet does, whatever wallet it is
   * @throws ModalError 4001, 4100, 4902 … as the wallet answers; 4001 when the user leaves the dialog's question
   */
  switchNetwork(networkId: CaipNetworkId, options?: { readonly confirm?: boolean }): Promise<void>
  /**
   * Changes options while the page runs; those that are left out stay as they are, within `features` each by itself. What is on screen follows at
   * once. A value that an option does not take is left out, and named in the console; `null` takes an option back, as if it had never been given.
   *
   * @throws ModalError -32602 when `siwx` and `siweConfig` would be set together: then nothing is changed
   */
  setOptions(options: ChangeableOptions): void
  setTheme(theme: Theme): void
  /** @param locale BCP 47, for example `ar`; @param messages own wording by message id */
  setLocale(locale: string, messages?: Readonly<Record<string, string>>): void
  /** Loads the frame now, so that `open` is instant. Never throws. */
  preload(): void
  getState(): State
  /** @returns unsubscribe */
  subscribe(listener: (state: State) => void): () => void
  /** @returns unsubscribe */
  on<Name extends keyof ModalEvents>(event: Name, listener: (value: ModalEvents[Name]) => void): () => void
  /** The provider of a chain family; the same object at every call. */
  provider<Name extends NamespaceId>(namespace: Name): Providers[Name]
  /** Removes the frame and every listener: what asks the dialog or a wallet afterwards rejects with 4900. A later `createModal` creates a new modal. */
  destroy(): void
}
