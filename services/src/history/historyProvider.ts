import type { OperationType } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'

/** Something that a transaction moved from or to the address that is asked about. */
export type Moved = {
  readonly direction: 'in' | 'out' | 'self'
  /** As the chain's family writes it; null for the native coin. */
  readonly token: string | null
  /** In the smallest unit; of an NFT how many. */
  readonly amount: bigint
  /** Whom it came from, or went to; left out where the provider does not know. */
  readonly other?: string
  /** What is known of the token. Null, as a whole or its decimals: the amount cannot be divided. */
  readonly about: { readonly name: string; readonly symbol: string; readonly decimals: number | null; readonly isSpam: boolean } | null
  /** Set for NFTs. */
  readonly nft?: { readonly id: bigint; readonly name: string | null; readonly image: string | null }
}

/** A transaction, seen from the address that is asked about. */
export type Transaction = {
  readonly chain: Chain
  readonly hash: string
  readonly operation: OperationType
  readonly status: 'pending' | 'confirmed' | 'failed'
  /** Milliseconds since 1970; of a pending one when it was seen. */
  readonly at: number
  readonly from: string
  readonly to: string
  readonly nonce: number
  /** What the contract at `to` is called, where the provider knows it. */
  readonly application?: string
  readonly moved: readonly Moved[]
}

export type HistoryQuestion = {
  /** All of them are served by the provider; a single one unless it tells of several together. */
  readonly chains: readonly Chain[]
  /** As the family of the chains writes it. */
  readonly address: string
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  readonly signal: AbortSignal
}

/** A cursor that is not of this provider and this address. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor'
}

export type ProviderPage = {
  readonly transactions: readonly Transaction[]
  readonly next: string | null
  /** Chains of the question that it can say nothing about at the moment. */
  readonly silent?: readonly Chain[]
  /** … and those of which newer transactions may be missing. */
  readonly old?: readonly Chain[]
  /** … and whose past is still being searched for the address: older transactions may be missing. */
  readonly searching?: readonly Chain[]
  /** … and of which coins that others sent before the address was first shown are missing for good. */
  readonly partial?: readonly Chain[]
}

/** Something that knows what happened to addresses. */
export type HistoryProvider = {
  /** Short name, for the header `x-source` and the log. */
  readonly name: string
  readonly serves: (chain: Chain) => boolean
  /** Whether one page tells of several chains; otherwise it is asked for one chain at a time. */
  readonly isTogether: boolean
  /**
   * A page of transactions, the newest first; the first page begins with what is pending.
   *
   * @throws BadCursor; any other Error when it cannot be asked, or answers nonsense
   */
  readonly pageOf: (question: HistoryQuestion) => Promise<ProviderPage>
}
