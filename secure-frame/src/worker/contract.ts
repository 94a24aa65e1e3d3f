import type { CaipNetworkId, ParamsOf, PendingApproval, SecureApi, SecureBoot, SecureClientApi } from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import type { ApprovalContent } from './approve/content.js'

/**
 * What the document and its Worker say to each other. The document draws and talks to the dialog; keys, policy and consent's meaning are the
 * Worker's.
 */

/** An approval as the document draws it. */
export type ApprovalView = PendingApproval & {
  /** `preparing`: asking the node. `ready`: waits for the user. `working`: signed, being sent. */
  readonly state: 'preparing' | 'ready' | 'working'
  /** SHA-256 (hex) of exactly what would be signed; an answer has to name it. */
  readonly digest: string | null
  readonly content: ApprovalContent | null
  /** The user has to show that it is them, before they can agree to what outlives the request. */
  readonly unproven: boolean
  /** The page's origin, proven by the browser. */
  readonly origin: string
  readonly verified: boolean
  readonly networkName: string
}

/**
 * Where a request is approved. `frame`: with the frame's own button. `window`: in the wallet's own window, where no page can draw. `typed`: in the frame,
 * by typing what is sent and to whom. `refused`: nowhere here.
 */
export type Place = 'frame' | 'window' | 'typed' | 'refused'

/** What the user typed of a transfer: its amount, and the end of its recipient's address. */
export type Typed = { readonly amount: string; readonly recipient: string }

/** What the user decides. A yes says where it was given. `noWindow`: it can only be given in a window, and none opens. */
export type Decision = { readonly requestId: string; readonly digest: string | null } & (
  | { readonly answer: 'approve'; readonly place: Place; readonly typed?: Typed | undefined }
  | { readonly answer: 'reject' | 'rejectAll' | 'noWindow' }
)

/** Methods that the document answers itself, or that are about drawing. */
type DocumentMethods = 'syncTheme' | 'syncDappData' | 'reload' | 'placeApproval' | 'showSecurity' | 'abort'

/** What the document asks of its Worker. Each port is one end of a channel, which nobody but the holder of its other end can use. */
export type WorkerApi = {
  /** Opens the wallet, and serves on `port` what the dialog may ask of it. */
  start(params: { readonly boot: SecureBoot; readonly port: MessagePort }): void
  /** Serves on `port` what the window for keys and custody may ask. The port before ends. */
  serveSecurity(params: { readonly port: MessagePort }): void
  /** False: the approval has changed since it was drawn; look again. */
  decide(params: Decision): boolean
  /** Another spending limit, in the token's decimal text: the approval is made anew. */
  setLimit(params: { readonly requestId: string; readonly amount: string }): void
}

/** What the Worker tells the document. */
export type DocumentApi = { heard(event: WorkerEvent): void }

/** What the dialog may ask of the wallet. */
export type WalletApi = Omit<SecureApi, DocumentMethods>

export type WorkerEvent =
  | { readonly event: 'approval'; readonly approval: ApprovalView | null }
  | { readonly event: 'session'; readonly isConnected: boolean; readonly reason: ParamsOf<SecureClientApi['sessionChanged']>['reason'] }
  | { readonly event: 'chain'; readonly chainId: CaipNetworkId }

export type WalletHandlers = Handlers<WalletApi>
