import type { OperationType } from '@latchkey/protocol'
import type { Hex } from 'viem'

export type TokenKind = 'erc20' | 'erc721' | 'erc1155'
export type TransferKind = 'native' | TokenKind | 'approval' | 'approvalForAll'

/** Where in a transaction something moved: by its own value, by a call within it, or in the words of a log. */
export const sources = { value: 0, call: 1, log: 2 } as const

/** Something that moved, or an approval: then from the owner to the spender. */
export type Transfer = {
  readonly source: (typeof sources)[keyof typeof sources]
  /** Index of the log in its block, or the number of the call among those that moved coins. */
  readonly place: number
  /** Within a batch of ERC-1155. */
  readonly item: number
  readonly kind: TransferKind
  /** Null for the chain's own coin. */
  readonly token: Hex | null
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
  readonly tokenId: bigint | null
}

/** What a transaction is to one address, in the words of the API. */
export type Operation = OperationType

export type Activity = { readonly address: Hex; readonly operation: Operation; readonly success: boolean }

/** A transaction in a block, decoded. */
export type Transaction = {
  readonly block: number
  readonly position: number
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly created: Hex | null
  readonly nonce: number
  readonly value: bigint
  readonly fee: bigint
  readonly success: boolean
  readonly method: Hex | null
  /** Milliseconds. */
  readonly minedAt: number
  readonly transfers: readonly Transfer[]
  readonly activity: readonly Activity[]
  /** Tokens that it gave to many who had not asked for it. */
  readonly airdrops: readonly Hex[]
}

export const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'
