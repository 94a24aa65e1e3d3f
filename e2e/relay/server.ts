import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
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
  const pages: Readonly<Record<string, (port: string) => string>> = {
    '/host': (port) =>
      `<!doctype html><link rel="icon" href="data:,"><title>Host</title><iframe src="http://dialog.localhost:${port}/frame"></iframe>`,
    '/frame': () => '<!doctype html><title>Frame</title><script type="module" src="/page.js"></script>',
  }
  const server = await startTestServer(async (_request, response, { pathname, port }) => {
    const page = pages[pathname]
    const body = page ? page(port) : await readFile(join(folder, pathname)).catch(() => undefined)
    if (body === undefined) return false
    response.writeHead(200, { 'content-type': page ? 'text/html' : (types[extname(pathname)] ?? 'text/plain') }).end(body)
  })
  return {
    host: `http://app.localhost:${server.port}/host`,
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
