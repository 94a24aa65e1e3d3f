/* What the server says about swaps: `/v1/convert/*`. Amounts are whole numbers as text, in the smallest unit; tokens and accounts are CAIP-10 ids, the
   native coin is the token `0xeeee…eeee`. */

/** A token that can be swapped: an element of the answer of `GET /v1/convert/tokens`. */
export type SwapToken = {
  readonly name: string
  readonly symbol: string
  /** CAIP-10. */
  readonly address: string
  readonly decimals: number
  readonly logoUri: string | null
  /** Whether it takes signed allowances (ERC-2612); null when nobody knows. */
  readonly eip2612: boolean | null
  /** False for a token that the operator does not vouch for. */
  readonly listed?: boolean
}

/** An element of the answer of `GET /v1/convert/quotes`. */
export type SwapQuote = {
  readonly id: string | null
  readonly fromAmount: string
  readonly fromAccount: string
  readonly toAmount: string
  readonly toAccount: string
  /** Hundredths of a percent by which the swap itself moves the price against the user, without the pools' fees. */
  readonly priceImpact?: number
  /** Units of gas that are enough. */
  readonly gas?: string
  /** Who swaps: `pools` for exchanges on the chain, else the name of a service. */
  readonly provider?: string
  /** The ways that the amount goes; left out when the provider does not say. */
  readonly route?: readonly {
    /** Hundredths of the amount. */
    readonly percent: number
    readonly path: readonly string[]
    /** The pools between the tokens of the path; `fee` in millionths. */
    readonly pools: readonly { readonly version: 'v2' | 'v3'; readonly fee: number }[]
  }[]
  /** Only between networks: about how many seconds it takes, and what the bridge and the service keep of it, in USD. */
  readonly crossing?: { readonly seconds: number; readonly fee?: string }
}

/** `GET /v1/convert/gas-price`: wei per unit of gas. */
export type SwapGasPrice = { readonly standard: string; readonly fast: string; readonly instant: string }

/** The transaction of `GET /v1/convert/build-approve`. `from` and `to` are the token that is sold: the transaction goes to that contract. */
export type ApproveTransaction = {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value: string
  readonly eip155: { readonly gasPrice: string }
}

/** The transaction of `POST /v1/convert/build-transaction`. It carries the amount when the native coin is sold, else nothing. */
export type SwapTransaction = {
  readonly from: string
  readonly to: string
  readonly data: string
  /** What is received, at the price of this moment. */
  readonly amount: string
  readonly eip155: { readonly gas: string; readonly gasPrice: string }
}

/**
 * Contracts that swaps of a network go through, by the operator's configuration: what a provider built is checked against them.
 */
export type SwapContracts = {
  /** Takes the token that is sold. A lower-case address. */
  readonly router: string
  /** How its calls are read. */
  readonly kind: 'swapRouter02' | 'v2Router' | 'oneInch' | 'lifi'
  /** The wrapped native coin, in lower case; left out when it is not known. */
  readonly wrapped?: string
  /** Takes tokens to other networks: LI.FI's contract, in lower case. Left out where there is none. */
  readonly crossing?: string
}

/** The answer of `GET /v1/convert/arrival`: what became of tokens that went to another network. */
export type SwapArrival = {
  /** `arrived` and `refunded` by the bridge's word: whoever shows it looks at the chain first. */
  readonly status: 'pending' | 'arrived' | 'refunded' | 'failed'
  /** The transaction on the other network; null while there is none. */
  readonly hash: string | null
}
