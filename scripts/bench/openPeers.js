import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from '../entry/root.js'
import { installPackages } from '../lib/installTool.js'

/** @import { Lifetime } from '../entry/lifetime.js' */

const folder = join(root, 'bench/peers')

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

/** The version of a peer's package. */
export const versionOf = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version

/**
 * Installs the peers' packages where they are missing, and serves their pages, each on a hostname of its own: files for ever, compressed, as a real
 * site does.
 *
 * @param {readonly string[]} entries
 * @param {Lifetime} lifetime
 */
export async function openPeers(entries, lifetime) {
  await installPackages('bench/peers')
  /** @type {Map<string, { type: string, body: Buffer }>} */
  const files = new Map()
  for (const entry of entries) {
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
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  lifetime.onStop(close)
  return {
    page: (/** @type {string} */ entry) => `http://${entry}.localhost:${port}/${entry}/`,
    close,
  }
}
