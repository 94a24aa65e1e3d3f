import { request } from 'node:http'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { listFiles, readText } from './sources.js'

/*
 * Browsers ask the servers of the flows for what no page names: Chromium with windows for `/favicon.ico`, which its headless shell never does. An exception
 * in such a server ends the worker with all its tests.
 */

/** The code of bundles does not matter here, and making it takes seconds. */
vi.stubEnv('LATCHKEY_BUNDLER', '')
const bundler = await startTestServer(async (_request, response) => response.end(JSON.stringify({ 'script.js': 'code' })))
vi.stubEnv('LATCHKEY_BUNDLER', `http://127.0.0.1:${bundler.port}`)

const [{ serveHosts }, bridge, hostSdk] = await Promise.all([
  import('../../e2e/support/hosts.ts'),
  import('../../e2e/bridge/server.ts'),
  import('../../e2e/host-sdk/server.ts'),
])
const product = { dialog: 'http://dialog.localhost:1', projectId: 'shop', projects: {}, chains: {} } as Parameters<typeof serveHosts>[0]
const labs = { hosts: await serveHosts(product), bridge: await bridge.serveLab(), 'host SDK': await hostSdk.serveLab() }

afterAll(async () => {
  for (const lab of [...Object.values(labs), bundler]) await lab.close()
  vi.unstubAllEnvs()
})

/** The status of a path that is sent as it is written: `fetch` and `URL` would tidy it up. */
const statusOf = (origin: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port, host } = new URL(origin)
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })

const unknown = [
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/.well-known/appspecific/com.chrome.devtools.json',
  '/constructor.js',
  '/__proto__',
]
const odd = ['//', '//a%20b', '/%', '/%00', '/..%2f..', '/../../package.json', '*']
const places = Object.entries(labs).flatMap(([name, lab]) =>
  ['page', 'dialog'].map((label) => [`${name}, at ${label}`, lab.origin(label)] as const),
)

describe.each(places)('the server of %s', (_name, origin) => {
  test('behavior: answers 404 at paths that a browser asks for by itself', async () => {
    for (const path of unknown) expect(await statusOf(origin, path), path).toBe(404)
  })

  test('behavior: answers every path', async () => {
    for (const path of odd) expect(await statusOf(origin, path), path).toBeLessThan(500)
    const path = fc.string({ unit: fc.constantFrom(...'abc/.%?#=&{}"@:\\~*'), maxLength: 20 }).map((text) => `/${text}`)
    await fc.assert(
      fc.asyncProperty(path, async (any) => {
        expect(await statusOf(origin, any)).toBeLessThan(500)
      }),
      { numRuns: 100 },
    )
  })
})

describe('startTestServer', () => {
  test('error: an answer that fails is 500, and the server goes on', async () => {
    const server = await startTestServer((_request, response, { pathname }) => {
      if (pathname === '/late') response.write('half')
      if (pathname !== '/') throw new Error('It broke.')
      response.end('whole')
    })
    const origin = `http://localhost:${server.port}`
    expect(await statusOf(origin, '/broken')).toBe(500)
    await fetch(`${origin}/late`)
      .then((answer) => answer.text())
      .catch(() => undefined)
    expect(await statusOf(origin, '/')).toBe(200)
    await server.close()
  })

  test('behavior: every server of the flows is one', () => {
    const own = listFiles(/^e2e\/.*\.tsx?$/).filter((path) => /\bcreateServer\b/.test(readText(path)))
    expect(own).toEqual([])
  })
})
