import type { OnrampOptions, OnrampOrder, OnrampQuote } from '@latchkey/protocol'

/** What somebody wants to buy, checked for its shape. */
export type Purchase = {
  /** CAIP-2. */
  readonly network: string
  readonly symbol: string
  /** What is paid, fees included: a decimal number as text with at most two digits of a fraction. */
  readonly amount: string
  /** ISO 4217, upper case. */
  readonly currency: string
  /** Id of a payment method. */
  readonly method: string
}

/** A purchase that is about to begin. */
export type PurchaseSession = Purchase & {
  readonly projectId: string
  /** Where the coins go. */
  readonly address: string
  /** Of the browser; undefined when it is not known. */
  readonly ip: string | undefined
}

/** Why a provider does not sell, in a sentence. */
export class OnrampError extends Error {
  override readonly name = 'OnrampError'

  /**
   * @param status 400 for what the user can change, 503 for what they cannot
   */
  constructor(
    readonly status: 400 | 503,
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}

/** Said where the provider is at fault, whatever it said. */
export const unavailable = () => new OnrampError(503, 'provider', 'OnRamp provider is temporarily unavailable')

/** What is sold at the moment. */
export type Offer = OnrampOptions & {
  /** Networks (CAIP-2) on which something is sold, and nobody can say what. */
  readonly silent?: readonly string[]
}

/** Somebody who sells coins. Everything rejects with an {@link OnrampError}. */
export type OnrampProvider = {
  /** As users know it. */
  readonly name: string
  /** Whether it sells on a network (CAIP-2). */
  readonly serves: (network: string) => boolean
  readonly options: () => Promise<Offer>
  readonly quote: (purchase: Purchase) => Promise<OnrampQuote>
  /** Where the browser goes to pay. `id` where {@link order} knows what becomes of it. */
  readonly begin: (session: PurchaseSession) => Promise<{ readonly url: string; readonly id?: string }>
  /** Undefined for an order of somebody else's. */
  readonly order?: (id: string) => Promise<OnrampOrder | undefined>
}
