import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Isolated documents have a clock of 5 µs; others one of 100 µs, which is longer than a round trip. */
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
}

async function bundle(name) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(new URL(`../../e2e/bench/${name}.ts`, import.meta.url)) },
    },
  })
  return output.output[0].code
}

/**
 * Serves the pages of the bench on every `*.localhost` name: `/page` and `/frame` of the Bridge's measurement, and `/host`, a page with the
 * script tag and a button, as a customer would write it.
 *
 * @param {{ sdk: string, projectId: string }} product
 * @returns {Promise<{ origin: (label: string) => string, close: () => Promise<void> }>}
 */
export async function servePages({ sdk, projectId }) {
  const scripts = { page: await bundle('page'), frame: await bundle('frame') }
  const head = '<meta charset="utf-8"><link rel="icon" href="data:,"><title>Bench</title>'
  const hostPage = `<!doctype html><html lang="en"><head>${head}<script src="${sdk}" data-project-id="${projectId}" defer></script></head>
<body><button id="open" onclick="window.clicked = performance.timeOrigin + event.timeStamp; Modal.open()">Connect wallet</button></body></html>`
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').split('?')[0].slice(1)
    if (name !== 'host') for (const [header, value] of Object.entries(isolation)) response.setHeader(header, value)
    if (name.endsWith('.js')) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(scripts[name.slice(0, -3)])
    const page = `<!doctype html><html lang="en"><head>${head}</head><body><script type="module" src="/${name}.js"></script></body></html>`
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(name === 'host' ? hostPage : page)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  return {
    origin: (label) => `http://${label}.localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
