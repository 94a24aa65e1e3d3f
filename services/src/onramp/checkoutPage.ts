import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { SandboxOrder } from './sandboxOrders.js'
import { decimalOf } from './sandboxQuote.js'

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-block-size: 100dvh; display: grid; place-items: center; background: Canvas; color: CanvasText }
main { inline-size: min(26rem, 100% - 2rem); padding-block: 2rem }
.tag { display: inline-block; padding: 0.15rem 0.6rem; border-radius: 99px; border: 1px solid currentColor; font-size: 0.8rem; font-weight: 600 }
h1 { font-size: 1.5rem; line-height: 1.25; margin-block: 1rem 0.25rem }
dl { margin-block: 1.5rem; border-block: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding-block: 0.6rem }
dl div + div { border-block-start: 1px solid color-mix(in srgb, currentColor 12%, transparent) }
dt { opacity: 0.75 } dd { margin: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
button { font: inherit; inline-size: 100%; min-block-size: 3rem; margin-block-start: 0.75rem; border-radius: 0.75rem; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); background: none; color: inherit; cursor: pointer }
button.first { background: CanvasText; color: Canvas; border-color: CanvasText; font-weight: 600 }
code { font-size: 0.85rem; overflow-wrap: anywhere }`

/** Nothing runs, nothing is loaded; its form leads back to it. */
export const checkoutPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const methods: Readonly<Record<string, string>> = { card: 'Test card', ach_bank_account: 'Test bank account' }

const ends: Readonly<Record<SandboxOrder['state'], readonly [title: string, body: string]>> = {
  waiting: ['', ''],
  paying: ['Paying out…', 'This page looks again in a moment.'],
  sent: ['Paid', 'The coins are on their way. You can close this window.'],
  failed: ['The payment failed', 'Nothing was charged. You can close this window.'],
  cancelled: ['Cancelled', 'Nothing was charged. You can close this window.'],
}

const page = (title: string, body: unknown, refresh = false) =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${refresh ? raw('<meta http-equiv="refresh" content="2">') : ''}<title>${title} · Sandbox</title><style>${raw(style)}</style></head><body><main>
<span class="tag">Sandbox: no real money</span>${body}</main></body></html>`

/** What a provider's checkout would show: what is paid, what is bought, for whom, and the two answers. */
export function checkoutPage(order: SandboxOrder, chain: string) {
  const { state, amount, decimals, symbol, payment, currency, method, address, hash, reason } = order
  const bought = `${decimalOf(BigInt(amount), decimals)} ${symbol}`
  const facts = html`<dl><div><dt>You pay</dt><dd>${payment} ${currency}</dd></div>
<div><dt>You get</dt><dd>${bought}</dd></div><div><dt>Network</dt><dd>${chain}</dd></div>
<div><dt>To</dt><dd><code>${address}</code></dd></div>${hash && state !== 'failed' ? html`<div><dt>Transaction</dt><dd><code>${hash}</code></dd></div>` : ''}</dl>`
  const [title, body] = ends[state]
  if (state !== 'waiting')
    return page(
      title,
      html`<h1>${title}</h1><p role="status">${reason && state === 'failed' ? `${reason}. ` : ''}${body}</p>${facts}`,
      state === 'paying',
    )
  const buy = `Buy ${bought}`
  return page(
    buy,
    html`<h1>${buy}</h1><p>This plays the checkout of a payment provider. Coins of a test network are really sent.</p>${facts}
<form method="post"><button class="first" name="action" value="pay">Pay ${payment} ${currency} with ${methods[method] ?? 'Test card'}</button>
<button name="action" value="decline">Pay with a card that is declined</button>
<button name="action" value="cancel">Cancel</button></form>`,
  )
}

/** For an order that nobody made. */
export const noOrderPage = () => page('No such purchase', html`<h1>No such purchase</h1><p>Start again on the page that you came from.</p>`)
