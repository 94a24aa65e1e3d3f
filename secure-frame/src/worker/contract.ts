import type { CaipNetworkId, ParamsOf, PendingApproval, Result, SecureApi, SecureBoot, SecureClientApi, ValueOf } from '@latchkey/protocol'
import type { ApprovalContent } from './approve/content.js'

/**
 * What the document and its Worker say to each other. The document draws and talks to the dialog; keys, policy and consent's meaning are the
 * Worker's.
 */

/** An approval as the document draws it. */
export type ApprovalView = PendingApproval & {
  /** `preparing`: asking the node. `ready`: waits for the person. `working`: signed, being sent. */
  readonly state: 'preparing' | 'ready' | 'working'
  /** SHA-256 (hex) of exactly what would be signed; an answer has to name it. */
  readonly digest: string | null
  readonly content: ApprovalContent | null
  /** The page's origin, proven by the browser. */
  readonly origin: string
  readonly verified: boolean
  readonly networkName: string
}

export type Decision = {
  readonly requestId: string
  readonly digest: string | null
  readonly answer: 'approve' | 'reject' | 'rejectAll'
}

/** Methods that the document answers itself, or that are about drawing. */
type DocumentMethods = 'syncTheme' | 'syncDappData' | 'reload' | 'placeApproval' | 'showSecurity' | 'abort'

export type WorkerApi = Omit<SecureApi, DocumentMethods> & {
  start(params: { readonly boot: SecureBoot }): void
  /** False: the approval has changed since it was drawn; look again. */
  decide(params: Decision): boolean
  /** Another spending limit, in the token's decimal text: the approval is made anew. */
  setLimit(params: { readonly requestId: string; readonly amount: string }): void
}

export type WorkerEvent =
  | { readonly event: 'approval'; readonly approval: ApprovalView | null }
  | { readonly event: 'session'; readonly isConnected: boolean; readonly reason: ParamsOf<SecureClientApi['sessionChanged']>['reason'] }
  | { readonly event: 'chain'; readonly chainId: CaipNetworkId }

/** What is asked over a channel, and what is answered. */
export type Asked = { readonly call: number; readonly method: string; readonly params: unknown } | { readonly abort: number }
export type Answered = { readonly answer: number; readonly result: Result<unknown> }

/** With the message comes a port, for the wallet's own window. */
export type Attach = { readonly attach: 'security' }

/** What serves the methods of an API. */
export type TableOf<Api> = {
  readonly [K in keyof Api]: (params: ParamsOf<Api[K]>, signal: AbortSignal) => ValueOf<Api[K]> | Promise<ValueOf<Api[K]>>
}
export type WorkerHandlers = TableOf<WorkerApi>
