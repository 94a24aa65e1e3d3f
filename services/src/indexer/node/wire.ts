import type { Hex } from 'viem'

/* What a node answers, as far as it is read. Numbers are hexadecimal text. */

export type WireLog = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: Hex
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
}

export type WireTransaction = {
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly nonce?: Hex
  readonly input: Hex
  readonly gasPrice?: Hex
  readonly transactionIndex: Hex | null
  readonly blockNumber: Hex | null
  readonly blockHash: Hex | null
}

export type WireReceipt = {
  readonly transactionHash: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
  /** Absent before Byzantium. */
  readonly status?: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice?: Hex
  /** What a rollup pays for its data. */
  readonly l1Fee?: Hex
  readonly contractAddress: Hex | null
  readonly logs: readonly WireLog[]
}

export type WireBlock<Transactions = readonly WireTransaction[]> = {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: Hex
  readonly transactions: Transactions
}

/** One call of `trace_block`. */
export type WireTrace = {
  readonly type: string
  readonly action: {
    readonly callType?: string
    readonly from?: Hex
    readonly to?: Hex
    readonly value?: Hex
    /** Of a contract that ends: itself, who gets its coins, and how many. */
    readonly address?: Hex
    readonly refundAddress?: Hex
    readonly balance?: Hex
  }
  readonly result?: { readonly address?: Hex } | null
  readonly error?: string
  readonly traceAddress: readonly number[]
  readonly transactionHash?: Hex | null
}

/** One call of the `callTracer`. */
export type WireFrame = {
  readonly type: string
  readonly from: Hex
  readonly to?: Hex
  readonly value?: Hex
  readonly error?: string
  readonly calls?: readonly WireFrame[]
}
export type WireTracedTransaction = { readonly txHash?: Hex; readonly result?: WireFrame; readonly error?: string }
