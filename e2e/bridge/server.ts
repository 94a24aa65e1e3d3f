import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { bundleScript } from '../support/bundle.ts'

const bundle = (name: string) => bundleScript(new URL(`${name}.ts`, import.meta.url))

/**
 * Serves the two pages of the Bridge's tests on every `*.localhost` name, each of which is a site of its own: `/page` is a page that embeds,
 * `/frame?origin=` a frame that answers it, `/blank` a document without script.
 *
 * @returns `origin(label)`, for example `http://page.localhost:4400`, and `close`
 */
export async function serveLab(): Promise<{ origin(label: string): string; close(): Promise<void> }> {
  const scripts = new Map([
    ['page', await bundle('page')],
    ['frame', await bundle('frame')],
  ])
  const server = await startTestServer((_request, response, { pathname }) => {
    const name = pathname.slice(1)
    const script = scripts.get(name.replace(/\.js$/, ''))
    if (!script && name !== '' && name !== 'blank') return false
    if (script && name.endsWith('.js')) return response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script)
    const body = script ? `<script type="module" src="/${name}.js"></script>` : ''
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>Bridge</title></head><body>${body}</body></html>`)
  })
  return { origin: (label) => `http://${label}.localhost:${server.port}`, close: server.close }
}
