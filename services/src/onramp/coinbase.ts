import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { namespaceOf, type OnrampOptions, type OnrampQuote } from '@latchkey/protocol'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import { fetchJson, ProviderError } from '../http/fetchJson.js'
import { OnrampError, type OnrampProvider, type Purchase, unavailable } from './onrampProvider.js'

/** As users know it. */
const name = 'Coinbase'
/** Milliseconds for one question, and for which options are taken as they are. */
const timeout = 8_000
const optionsKeptFor = 600_000
/** Seconds for which a signed question is good. */
const tokenLife = 120

/** Coinbase's names of networks, by CAIP-2 id. */
const networkNames: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:56': 'bnb-chain',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:43114': 'avalanche-c-chain',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
}

const decimal = z.string().regex(/^\d{1,30}(\.\d{1,36})?$/)
const amount = z.object({ value: decimal, currency: z.string().min(1).max(32) })
const quoteAnswer = z.object({
  payment_total: amount,
  payment_subtotal: amount,
  purchase_amount: amount,
  network_fee: amount,
  quote_id: z.string().min(1).max(128),
})
const optionsAnswer = z.object({
  payment_currencies: z.array(z.object({ id: z.string(), limits: z.array(z.object({ id: z.string(), min: decimal, max: decimal })) })),
  purchase_currencies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      symbol: z.string(),
      networks: z.array(z.object({ name: z.string(), display_name: z.string(), chain_id: z.string(), contract_address: z.string() })),
    }),
  ),
})
const tokenAnswer = z.object({ token: z.string().min(1).max(4_096) })

type Settings = NonNullable<Config['onramp']['coinbase']>

/** A secret API key: an Ed25519 one as 64 bytes in base64 (seed and public key), an ECDSA one as PEM. */
function readKey(secret: string): { readonly key: KeyObject; readonly algorithm: 'EdDSA' | 'ES256' } {
  if (secret.includes('-----BEGIN')) return { key: createPrivateKey(secret.replaceAll('\\n', '\n')), algorithm: 'ES256' }
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length !== 64) throw new Error('onramp.coinbase.keySecret is no secret API key of Coinbase.')
  const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((part) => part.toString('base64url'))
  return { key: createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x } as never, format: 'jwk' }), algorithm: 'EdDSA' }
}

/**
 * Coinbase Onramp, by the operator's own account: options and quotes of its API, and a checkout whose address carries a token that the server asked
 * for, which is good once and for five minutes.
 *
 * @param chains those on which it may sell
 */
export function coinbaseOnramp(settings: Settings, chains: readonly Chain[]): OnrampProvider {
  const { keyId, keySecret, country, subdivision, url: base, checkout } = settings
  const { key, algorithm } = readKey(keySecret)
  const idOf = (network: string) => networkNames[network]
  const served = chains.filter(({ caipNetworkId }) => idOf(caipNetworkId))
  let kept: { readonly options: OnrampOptions; readonly at: number } | undefined

  /** A question, signed as Coinbase wants it: the token names the method, the host and the path. */
  const ask = async <T>(method: 'GET' | 'POST', path: string, schema: z.ZodType<T>, body?: object): Promise<T> => {
    const url = new URL(`${base.replace(/\/$/, '')}${path}`)
    const now = Math.floor(Date.now() / 1_000)
    const token = await new SignJWT({ uris: [`${method} ${url.host}${url.pathname}`] })
      .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT', nonce: randomBytes(8).toString('hex') })
      .setIssuer('cdp')
      .setSubject(keyId)
      .setNotBefore(now)
      .setExpirationTime(now + tokenLife)
      .sign(key)
    try {
      const headers = { authorization: `Bearer ${token}` }
      return schema.parse(await fetchJson(name, url, { headers, signal: AbortSignal.timeout(timeout), ...(body ? { body } : {}) }))
    } catch (error) {
      // What cannot be bought is told by 400; everything else is an error of the operator's settings or of Coinbase.
      if (error instanceof ProviderError && error.status === 400)
        throw new OnrampError(400, 'amount', 'Coinbase does not sell this amount, coin or network here')
      throw Object.assign(unavailable(), { cause: error })
    }
  }
  const networkOf = (network: string) => {
    const id = served.some(({ caipNetworkId }) => caipNetworkId === network) ? idOf(network) : undefined
    if (!id) throw new OnrampError(400, 'network', 'Unsupported network')
    return id
  }
  const where = { country, ...(subdivision ? { subdivision } : {}) }

  return {
    name,
    serves: (network) => served.some(({ caipNetworkId }) => caipNetworkId === network),
    options: async () => {
      if (kept && Date.now() - kept.at < optionsKeptFor) return kept.options
      const { purchase_currencies, payment_currencies } = await ask(
        'GET',
        `/onramp/v1/buy/options?${new URLSearchParams(where)}`,
        optionsAnswer,
      )
      const purchaseCurrencies = purchase_currencies.flatMap((one) => {
        const networks = one.networks.flatMap((network) => {
          const chain = served.find(({ caipNetworkId }) => idOf(caipNetworkId) === network.name)
          return chain ? [{ ...network, caip2: chain.caipNetworkId as string, provider: name }] : []
        })
        return networks.length > 0 ? [{ ...one, networks }] : []
      })
      const paymentCurrencies = payment_currencies.map(({ id, limits }) => ({
        id: id.toUpperCase(),
        payment_method_limits: limits.map((limit) => ({ ...limit, id: limit.id.toLowerCase() })),
      }))
      kept = { options: { purchaseCurrencies, paymentCurrencies }, at: Date.now() }
      return kept.options
    },
    quote: async (purchase: Purchase): Promise<OnrampQuote> => {
      const answer = await ask('POST', '/onramp/v1/buy/quote', quoteAnswer, {
        purchaseCurrency: purchase.symbol,
        purchaseNetwork: networkOf(purchase.network),
        paymentAmount: purchase.amount,
        paymentCurrency: purchase.currency,
        paymentMethod: purchase.method.toUpperCase(),
        ...where,
      })
      // A quote for something else is none.
      if (answer.purchase_amount.currency !== purchase.symbol || answer.payment_total.currency !== purchase.currency) throw unavailable()
      const of = ({ value, currency }: z.infer<typeof amount>) => ({ amount: value, currency })
      return {
        paymentTotal: of(answer.payment_total),
        paymentSubtotal: of(answer.payment_subtotal),
        networkFee: of(answer.network_fee),
        purchaseAmount: of(answer.purchase_amount),
        quoteId: answer.quote_id,
      }
    },
    begin: async ({ address, network, symbol, amount: paid, currency, method, ip }) => {
      const id = networkOf(network)
      const isEvm = /^0x[0-9a-fA-F]{40}$/.test(address)
      if (isEvm !== (namespaceOf(network as `${string}:${string}`) === 'eip155'))
        throw new OnrampError(400, 'destinationWallets', 'Invalid address')
      const { token } = await ask('POST', '/onramp/v1/token', tokenAnswer, {
        addresses: [{ address, blockchains: [id] }],
        assets: [symbol],
        ...(ip && isIP(ip) ? { clientIp: ip } : {}),
      })
      const query = new URLSearchParams({
        sessionToken: token,
        defaultAsset: symbol,
        defaultNetwork: id,
        presetFiatAmount: paid,
        fiatCurrency: currency,
        defaultPaymentMethod: method.toUpperCase(),
      })
      return { url: `${checkout}?${query}` }
    },
  }
}
