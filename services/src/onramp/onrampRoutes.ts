import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { jsonBody } from '../api/jsonBody.js'
import { requireProject } from '../api/middleware.js'
import type { Chain } from '../config/chains.js'
import { networkRule } from '../config/networks.js'
import { loggableError } from '../log.js'
import { checkoutPage, checkoutPolicy, noOrderPage } from './checkoutPage.js'
import { type Offer, OnrampError, type Purchase, unavailable } from './onrampProvider.js'
import type { Onramp } from './openOnramp.js'
import { paymentFor } from './paymentFor.js'

const maxBody = 32 * 1_024
const noStore = { 'cache-control': 'no-store' }
const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })
const answer = <T extends z.ZodType>(description: string, schema: T) => ({ description, content: { 'application/json': { schema } } })
const refusals = {
  400: failed('Unsupported currency, network, payment method or amount.'),
  401: failed('Unknown project.'),
  403: failed('A page of an origin that the project does not allow.'),
  413: failed('Too large.'),
  422: failed('Not of the wanted shape.'),
  429: failed('Too many requests; Retry-After says when to come back.'),
  503: failed('Nobody sells at the moment; Retry-After says when to come back.'),
}
const common = z.object({ projectId: z.string().optional() })

/** A payment: a decimal number with at most two digits of a fraction, as text or as a number. */
const payment = z.union([
  z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  z
    .number()
    .positive()
    .max(1e9)
    .transform((value) => value.toFixed(2)),
])
/** An amount of coins: a decimal number that is more than nothing, as text or as a number. */
const coins = z
  .union([
    z.string().regex(/^\d{1,12}(\.\d{1,18})?$/),
    z
      .number()
      .positive()
      .max(1e12)
      .transform((value) => value.toFixed(18)),
  ])
  .refine((text) => /[1-9]/.test(text), { error: 'must be more than nothing.' })
const decimal = z.string().openapi({ example: '100.00' })
const network = z.object({
  name: z.string(),
  display_name: z.string(),
  chain_id: z.string(),
  contract_address: z.string(),
  caip2: z.string().optional(),
  provider: z.string().optional(),
})
const purchaseCurrency = z.object({ id: z.string(), name: z.string(), symbol: z.string(), networks: z.array(network) })
const paymentCurrency = z.object({
  id: z.string(),
  payment_method_limits: z.array(z.object({ id: z.string(), min: decimal, max: decimal })).readonly(),
})
const amount = z.object({ amount: decimal, currency: z.string() })
const quote = z
  .object({ paymentTotal: amount, paymentSubtotal: amount, networkFee: amount, purchaseAmount: amount, quoteId: z.string() })
  .openapi('OnrampQuote')
const currency = z.string().regex(/^[A-Za-z]{3}$/)

const quoteBody = z.object({
  purchaseCurrency: z.object({ id: z.string(), symbol: z.string().optional() }),
  paymentCurrency: z.object({ id: currency }),
  amount: payment,
  network: z.string().openapi({ description: 'CAIP-2; older clients send the symbol, and mean the first network of the currency.' }),
  paymentMethod: z.string().optional().openapi({ description: 'Left out: card.' }),
})
const urlBody = z.object({
  destinationWallets: z
    .array(z.object({ address: z.string().max(128), blockchains: z.array(z.string()).optional(), assets: z.array(z.string()).optional() }))
    .min(1),
  partnerUserId: z.string().max(128).optional(),
  defaultNetwork: z.string().optional().openapi({ description: 'CAIP-2, or a provider’s name of the network.' }),
  presetFiatAmount: payment.optional(),
  presetCryptoAmount: coins.optional().openapi({ description: 'How much is bought, where presetFiatAmount is left out.' }),
  defaultExperience: z.enum(['send', 'buy']).optional(),
  fiatCurrency: currency.optional(),
  paymentMethod: z.string().optional(),
})
const order = z.object({
  state: z.enum(['waiting', 'paying', 'sent', 'failed', 'cancelled']),
  hash: z.string().optional(),
  reason: z.string().optional(),
})

/** What is paid where the client does not say. */
const usualAmount = '100.00'

/** `GET /v1/onramp/options`, `POST /v1/onramp/quote`, `POST /v1/generators/onrampurl`, and the sandbox's checkout. */
export function onrampRoutes(app: OpenAPIHono<ApiEnv>, context: ApiContext & { readonly onramp: Onramp }): void {
  const { onramp, log } = context
  const mayUse = networkRule(context.config)
  const limitBody = bodyLimit({
    maxSize: maxBody,
    onError: (c) => c.json(failure('body', `A request may have at most ${maxBody} bytes.`), 413),
  })
  for (const path of ['/v1/onramp/*', '/v1/generators/*']) app.use(path, requireProject(context, 401))

  const sold = async <Answer extends object>(c: Context<ApiEnv>, work: () => Promise<Answer>) => {
    try {
      return c.json(await work(), 200, noStore)
    } catch (error) {
      if (error instanceof OnrampError)
        return c.json(failure(error.field, error.message), error.status, {
          ...noStore,
          ...(error.status === 503 ? { 'retry-after': '30' } : {}),
        })
      log.warn({ error: loggableError(error) }, 'A provider of purchases failed')
      return c.json(failure('provider', 'OnRamp provider is temporarily unavailable'), 503, { ...noStore, 'retry-after': '30' })
    }
  }
  /** The network (CAIP-2) that a client means, which the project may use, of what is sold. */
  const networkOf = (c: Context<ApiEnv>, { purchaseCurrencies, silent = [] }: Offer, given: string | undefined, symbol: string): string => {
    const usable = (caip2: string | undefined) =>
      context.chains.some((chain) => chain.caipNetworkId === caip2 && mayUse(c.var.project, chain))
    const networks = (purchaseCurrencies.find((one) => one.symbol === symbol)?.networks ?? []).filter(({ caip2 }) => usable(caip2))
    const named = networks.find(({ caip2, name, chain_id }) => [caip2, name, chain_id].includes(given ?? ''))
    const found = named ?? (given === undefined || given === symbol ? networks[0] : undefined)
    if (found?.caip2) return found.caip2
    const isMeant = ({ caipNetworkId, network: id, id: chainId }: Chain) =>
      given === undefined || [symbol, caipNetworkId, id, String(chainId)].includes(given)
    if (context.chains.some((chain) => silent.includes(chain.caipNetworkId) && usable(chain.caipNetworkId) && isMeant(chain)))
      throw unavailable()
    throw new OnrampError(400, 'network', 'Unsupported network')
  }

  /** The first of the coins that is sold on the network that a client means. */
  const firstSold = (c: Context<ApiEnv>, offer: Offer, given: string | undefined, symbols: readonly string[]) => {
    const refusals: unknown[] = []
    for (const symbol of symbols)
      try {
        return { network: networkOf(c, offer, given, symbol), symbol }
      } catch (error) {
        refusals.push(error)
      }
    throw refusals[0] ?? new OnrampError(400, 'network', 'Unsupported network')
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/onramp/options',
      summary: 'What can be bought, and how it is paid',
      description: 'Of the networks that the project may use.',
      request: { query: common },
      responses: {
        200: answer(
          'The options.',
          z.object({
            purchaseCurrencies: z.array(purchaseCurrency),
            paymentCurrencies: z.array(paymentCurrency).readonly(),
            providers: z
              .array(z.object({ name: z.string(), paymentCurrencies: z.array(paymentCurrency).readonly() }))
              .readonly()
              .optional(),
          }),
        ),
        ...refusals,
      },
    }),
    (c) =>
      sold(c, async () => {
        const { purchaseCurrencies, paymentCurrencies, providers } = await onramp.options()
        const allowed = context.chains.filter((chain) => mayUse(c.var.project, chain)).map(({ caipNetworkId }) => caipNetworkId as string)
        const offered = purchaseCurrencies.flatMap((one) => {
          const networks = one.networks.filter(({ caip2 }) => caip2 !== undefined && allowed.includes(caip2))
          return networks.length > 0 ? [{ ...one, networks }] : []
        })
        return { purchaseCurrencies: offered, paymentCurrencies, ...(providers ? { providers } : {}) }
      }),
  )

  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/v1/onramp/quote',
    summary: 'What an amount of money buys',
    request: { query: common, body: { content: { 'application/json': { schema: quoteBody } } } },
    responses: { 200: answer('The quote; amounts include all fees.', quote), ...refusals },
  })
  app.post('/v1/onramp/quote', limitBody, async (c) => {
    const read = await jsonBody(c, quoteBody)
    if ('refused' in read) return c.json(read.refused, read.status, noStore)
    const { purchaseCurrency: bought, paymentCurrency: paid, amount: given, network: wanted, paymentMethod = 'card' } = read.value
    const symbol = bought.symbol ?? bought.id
    return sold(c, async () => {
      const purchase: Purchase = {
        network: networkOf(c, await onramp.options(), wanted, symbol),
        symbol,
        amount: given,
        currency: paid.id.toUpperCase(),
        method: paymentMethod,
      }
      return await onramp.providerOf(purchase.network).quote(purchase)
    })
  })

  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/v1/generators/onrampurl',
    summary: 'Where a purchase is paid',
    description:
      'The address of the provider’s checkout, for one purchase. The first destination wallet counts, and its first asset that is sold on the network.',
    request: { query: common, body: { content: { 'application/json': { schema: urlBody } } } },
    responses: {
      200: answer(
        'The address; id where this server knows what becomes of the purchase.',
        z.object({ url: z.string(), id: z.string().optional() }),
      ),
      ...refusals,
    },
  })
  app.post('/v1/generators/onrampurl', limitBody, async (c) => {
    const read = await jsonBody(c, urlBody)
    if ('refused' in read) return c.json(read.refused, read.status, noStore)
    const {
      destinationWallets,
      defaultNetwork,
      presetFiatAmount,
      presetCryptoAmount,
      fiatCurrency = 'USD',
      paymentMethod = 'card',
    } = read.value
    const [wallet] = destinationWallets
    return sold(c, async () => {
      const offer = await onramp.options()
      const symbols = wallet?.assets?.length ? wallet.assets : offer.purchaseCurrencies.map(({ symbol }) => symbol)
      const bought = firstSold(c, offer, defaultNetwork ?? wallet?.blockchains?.[0], symbols)
      const provider = onramp.providerOf(bought.network)
      const usual: Purchase = { ...bought, amount: usualAmount, currency: fiatCurrency.toUpperCase(), method: paymentMethod }
      const amount =
        presetFiatAmount ?? (presetCryptoAmount === undefined ? usualAmount : paymentFor(presetCryptoAmount, await provider.quote(usual)))
      return await provider.begin({ ...usual, amount, projectId: c.var.project.id, address: wallet?.address ?? '', ip: c.env?.address })
    })
  })

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/onramp/orders/{id}',
      summary: 'Status of a purchase',
      request: { params: z.object({ id: z.string().max(64) }), query: common },
      responses: { 200: answer('Where it stands.', order), 404: failed('No such purchase.'), ...refusals },
    }),
    async (c) => {
      const found = await onramp.order(c.req.valid('param').id)
      return found ? c.json(found, 200, noStore) : c.json(failure('id', 'No such purchase'), 404, noStore)
    },
  )

  const { sandbox } = onramp
  if (!sandbox) return
  const headers = { ...noStore, 'content-security-policy': checkoutPolicy, 'referrer-policy': 'no-referrer' }
  const path = '/onramp/sandbox/:id'
  app.get(path, async (c) => {
    const found = await sandbox.get(c.req.param('id'))
    return found ? c.html(checkoutPage(found, sandbox.chainName(found.chain)), 200, headers) : c.html(noOrderPage(), 404, headers)
  })
  app.post(path, limitBody, async (c) => {
    const found = await sandbox.get(c.req.param('id'))
    if (!found) return c.html(noOrderPage(), 404, headers)
    const { action } = await c.req.parseBody()
    if (action === 'pay') await sandbox.pay(found)
    if (action === 'decline') await sandbox.orders.move(found.id, 'waiting', { state: 'failed', reason: 'The card was declined' })
    if (action === 'cancel') await sandbox.orders.move(found.id, 'waiting', { state: 'cancelled' })
    return c.redirect(c.req.path, 303)
  })
}
