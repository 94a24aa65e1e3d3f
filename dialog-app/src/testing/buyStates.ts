import { estimatedQuote, type OnrampOptions, type OnrampQuote } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { initialPurchase, type PurchaseState, purchaseStore } from '../state/purchase.js'
import { connect, page, show } from './setStores.js'

/* States of the view in which a user buys coins. */

const methods = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const onBase = { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: '', caip2: 'eip155:8453', provider: 'Ferry Pay' }
const options: OnrampOptions = {
  purchaseCurrencies: [
    { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [onBase] },
    {
      id: 'USDC',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [{ ...onBase, contract_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }],
    },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: methods },
    { id: 'EUR', payment_method_limits: methods },
  ],
}
const usd = (amount: string) => ({ amount, currency: 'USD' })
const quote: OnrampQuote = {
  paymentTotal: usd('100.00'),
  paymentSubtotal: usd('98.38'),
  networkFee: usd('0.12'),
  purchaseAmount: { amount: '0.028433180000000000', currency: 'ETH' },
  quoteId: 'quote',
}

const buy = (change: Partial<PurchaseState>) => (dialog: Dialog) => {
  page(dialog)
  connect(dialog)
  const chosen = { options, symbol: 'ETH', networkId: 'eip155:8453' as const, quoted: 'quote' as const, quote }
  purchaseStore(dialog).setState({ ...initialPurchase, ...chosen, ...change }, true)
  show(dialog, 'Account', 'OnRamp')
}

export const buyStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'buy-loading': buy({ options: null }),
  'buy-form': buy({}),
  'buy-asking': buy({ quoted: 'asking', quote: null }),
  'buy-below': buy({ amount: '5', quoted: 'no', quote: null }),
  'buy-above': buy({ amount: '90000', method: 'ach_bank_account', quoted: 'no', quote: null }),
  'buy-estimate': buy({ symbol: 'USDC', quoted: 'estimate', quote: estimatedQuote('100.00', 'USD', 'USDC') }),
  'buy-refused': buy({ quoted: 'refused', quote: null, reason: 'Unsupported payment method' }),
  'buy-opening': buy({ phase: 'opening' }),
  'buy-nothing': buy({ options: { ...options, purchaseCurrencies: [] } }),
  'buy-waiting': buy({ phase: 'waiting' }),
  'buy-blocked': buy({ phase: 'blocked', url: 'https://pay.example/' }),
  'buy-closed': buy({ phase: 'closed', url: 'https://pay.example/' }),
  'buy-paid': buy({ phase: 'paid' }),
  'buy-arrived': buy({ phase: 'arrived', gained: { amount: 28_433_180_000_000_000n, decimals: 18, symbol: 'ETH' } }),
  'buy-cancelled': buy({ phase: 'cancelled' }),
  'buy-failed': buy({ phase: 'failed', reason: 'The card was declined' }),
}
