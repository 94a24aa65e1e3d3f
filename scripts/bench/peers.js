import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from '../entry/root.js'
import { installPackages } from '../lib/installTool.js'
import { ourRuns, takeTurns, ways } from './opening.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Lifetime } from '../entry/lifetime.js' */
/** @import { Pages, Product } from './pages.js' */
/** @import { Contestant, Visit } from './visit.js' */

const folder = join(root, 'bench/peers')

/**
 * The dialogs beside which ours is measured: their npm package, and what a wallet's row is in them. The first is what ratios are of. `ways`
 * leaves out what one cannot do.
 */
const peers = [
  { name: 'RainbowKit', entry: 'rainbowkit', package: '@rainbow-me/rainbowkit', rows: '[data-testid^="rk-wallet-option-"]' },
  // Opened while its providers start, it closes itself again.
  {
    name: 'ConnectKit',
    entry: 'connectkit',
    package: 'connectkit',
    rows: '#__CONNECTKIT__ [role="dialog"] button',
    text: 'MetaMask',
    ways: ['page idle for 1 s'],
  },
]

const types = /** @type {Record<string, string>} */ ({ js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' })

/** Builds a peer's page as an application does: for production, in chunks. */
async function buildPage(/** @type {string} */ entry) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    base: `/${entry}/`,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(folder, `${entry}.jsx`), output: { entryFileNames: 'entry.js' } },
    },
  })
  if (!('output' in output)) throw new Error(`${entry} was not built once.`)
  return output.output.map((file) => ({
    path: `/${entry}/${file.fileName}`,
    body: file.type === 'chunk' ? file.code : file.source,
    entry: file,
  }))
}

/** Serves the peers' pages, each on a hostname of its own: files for ever, compressed, as a real site does. */
async function servePeers() {
  /** @type {Map<string, { type: string, body: Buffer }>} */
  const files = new Map()
  for (const { entry } of peers) {
    const built = await buildPage(entry)
    for (const { path, body } of built)
      files.set(path, { type: types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream', body: gzipSync(body) })
    const links = built.filter(({ path }) => path.endsWith('.css')).map(({ path }) => `<link rel="stylesheet" href="${path}">`)
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Bench</title>${links.join('')}
<script type="module" src="/${entry}/entry.js"></script></head><body><div id="root"></div></body></html>`
    files.set(`/${entry}/`, { type: 'text/html; charset=utf-8', body: gzipSync(page) })
  }
  const server = createServer(({ url }, response) => {
    const path = new URL(url ?? '/', 'http://localhost').pathname
    const file = files.get(path)
    if (!file) return response.writeHead(404).end()
    response
      .writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'gzip',
        'cache-control': path.endsWith('/') ? 'no-cache' : 'public, max-age=31536000, immutable',
      })
      .end(file.body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    page: (/** @type {string} */ entry) => `http://${entry}.localhost:${port}/${entry}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const versionOf = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version

/**
 * Ours and its peers by turns, on the same machine in the same minutes: fresh contexts, production builds, all hosts but ours refused on loopback.
 *
 * @returns spreads by run; `against`: by run, the one of the first peer that its ratio is of
 */
export async function benchPeers(
  /** @type {Browser} */ browser,
  /** @type {Pages} */ pages,
  /** @type {Product} */ product,
  /** @type {Lifetime} */ lifetime,
) {
  await installPackages('bench/peers')
  const served = await servePeers()
  lifetime.onStop(served.close)
  const rates = /** @type {const} */ ([1, 4])
  const nameOf = (/** @type {string} */ name, /** @type {string} */ way, /** @type {number} */ rate) =>
    `${name}: ${way}${rate === 1 ? '' : `, ${rate} × slower`}`
  /** @type {{ name: string, contestant: Contestant, visit: Visit }[]} */
  const theirs = peers.flatMap(({ name, entry, rows, text, ways: own = Object.keys(ways) }) =>
    rates.flatMap((rate) =>
      Object.entries(ways)
        .filter(([way]) => own.includes(way))
        .map(([way, visit]) => ({
          name: nameOf(name, way, rate),
          contestant: { name, page: served.page(entry), rows, ...(text ? { text } : {}) },
          visit: { ...visit, rate },
        })),
    ),
  )
  const own = ourRuns(pages, product).map((run) => ({ ...run, name: `Latchkey: ${run.name}` }))
  const [first] = peers
  const against = Object.fromEntries(
    [...own, ...theirs].map(({ name, visit: { click, rate } }) => {
      const way = Object.entries(ways).find(([, one]) => one.click === click)?.[0] ?? ''
      return [name, nameOf(first?.name ?? '', way, rate)]
    }),
  )
  try {
    const opened = await takeTurns(browser, [...own, ...theirs])
    return { versions: Object.fromEntries(peers.map((peer) => [peer.name, versionOf(peer.package)])), opened, against }
  } finally {
    served.close()
  }
}
