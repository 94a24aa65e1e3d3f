/** What one instruction does, as far as it is known by name. */
export type Effect =
  | { readonly kind: 'transfer'; readonly from: string; readonly to: string; readonly lamports: bigint }
  | {
      readonly kind: 'tokenTransfer'
      readonly source: string
      readonly to: string
      readonly authority: string
      readonly amount: bigint
      readonly mint?: string
      readonly decimals?: number
      /** Programs and accounts that come along, which code of the token's maker reads (Token-2022). */
      readonly hook?: readonly string[]
    }
  | {
      readonly kind: 'tokenApprove'
      readonly source: string
      readonly delegate: string
      readonly amount: bigint
      readonly mint?: string
      readonly decimals?: number
    }
  /** Somebody else decides about an account from then on; left out: nobody. */
  | { readonly kind: 'tokenAuthority'; readonly account: string; readonly to?: string }
  | { readonly kind: 'tokenClose'; readonly account: string; readonly to: string }
  | { readonly kind: 'tokenBurn'; readonly account: string; readonly amount: bigint; readonly mint?: string }
  | { readonly kind: 'assign'; readonly account: string; readonly owner: string }
  | { readonly kind: 'createAccount'; readonly payer: string; readonly account: string; readonly lamports: bigint; readonly owner?: string }
  | { readonly kind: 'createTokenAccount'; readonly payer: string; readonly account: string; readonly owner: string; readonly mint: string }
  | { readonly kind: 'computeBudget'; readonly unitLimit?: number; readonly unitPrice?: bigint }
  | { readonly kind: 'memo'; readonly text: string }
  /** A durable nonce: the transaction stays valid until it is used. */
  | { readonly kind: 'nonce'; readonly account: string }
  /** Harmless housekeeping of a known program. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown'; readonly program: string }

/** Data and accounts of an instruction; undefined for one that is not known by name. Several: it holds others. */
export type Read = (data: Uint8Array, account: (index: number) => string, count: number) => Effect | readonly Effect[] | undefined

const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
/** @throws RangeError behind the end */
export const u64 = (data: Uint8Array, at: number): bigint => view(data).getBigUint64(at, true)
/** @throws RangeError behind the end */
export const u32 = (data: Uint8Array, at: number): number => view(data).getUint32(at, true)
