import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' }

/** Builds the wallet as the dialog does, and serves it to a frame in a page of another site. */
export async function serveRelayLab() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-lab-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: path('.'),
    resolve: { alias: { '@walletconnect/keyvaluestorage': path('../../dialog-app/src/wallets/walletConnect/libraryStorage.ts') } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: path('page.ts'), output: { entryFileNames: 'page.js', chunkFileNames: 'chunks/[name].js' } },
    },
  })
  const pages: Readonly<Record<string, (port: number) => string>> = {
    '/host': (port) =>
      `<!doctype html><link rel="icon" href="data:,"><title>Host</title><iframe src="http://dialog.localhost:${port}/frame"></iframe>`,
    '/frame': () => '<!doctype html><title>Frame</title><script type="module" src="/page.js"></script>',
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://lab')
    const { port } = server.address() as AddressInfo
    const page = pages[pathname]
    const body = page ? page(port) : await readFile(join(folder, pathname)).catch(() => undefined)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': page ? 'text/html' : (types[extname(pathname)] ?? 'text/plain') })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `http://app.localhost:${port}/host`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
