import { gunzipSync } from 'node:zlib'
import { urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEdge } from '../testing/edge.js'
import { chunk, writeSites } from '../testing/sites.js'
import type { Part } from './parts.js'

let sites: Awaited<ReturnType<typeof writeSites>>
let edge: Part
let unbuilt: Part

beforeAll(async () => {
  sites = await writeSites()
  edge = await openEdge(sites.folders)
  unbuilt = await openEdge(Object.fromEntries(Object.keys(sites.folders).map((part) => [part, `${sites.root}/missing-${part}`])))
})
afterAll(() => sites.remove())

const get = (url: string, headers: Record<string, string> = {}, part = edge) => part(new Request(url, { headers }))
const documentUrl = (base: string, project: string, origin: string) => `${base}/?${new URLSearchParams({ project, origin })}`
const ancestorsOf = (response: Response) => /frame-ancestors ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
const bootOf = async (response: Response, id = 'latchkey-boot') => {
  const json = new RegExp(`<script type="application/json" id="${id}">(.*?)</script></head>`).exec(await response.text())?.[1]
  return JSON.parse(json ?? 'null') as Record<string, unknown>
}

describe('the dialog part', () => {
  test('behavior: an allowed origin gets the dialog, may frame it, and finds its data inside', async () => {
    const response = await get(documentUrl(urls.dialog, 'listed', 'https://shop.example.com'))
    expect(response.status).toBe(200)
    expect(ancestorsOf(response)).toBe('https://shop.example.com')
    expect(await bootOf(response)).toEqual({
      projectId: 'listed',
      origin: 'https://shop.example.com',
      verified: true,
      mode: 'production',
      api: urls.api,
      secure: urls.secure,
      rpcOrigins: [],
      swaps: {},
      fontOrigins: [],
      relay: { url: 'ws://api.localhost/relay', projectId: 'listed' },
      build: expect.stringMatching(/^\d+\.\d+\.\d+/),
      defaultNetwork: 'eip155:31337',
      logins: { email: true, socials: ['google'] },
      features: [{ id: 'swap', isEnabled: false, config: [] }],
      reports: false,
      networks: [
        expect.objectContaining({
          caipNetworkId: 'eip155:31337',
          rpcUrls: { default: { http: [`${urls.api}/v1/?chainId=eip155%3A31337&projectId=listed`] } },
        }),
      ],
    })
  })

  test('behavior: a development origin is allowed but not verified; ancestors and RPC origins join the policy', async () => {
    const response = await get(documentUrl(urls.dialog, 'open', 'http://foo.localhost:3000'))
    expect(ancestorsOf(response)).toBe('http://foo.localhost:3000 https://web.telegram.org')
    expect(response.headers.get('content-security-policy')).toContain(
      `connect-src 'self' ${urls.api} ws://api.localhost https://rpc.example.com;`,
    )
    expect(await bootOf(response)).toMatchObject({ verified: false, mode: 'development', defaultNetwork: null })
  })

  test('behavior: a page that is no secure context is offered no login, whose keys the browser would refuse', async () => {
    const logins = async (origin: string) => {
      const boot = await bootOf(await get(documentUrl(urls.dialog, 'open', origin)))
      return (boot.logins as { socials: string[] }).socials
    }
    expect(await logins('http://192.168.1.5:5173')).toEqual([])
    expect(await logins('https://192.168.1.5:5173')).toEqual(['google'])
    expect(await logins('http://foo.localhost:3000')).toEqual(['google'])
  })

  test('error: a page in a frame of a site that the project does not list is told so at once, inside that frame', async () => {
    const url = (...ancestors: string[]) =>
      `${documentUrl(urls.dialog, 'open', 'http://foo.localhost:3000')}${ancestors.map((one) => `&ancestor=${encodeURIComponent(one)}`).join('')}`
    const refused = await get(url('https://web.telegram.org', 'https://portal.example'))
    expect(refused.status).toBe(403)
    expect(ancestorsOf(refused)).toBe('http://foo.localhost:3000 https://web.telegram.org https://portal.example')
    expect(await bootOf(refused)).toMatchObject({
      networks: [],
      error: { code: 4100, message: 'Origin Not Allowed', data: { ancestor: 'https://portal.example' } },
    })
    const listed = await get(url('https://web.telegram.org', 'http://foo.localhost:3000'))
    expect([listed.status, ancestorsOf(listed)]).toEqual([200, 'http://foo.localhost:3000 https://web.telegram.org'])
    for (const nonsense of ["https://a.example; script-src 'unsafe-inline'", 'null', '*']) {
      const response = await get(url(nonsense))
      expect([response.status, ancestorsOf(response)]).toEqual([200, 'http://foo.localhost:3000 https://web.telegram.org'])
    }
  })

  test.each([
    ['a foreign origin', 'listed', 'https://evil.example', 'Origin Not Allowed', 'https://evil.example'],
    ['a development origin in production', 'listed', 'http://localhost:3000', 'Origin Not Allowed', 'http://localhost:3000'],
    ['an unknown project', 'nobody', 'https://shop.example.com', 'Invalid Project ID', 'https://shop.example.com'],
    ['a disabled project', 'off', 'http://localhost', 'Invalid Project ID', 'http://localhost'],
    ['no project', '', 'https://shop.example.com', 'Project ID Not Configured', 'https://shop.example.com'],
    ['an origin with a path', 'open', 'http://localhost/x', 'Origin Not Allowed', "'none'"],
    ['a wildcard as origin', 'open', 'http://*.localhost', 'Origin Not Allowed', "'none'"],
    ['a script as origin', 'open', 'javascript:alert(1)', 'Origin Not Allowed', "'none'"],
    ['a policy as origin', 'open', "http://a.localhost; script-src 'unsafe-inline'", 'Origin Not Allowed', "'none'"],
    ['a list as origin', 'open', 'http://a.localhost http://evil.example', 'Origin Not Allowed', "'none'"],
    ['the null origin', 'open', 'null', 'Origin Not Allowed', "'none'"],
  ])(
    'error: %s is refused with 403, a document that says why, framed by the claimant only',
    async (_, project, origin, message, framer) => {
      const response = await get(documentUrl(urls.dialog, project, origin))
      expect(response.status).toBe(403)
      expect(ancestorsOf(response)).toBe(framer)
      const boot = await bootOf(response)
      expect(boot).toMatchObject({
        projectId: project,
        networks: [],
        error: { code: 4100, message },
        origin: framer === "'none'" ? '' : origin,
      })
      expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    },
  )

  test('error: markup in the query cannot leave its element', async () => {
    const text = await (await get(documentUrl(urls.dialog, '</script><script>alert(1)</script>', 'http://localhost'))).text()
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('\\u003c/script>')
  })

  test('behavior: the document is revalidated, and a changed policy is a changed document', async () => {
    const url = documentUrl(urls.dialog, 'open', 'http://foo.localhost')
    const first = await get(url)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(documentUrl(urls.dialog, 'open', 'http://bar.localhost'), { 'if-none-match': etag })).status).toBe(200)
  })

  test('behavior: the documentation is there, readable by itself, and no page may frame it', async () => {
    for (const [path, text] of [
      ['/docs', 'documentation'],
      ['/docs/', 'documentation'],
      ['/docs/design/dialog', 'documentation of the dialog'],
    ]) {
      const response = await get(`${urls.dialog}${path}`)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect(ancestorsOf(response)).toBe("'none'")
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await response.text()).toContain(text)
    }
    for (const path of ['/docs/nothing', '/docs/../index', '/docs/design/', '/docs/dialog.html'])
      expect([path, (await get(`${urls.dialog}${path}`)).status]).toEqual([path, 404])
  })

  test('behavior: the SDK may be loaded by any page; chunks are kept for ever, the script is not', async () => {
    const script = await get(`${urls.dialog}/sdk.js`)
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'content-type': 'text/javascript; charset=utf-8',
      etag: expect.stringMatching(/^".+"$/),
    })
    expect((await get(`${urls.dialog}/sdk.js`, { 'if-none-match': script.headers.get('etag') ?? '' })).status).toBe(304)
    const piece = await get(`${urls.dialog}/chunks/provider-abc12345.js`)
    expect(piece.headers.get('access-control-allow-origin')).toBe('*')
    expect(piece.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test('behavior: a page that leaves for a login is led to the secure origin, and to nowhere that it names', async () => {
    const response = await get(`${urls.dialog}/oauth/leave?flow=https://evil.example&url=https://evil.example`)
    expect([response.status, response.headers.get('location')]).toEqual([302, `${urls.secure}/oauth/leave`])
    expect(response.headers.get('cache-control')).toBe('no-store')
    const page = await get(`${urls.secure}/oauth/leave`)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("frame-ancestors 'none'")])
  })

  test("behavior: the dialog's own files are for its own origin", async () => {
    const response = await get(`${urls.dialog}/assets/main-abc12345.js`)
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('behavior: compresses as accepted, prefers what the build wrote', async () => {
    const url = `${urls.dialog}/assets/main-abc12345.js`
    const br = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
    expect([br.headers.get('content-encoding'), br.headers.get('vary')]).toEqual(['br', 'accept-encoding'])
    expect(Number(br.headers.get('content-length'))).toBeLessThan(chunk.length / 2)
    expect((await get(url, { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe('gzip')
    const plain = await get(url)
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, chunk])
    const built = await get(`${urls.dialog}/chunks/provider-abc12345.js`, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(Buffer.from(await built.arrayBuffer())).toString()).toBe('from the build')
  })

  test.each([
    '/page.json',
    '/manifest.json',
    '/.stamp',
    '/refused.html',
    '/../secure/index.html',
    '/%2e%2e/secure/index.html',
    '/assets/',
    '/assets/nothing.js',
    '/chunks/provider-abc12345.js.gz',
    '/constructor',
    '/__proto__',
  ])('error: %s is not served', async (path) => {
    expect((await edge(new Request(`${urls.dialog}${path}`))).status).not.toBe(200)
  })

  test('error: only GET and HEAD are answered', async () => {
    const response = await edge(new Request(`${urls.dialog}/`, { method: 'POST' }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const head = await edge(new Request(`${urls.dialog}/sdk.js`, { method: 'HEAD' }))
    expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 0]).toEqual([200, '', true])
  })
})

describe('the secure part', () => {
  test('behavior: framed by the dialog inside an allowed page', async () => {
    const response = await get(documentUrl(urls.secure, 'open', 'http://foo.localhost'))
    expect(response.status).toBe(200)
    expect(ancestorsOf(response)).toBe(`${urls.dialog} http://foo.localhost https://web.telegram.org`)
  })

  test('behavior: opened alone it can be framed by nobody', async () => {
    const response = await get(`${urls.secure}/`)
    expect([response.status, ancestorsOf(response)]).toEqual([200, "'none'"])
  })

  test('error: for a page that is not allowed it is refused', async () => {
    const response = await get(documentUrl(urls.secure, 'listed', 'https://evil.example'))
    expect([response.status, ancestorsOf(response), await response.text()]).toEqual([403, "'none'", 'Origin Not Allowed\n'])
  })
})

describe('the playground part', () => {
  test('behavior: every path is its document, with what the page needs to know', async () => {
    for (const path of ['/', '/anything/else']) {
      const response = await get(`${urls.app}${path}`)
      expect(response.status).toBe(200)
      expect(await bootOf(response, 'latchkey-playground')).toEqual({
        dialog: urls.dialog,
        api: urls.api,
        projectId: 'open',
        mode: 'development',
        chains: [{ caipNetworkId: 'eip155:31337', name: 'Local', rpcUrl: 'http://127.0.0.1:8545/key', isLocal: true }],
      })
    }
    expect((await get(`${urls.app}/nothing.js`)).status).toBe(404)
  })
})

describe('a part that is not built', () => {
  test.each([
    [documentUrl(urls.dialog, 'open', 'http://localhost'), 'The dialog is not built.'],
    [documentUrl(urls.dialog, 'nobody', 'http://localhost'), 'The dialog is not built.'],
    [`${urls.dialog}/sdk.js`, 'The SDK is not built.'],
    [`${urls.secure}/`, 'The secure frame is not built.'],
    [`${urls.app}/`, 'The playground is not built.'],
  ])('error: %s says so', async (url, sentence) => {
    const response = await get(url, {}, unbuilt)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain(`${sentence} Run "npm run build"`)
  })
})

describe('createEdge', () => {
  const shop = { dialog: 'https://dialog.example.com', secure: 'https://secure.example.net', api: 'https://api.example.com' }

  test('error: an unknown hostname is 421 with a sentence', async () => {
    const response = await get('http://other.localhost/')
    expect(response.status).toBe(421)
    expect(await response.text()).toContain('This server answers for dialog.localhost')
  })

  test.each(Object.values(urls).concat('http://10.0.0.1', 'http://other.localhost', 'http://localhost:8080', 'http://[::1]'))(
    'behavior: probes are answered on %s',
    async (base) => {
      for (const path of ['/health', '/ready']) expect(await (await get(`${base}${path}`)).text()).toBe('the API')
    },
  )

  test.each(['localhost', 'localhost:4100', 'LOCALHOST.', '127.0.0.1', '127.0.0.1:4100', '[::1]:4100'])(
    'behavior: in development the API answers on %s, whose resolver may not know its name',
    async (host) => {
      expect(await (await get(`http://${host}/siwx/me`)).text()).toBe('the API')
      // npm installs from there.
      expect((await get(`http://${host}/latchkey-sdk.tgz`, {}, unbuilt)).status).toBe(503)
    },
  )

  test.each(['rebound.example', '127.0.0.1.nip.example', 'localhost.example', '127.0.0.2', '0.0.0.0', '192.168.0.7'])(
    'error: %s is no name of the API: a page may have its own name point here',
    async (host) => expect((await get(`http://${host}/siwx/me`)).status).toBe(421),
  )

  test.each([
    ['on https', shop],
    [
      'on plain http under a name of its own',
      Object.fromEntries(Object.entries(shop).map(([part, url]) => [part, url.replace('s:', ':')])),
    ],
    ['on https below .localhost', Object.fromEntries(Object.entries(urls).map(([part, url]) => [part, url.replace(':', 's:')]))],
  ])('error: a server %s answers on its own names only', async (_, own) => {
    const strict = await openEdge(sites.folders, own as typeof shop)
    for (const host of ['localhost', '127.0.0.1', '127.0.0.1:4100', '[::1]'])
      expect((await get(`http://${host}/siwx/me`, {}, strict)).status).toBe(421)
  })
})
