import { type Context, Hono } from 'hono'
import type { ApiEnv } from '../api/context.js'
import { failure } from '../api/envelope.js'
import { etagOf, isFresh } from '../http/etag.js'
import { type ImageProxy, ProxyBusy } from '../images/imageProxy.js'
import type { Image } from '../images/reencode.js'
import { ImageRefused } from '../images/sanitiseSvg.js'
import { isSigned } from '../images/signImageUrl.js'
import type { Directory } from './directory.js'

export type ImagesDependencies = {
  readonly directory: Pick<Directory, 'catalog' | 'image'>
  /** Left out: there is no `/v1/image`. */
  readonly proxy?: { readonly images: ImageProxy; readonly key: Uint8Array }
}

/** The id is the content's own hash, so what it stands for cannot change. */
const forever = 'public, max-age=31536000, immutable'
const oneDay = 'public, max-age=86400'

const etags = new WeakMap<Image, string>()
function etagOfImage(image: Image): string {
  const known = etags.get(image)
  if (known) return known
  const etag = etagOf(image.bytes)
  etags.set(image, etag)
  return etag
}

/** An image as any page may show it, and as nothing but an image. */
function answer(c: Context<ApiEnv>, image: Image, cacheControl: string): Response {
  const etag = etagOfImage(image)
  const headers: Record<string, string> = {
    etag,
    'cache-control': cacheControl,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    // Opened as a document, an SVG would run in our origin: it may draw, and nothing else.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  }
  if (isFresh(c.req.header('if-none-match') ?? null, etag)) return c.body(null, 304, headers)
  return c.body(image.bytes, 200, { ...headers, 'content-type': image.type, 'content-length': String(image.bytes.length) })
}

const missing = (c: Context<ApiEnv>, what: string) =>
  c.json(failure('id', `There is no ${what} with this id.`), 404, {
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  })

const idShape = /^[0-9a-f]{64}$/

/**
 * The images of the API: wallets, networks and connectors by image id, networks by CAIP-2 id too, currencies by ISO 4217
 * code, tokens by symbol, and foreign images through the signed proxy. They need no project: an `img` element cannot say for whom it asks.
 */
export function imageRoutes({ directory, proxy }: ImagesDependencies): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  const { networks, currencies, tokens } = directory.catalog
  const byId = (id: string | undefined) => (id !== undefined && idShape.test(id) ? directory.image(id) : undefined)

  app.get('/getWalletImage/:id', (c) => {
    const image = byId(c.req.param('id'))
    return image ? answer(c, image, forever) : missing(c, 'wallet image')
  })
  app.get('/public/getAssetImage/:id', (c) => {
    const id = c.req.param('id')
    const image = byId(id)
    if (image) return answer(c, image, forever)
    const network = byId(networks.get(id)?.image_id)
    return network ? answer(c, network, oneDay) : missing(c, 'network or connector image')
  })
  app.get('/public/getCurrencyImage/:code', (c) => {
    const image = byId(currencies.get(c.req.param('code').toUpperCase())?.image_id)
    return image ? answer(c, image, oneDay) : missing(c, 'currency image')
  })
  app.get('/public/getTokenImage/:symbol', (c) => {
    const image = byId(tokens.get(c.req.param('symbol').toUpperCase())?.image_id)
    return image ? answer(c, image, oneDay) : missing(c, 'token image')
  })

  if (!proxy) return app
  app.get('/v1/image', async (c) => {
    const { url, sig, projectId = '' } = c.req.query()
    if (!url || !sig) return c.json(failure(url ? 'sig' : 'url', 'The address and its signature are needed.'), 400)
    if (!isSigned({ url, projectId }, sig, proxy.key)) return c.json(failure('sig', 'The address is not signed by this server.'), 403)
    try {
      return answer(c, await proxy.images.get(url, projectId), oneDay)
    } catch (error) {
      if (error instanceof ProxyBusy) return c.json(failure('url', error.message), 503, { 'retry-after': '1' })
      if (!(error instanceof ImageRefused)) throw error
      return c.json(failure('url', error.message), 502, { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
    }
  })
  return app
}
