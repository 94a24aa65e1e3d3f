import type { CaipNetworkId, OnrampOptions, OnrampQuote } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type PurchaseState = {
  readonly options: OnrampOptions | null
  /** What the user wrote: a decimal number as text, or not. */
  readonly amount: string
  readonly currency: string
  readonly symbol: string
  readonly networkId: CaipNetworkId | null
  /** Id of the payment method. */
  readonly method: string
  /** `estimate`: nobody gives a quote, this is what stands for one. `refused`: it cannot be bought so. */
  readonly quoted: 'no' | 'asking' | 'quote' | 'estimate' | 'refused'
  readonly quote: OnrampQuote | null
  /** Why it cannot be bought so, or why it failed, in the server's words. */
  readonly reason: string
  readonly phase:
    | 'form'
    /** The address of the checkout is asked for. */
    | 'opening'
    /** The user pays in the provider's window. */
    | 'waiting'
    /** The browser opened no window: the user follows a link. */
    | 'blocked'
    /** The window is gone, and nothing is paid as far as anybody knows. */
    | 'closed'
    /** It is paid; the coins are on their way. */
    | 'paid'
    /** The account has them. */
    | 'arrived'
    | 'cancelled'
    | 'failed'
  /** Where it is paid. */
  readonly url: string
  /** What the account has more than before, in the smallest unit. */
  readonly gained: { readonly amount: bigint; readonly decimals: number; readonly symbol: string } | null
}

export const initialPurchase: PurchaseState = {
  options: null,
  amount: '100',
  currency: 'USD',
  symbol: '',
  networkId: null,
  method: 'card',
  quoted: 'no',
  quote: null,
  reason: '',
  phase: 'form',
  url: '',
  gained: null,
}

/** Coins that a user is about to buy. */
export const purchaseStore = perDialog(() => createStore<PurchaseState>(() => initialPurchase))
