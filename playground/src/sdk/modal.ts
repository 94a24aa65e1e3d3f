/** EIP-1193. */
export type Provider = {
  request(args: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on(event: string, listener: (data: never) => void): unknown
  removeListener(event: string, listener: (data: never) => void): unknown
}

/** What the families without a standard of their own have: methods with cloneable parameters. */
export type Requester = { request(args: { method: string; params?: object }): Promise<unknown> }

export type ModalAccount = {
  readonly namespace: string
  readonly address: string
  readonly type: string
  /** Bitcoin's, hex. */
  readonly publicKey?: string
}

type ModalWallet = { readonly id: string; readonly name: string; readonly icon?: string }

type ModalSignIn = {
  readonly address: string
  readonly networkId: string
  readonly token?: string
  readonly message?: string
  readonly expiresAt?: string
}

/** `Modal.getState()`, as the documentation describes it. */
export type ModalState = {
  readonly ready: boolean
  readonly open: boolean
  readonly status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  readonly view: string
  readonly activeNamespace: string | null
  readonly selectedNetworkId: string | null
  readonly accounts: Readonly<Record<string, readonly ModalAccount[] | undefined>>
  /** By chain family. */
  readonly wallets?: Readonly<Record<string, ModalWallet | undefined>>
  /** Of the active family. */
  readonly wallet: ModalWallet | null
  /** By chain family; `token` is for a server. */
  readonly signIns?: Readonly<Record<string, ModalSignIn | undefined>>
}

/** The part of `window.Modal` that this page uses. */
export type Modal = {
  /** With a transfer it resolves with the hash, as soon as it is sent. */
  open(options: { view: 'WalletSend'; token: string; amount: string; recipient: string }): Promise<string>
  open(options?: { view?: string; namespace?: string }): Promise<{ address: string } | null>
  /** One chain family, or all. */
  disconnect(namespace?: string): Promise<void>
  switchNetwork(networkId: string): Promise<void>
  setTheme(theme: { themeMode: 'light' | 'dark' | 'auto' }): void
  setLocale(locale: string): void
  setOptions(options: { siwx: { required: boolean } | false }): void
  /** One chain family, or all. */
  signOut(namespace?: string): Promise<void>
  getState(): ModalState
  subscribe(listener: (state: ModalState) => void): () => void
  on(event: string, listener: (data: unknown) => void): () => void
  provider(namespace: 'eip155'): Provider
  /** Of another chain family: a Wallet Standard wallet for Solana, else {@link Requester}. */
  provider(namespace: string): unknown
}
