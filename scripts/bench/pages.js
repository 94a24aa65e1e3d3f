import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * What is measured: the line that `npm start -- --json` writes.
 *
 * @typedef {object} Product
 * @property {string} dialog
 * @property {string} secure
 * @property {string} api
 * @property {string} sdk
 * @property {string} mail
 * @property {string} projectId
 * @property {Record<string, string>} chains
 *
 * @typedef {{ origin: (label: string) => string, close: () => Promise<unknown> }} Pages
 */

/** Isolated documents have a clock of 5 µs; others one of 100 µs, which is longer than a round trip. */
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
}

/** As big on screen as "All wallets" is. */
const listStyle = `
body { margin: 40px 60px; font: 12px/16px system-ui, sans-serif }
#body { width: 360px; height: 640px; overflow: auto; padding: 56px 20px 20px; box-sizing: border-box }
input { box-sizing: border-box; width: 100%; height: 48px }
.line { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 12px 5px; padding-bottom: 8px }
button { display: flex; flex-direction: column; align-items: center; gap: 6px; padding: 6px 2px 4px; border: 0; background: none; font: inherit }
img { width: 56px; height: 56px; border-radius: 22.5% }
`

async function bundle(/** @type {string} */ name) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(new URL(`../../e2e/bench/${name}.ts`, import.meta.url)) },
    },
  })
  if (!('output' in output)) throw new Error(`${name} was not built once.`)
  return output.output[0].code
}

/**
 * Serves the pages of the bench on every `*.localhost` name: `/page` and `/frame` of the Bridge's measurement, `/list`, a plain virtual list,
 * `/secure`, which frames the secure document as the dialog does, `/empty`, a document with nothing in it, and `/host`, a page with the script tag and a button, as a customer
 * would write it, with the option `?preload=`; with `?preload=bare`, without the script.
 *
 * @param {Pick<Product, 'sdk' | 'api' | 'projectId'>} product
 * @returns {Promise<Pages>}
 */
export async function servePages({ sdk, api, projectId }) {
  /** @type {Record<string, string>} */
  const scripts = { page: await bundle('page'), frame: await bundle('frame'), list: await bundle('list'), secure: await bundle('secure') }
  const head = '<meta charset="utf-8"><link rel="icon" href="data:,"><title>Bench</title>'
  const hostPage = (/** @type {string} */ preload) => `<!doctype html><html lang="en">
<head>${head}${preload === 'bare' ? '' : `<script src="${sdk}" data-project-id="${projectId}" data-preload="${preload}" defer></script>`}</head>
<body><button id="open" onclick="window.clicked = performance.timeOrigin + event.timeStamp; Modal.open()">Connect wallet</button>
<script>addEventListener('load', () => {
  const button = document.getElementById('open')
  button.dataset.ready = ''
  if (location.hash === '#now') button.click()
})</script></body></html>`
  const listPage = `<!doctype html><html lang="en"><head>${head}<style>${listStyle}</style></head><body><div id="root"></div>
<script type="application/json" id="config">${JSON.stringify({ api, projectId })}</script><script type="module" src="/list.js"></script></body></html>`
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const name = url.pathname.slice(1)
    if (name !== 'host' && name !== 'list') for (const [header, value] of Object.entries(isolation)) response.setHeader(header, value)
    if (name.endsWith('.js')) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(scripts[name.slice(0, -3)])
    if (name === 'empty') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Empty</title>')
    const page = `<!doctype html><html lang="en"><head>${head}</head><body><script type="module" src="/${name}.js"></script></body></html>`
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(name === 'host' ? hostPage(url.searchParams.get('preload') ?? 'idle') : name === 'list' ? listPage : page)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    origin: (label) => `http://${label}.localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve(undefined))
      }),
  }
}
