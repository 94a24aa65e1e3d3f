import type { CaipNetworkId, Network } from './entities.js'
import type { EmbeddedAccountType } from './secure.js'

/** What the edge writes into the secure frame's documents. */
export type SecureBoot = {
  readonly projectId: string
  /** The page around the dialog, proven by `frame-ancestors`. Empty in documents that nobody frames. */
  readonly origin: string
  readonly verified: boolean
  readonly mode: 'development' | 'production'
  readonly api: string
  /** The only origin that may be this frame's parent. */
  readonly dialog: string
  readonly secure: string
  /** Where consent is given: `frame` for exact registered https origins and development's localhost. */
  readonly approvalSurface: 'frame' | 'window'
  /** What an approval may at most give to others for longer than the request: its worth, and for how long. Left out, there is no cap. */
  readonly caps: {
    readonly grantUsd?: number
    readonly grantDays?: number
    /** What a device may send a day while it is new and the account has another way in: worth in USD. */
    readonly newDeviceUsd: number
  }
  /** Networks that the embedded wallet serves; their `rpcUrls` point at the gateway. */
  readonly networks: readonly Network[]
  readonly defaultNetwork: CaipNetworkId | null
  /** WebAuthn's relying party of passkeys. It never changes: passkeys are bound to it. */
  readonly passkeyDomain: string
  /** Networks on which a user may have a smart account. */
  readonly smartAccounts: readonly SmartAccountNetwork[]
  /** What a user has there at first. */
  readonly defaultAccountType: EmbeddedAccountType
  /** What the operator knows of each network's contracts. What is missing here, a contract says of itself: it is no fact. */
  readonly contracts: Readonly<Record<CaipNetworkId, KnownContracts>>
  readonly build: string
}

/** Contracts of one network that the operator listed. Everything that an approval says of a contract as a fact comes from here. */
export type KnownContracts = {
  readonly tokens: readonly KnownToken[]
  /** The wrapped native coin: only there do coins become tokens by `deposit()`. */
  readonly wrapped?: string
  /** Addresses of routers, registries and other contracts that may be called without a word about who they are. */
  readonly others: readonly string[]
}

/** A token by its address (on Solana the mint). */
export type KnownToken = { readonly address: string; readonly symbol: string; readonly name?: string; readonly decimals: number }

/** A network with a bundler for user operations (ERC-4337). */
export type SmartAccountNetwork = {
  readonly caipNetworkId: CaipNetworkId
  /** URL of the bundler, at our own services. */
  readonly bundler: string
  /** The operator may pay the fees. */
  readonly sponsored: boolean
}
