import { createHash } from 'node:crypto'
import { png } from '@latchkey/testkit/src/pictures.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImageProxy } from '../images/imageProxy.js'
import { createReencoder } from '../images/reencode.js'
import { imageKey, signImageUrl as sign } from '../images/signImageUrl.js'
import { foreignNetwork } from '../images/testing/foreignNetwork.js'
import { faults } from '../testing/upstreams.js'
import { readCatalog } from './catalog.js'
import { type Directory, openDirectory } from './directory.js'
import { imageRoutes } from './imageRoutes.js'

const key = imageKey('a secret of the server')
const signImageUrl = (url: string, by: Uint8Array) => sign({ url, projectId: 'shop' }, by)
const reencoder = createReencoder()
const svgUrl = 'https://img.example.com/a.svg'
const { network, asked } = foreignNetwork(
  { 'img.example.com': ['93.184.215.14'] },
  {
    [svgUrl]: { body: new TextEncoder().encode('<svg onload="alert(1)"/>') },
    'https://img.example.com/a.png': { body: png(10, 10) },
  },
)

let directory: Directory
let app: ReturnType<typeof imageRoutes>
beforeAll(async () => {
  directory = await openDirectory({ catalog: await readCatalog() })
  app = imageRoutes({ directory, proxy: { images: createImageProxy({ network, reencoder }), key } })
})
afterAll(async () => {
  await directory.close()
  await reencoder.close()
})

const metaMask = () => directory.catalog.wallets[0]?.image_id ?? ''
const webpId = () => [...directory.catalog.icons].find(([, { type }]) => type === 'image/webp')?.[0] ?? ''

describe('imageRoutes: bundled images', () => {
  test('behavior: a wallet image by its id, which is the hash of what arrives', async () => {
    const answer = await app.request(`/getWalletImage/${metaMask()}?projectId=shop&st=appkit&sv=1`)
    const bytes = Buffer.from(await answer.arrayBuffer())

    expect(answer.status).toBe(200)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(metaMask())
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    ['an SVG', metaMask, 'image/svg+xml'],
    ['a raster', webpId, 'image/webp'],
  ])('behavior: %s is an image anywhere and nothing else', async (_, id, type) => {
    const { headers } = await app.request(`/getWalletImage/${id()}`)

    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
  })

  test.each([
    ['a network by CAIP-2 id', '/public/getAssetImage/eip155:1'],
    ['a test network', '/public/getAssetImage/eip155:11155111'],
    ['a currency', '/public/getCurrencyImage/eur'],
    ['a token', '/public/getTokenImage/usdc'],
  ])('behavior: %s, kept for a day because its picture may change', async (_, path) => {
    const answer = await app.request(path)

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  })

  test('behavior: a network or connector by image id, kept for ever', async () => {
    const id = directory.catalog.networks.get('eip155:1')?.image_id
    const answer = await app.request(`/public/getAssetImage/${id}`)

    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  })

  test('behavior: is not sent again to who has it', async () => {
    const first = await app.request('/public/getTokenImage/ETH')
    const again = await app.request('/public/getTokenImage/ETH', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })

    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test.each([
    `/getWalletImage/${'0'.repeat(64)}`,
    '/getWalletImage/metamask',
    '/getWalletImage/..%2f..%2fpackage.json',
    '/getWalletImage/__proto__',
    '/public/getAssetImage/eip155:987654321',
    '/public/getAssetImage/constructor',
    '/public/getCurrencyImage/XXX',
    '/public/getTokenImage/%E2%98%83',
  ])('error: 404 for %s', async (path) => {
    const answer = await app.request(path)

    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({
      status: 'FAILED',
      reasons: [{ field: 'id', description: expect.stringMatching(/^There is no .+ with this id\.$/) }],
    })
  })
})

describe('imageRoutes: foreign images', () => {
  test('behavior: a signed address shows the picture, as an image and nothing else', async () => {
    const answer = await app.request(signImageUrl('https://img.example.com/a.png', key))

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^image\/(webp|png)$/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('behavior: an SVG arrives without what runs, under a policy that lets nothing run', async () => {
    const answer = await app.request(signImageUrl(svgUrl, key))

    expect(await answer.text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('error: 400 without a signature, 403 with another one; nobody is asked', async () => {
    const before = asked.length
    const other = new URL(signImageUrl('https://img.example.com/other', key), 'https://api.example').searchParams.get('sig') ?? ''

    expect((await app.request('/v1/image?url=https://img.example.com/a.png')).status).toBe(400)
    expect((await app.request('/v1/image')).status).toBe(400)
    expect((await app.request(`/v1/image?${new URLSearchParams({ url: 'https://img.example.com/a.png', sig: other })}`)).status).toBe(403)
    const ours = signImageUrl('https://img.example.com/a.png', key)
    expect((await app.request(ours.replace('projectId=shop', 'projectId=other'))).status).toBe(403)
    expect(asked).toHaveLength(before)
  })

  test.each(['https://169.254.169.254/latest/meta-data/', 'http://img.example.com/a.png', 'https://img.example.com/none'])(
    'error: 502 for %s although it is signed',
    async (url) => {
      const answer = await app.request(signImageUrl(url, key))

      expect(answer.status).toBe(502)
      expect(await answer.json()).toMatchObject({ status: 'FAILED', reasons: [{ field: 'url' }] })
    },
  )

  test.each([...faults, { what: 'silence', answer: 'hang' as const }])(
    'error: 502 when whoever has the picture answers with $what',
    async ({ answer }) => {
      const url = 'https://broken.example.com/a.png'
      const { network } = foreignNetwork(
        { 'broken.example.com': ['93.184.215.14'] },
        {
          [url]: async (signal) => {
            if (answer === 'cut') throw new Error('other side closed')
            if (answer === 'hang') return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
            return { status: answer.status ?? 200, body: new TextEncoder().encode(answer.text) }
          },
        },
      )
      const images = createImageProxy({ network, reencoder, timeout: 500 })
      const said = await imageRoutes({ directory, proxy: { images, key } }).request(signImageUrl(url, key))

      expect([said.status, await said.json()]).toMatchObject([502, { status: 'FAILED', reasons: [{ field: 'url' }] }])
    },
  )

  test('behavior: without a proxy there is no such endpoint', async () => {
    expect((await imageRoutes({ directory }).request(signImageUrl(svgUrl, key))).status).toBe(404)
  })
})
