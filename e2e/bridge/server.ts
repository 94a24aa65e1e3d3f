import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundleScript } from '../support/bundle.ts'

const bundle = (name: string) => bundleScript(new URL(`${name}.ts`, import.meta.url))

/**
 * Serves the two pages of the Bridge's tests on every `*.localhost` name, each of which is a site of its own: `/page` is a page that embeds,
 * `/frame?origin=` a frame that answers it, `/blank` a document without script.
 *
 * @returns `origin(label)`, for example `http://page.localhost:4400`, and `close`
 */
export async function serveLab(): Promise<{ origin(label: string): string; close(): Promise<void> }> {
  const scripts: Record<string, string> = { page: await bundle('page'), frame: await bundle('frame') }
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').split('?')[0]?.slice(1) ?? ''
    const script = scripts[name.replace(/\.js$/, '')]
    if (name.endsWith('.js') && script) {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script)
      return
    }
    const body = script ? `<script type="module" src="/${name}.js"></script>` : ''
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>Bridge</title></head><body>${body}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: (label) => `http://${label}.localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
