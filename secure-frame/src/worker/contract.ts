import type { CaipNetworkId, PendingApproval, Result, SecureApi, SecureBoot, SecureClientApi } from '@latchkey/protocol'
import type { ParamsOf, ValueOf } from '@latchkey/protocol/bridge'
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
type DocumentMethods = 'syncTheme' | 'syncDappData' | 'reload' | 'placeApproval' | 'abort'

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

export type ToWorker = { readonly call: number; readonly method: keyof WorkerApi; readonly params: unknown } | { readonly abort: number }
export type FromWorker = { readonly answer: number; readonly result: Result<unknown> } | WorkerEvent

export type WorkerHandlers = {
  readonly [K in keyof WorkerApi]: (
    params: ParamsOf<WorkerApi[K]>,
    signal: AbortSignal,
  ) => ValueOf<WorkerApi[K]> | Promise<ValueOf<WorkerApi[K]>>
}
