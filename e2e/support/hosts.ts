import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { bundle } from './bundle.ts'
import type { Server } from './server.ts'
import { stub } from './stub.ts'

/** Host pages that are bundled the way a customer would do it, from the published shape of the npm package. */
const bundled = ['npm', 'single', 'shadow', 'wagmi', 'wagmi2', 'viem', 'ethers', 'instances', 'solana', 'solanaAdapter'] as const
/** `npm` in one file, as bundlers without code splitting make it: what it imports lazily is there in the same moment. */
const single: BundledPage = 'single'
/** Those with React inside. */
const withReact: readonly string[] = ['shadow', 'solana']
/** Those that know us by the script tag alone. */
const tagged: readonly string[] = ['solana', 'solanaAdapter']
export type BundledPage = (typeof bundled)[number]
/**
 * Host pages without a build. `strict` has the tightest policy that a page can have, `isolated` is cross-origin isolated, `modal` shows a modal
 * dialog of its own, `stub` calls before the script has run.
 */
export type PlainPage = 'script' | 'strict' | 'noCamera' | 'isolated' | 'modal' | 'stub'
export type HostPage = BundledPage | PlainPage

export type Hosts = {
  /** An origin that nobody registered anywhere, for example `http://meadow.localhost:40123`. */
  origin(label: string): string
  /** Address of a page. `options` become the options of `createModal`, or `data-*` attributes of the script tag. */
  url(label: string, page: HostPage, options?: Readonly<Record<string, unknown>>): string
  close(): Promise<void>
}

/** The same page on the version of wagmi before this one, whose package has another name here. */
const older: Readonly<Partial<Record<BundledPage, { readonly entry: string; readonly alias: Readonly<Record<string, string>> }>>> = {
  wagmi2: { entry: '../hosts/wagmi.ts', alias: { wagmi: 'wagmi-core-2' } },
}
/** Where a page is. The one whose packages a test installs by itself is beside them. */
const entryOf = (name: BundledPage) =>
  older[name]?.entry ??
  (name === 'solanaAdapter'
    ? '../tools/solana-adapter/page.tsx'
    : `../hosts/${name === single ? 'npm' : name}.${withReact.includes(name) ? 'tsx' : 'ts'}`)

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const shell = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Meadow</title><link rel="icon" href="data:,">${head}</head><body><h1>Meadow</h1>${body}</body></html>`

/** Watches the modal from the first moment on; the tests read what it saw. */
const watcher = `
const watch = () => {
  const host = (window.host = { modal: Modal, seen: [], transitions: [] })
  const note = () => { const { status } = Modal.getState(); if (host.transitions.at(-1) !== status) host.transitions.push(status) }
  note()
  Modal.subscribe(note)
  for (const name of ['ready', 'open', 'close', 'view', 'connect', 'disconnect', 'accountsChanged', 'chainChanged', 'error'])
    Modal.on(name, (value) => host.seen.push({ name, value }))
}
watch()
`

/** @returns undefined: there is no such page */
function plainPage(
  page: string,
  server: Server,
  options: Readonly<Record<string, unknown>>,
): { readonly html: string; readonly headers?: Record<string, string> } | undefined {
  const attributes = Object.entries({ projectId: server.projectId, ...options })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` data-${kebab(name)}="${attribute(String(value))}"`)
    .join('')
  const sdk = `<script src="${server.dialog}/sdk.js"${attributes} defer></script>`
  const watch = '<script src="/watch.js" defer></script>'
  switch (page as PlainPage) {
    case 'script':
      return {
        html: shell(sdk + watch, '<button id="connect">Connect wallet</button><script>connect.onclick = () => Modal.open()</script>'),
      }
    case 'strict':
      return {
        html: shell(sdk + watch, '<button data-latchkey-open>Connect wallet</button>'),
        headers: {
          'content-security-policy': `default-src 'none'; script-src 'self' ${server.dialog}; style-src 'self'; img-src data:; frame-src ${server.dialog}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
        },
      }
    case 'noCamera':
      return {
        html: shell(sdk + watch, '<button data-latchkey-open>Connect wallet</button>'),
        headers: { 'permissions-policy': 'camera=()' },
      }
    case 'isolated':
      return {
        html: shell(sdk.replace('<script', '<script crossorigin') + watch, '<button data-latchkey-open>Connect wallet</button>'),
        headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
      }
    case 'modal':
      return {
        html: shell(
          sdk + watch,
          '<button id="show">Sign in</button><dialog id="own" aria-label="Sign in to Meadow"><button id="connect">Connect wallet</button></dialog><script>show.onclick = () => own.showModal(); connect.onclick = () => Modal.open()</script>',
        ),
      }
    case 'stub':
      return {
        html: shell(
          `${stub}${sdk}`,
          '<button id="connect" onclick="Modal.open()">Connect wallet</button><script>window.early = Modal.open()</script>',
        ),
      }
    default:
      return undefined
  }
}

/** What stands in for a browser's extensions where the browser takes none from a test. */
export type InPages = {
  /** Markup before the page's own scripts. */
  head(): string
  /** Answers a request of that markup's. @returns whether it was one */
  answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean>
}

/** Serves the host pages on every `*.localhost` name; each name is a site of its own to the browser. */
export async function serveHosts(server: Server, inPages?: InPages): Promise<Hosts> {
  const scripts = new Map<string, string>([['watch.js', watcher]])
  const built = new Map<BundledPage, Promise<void>>()
  const prepare = (name: BundledPage) => {
    const known = built.get(name)
    if (known) return known
    const entry = fileURLToPath(new URL(entryOf(name), import.meta.url))
    const made = bundle({ name, entry, alias: older[name]?.alias ?? {}, split: name !== single }).then((files) => {
      for (const [file, code] of Object.entries(files)) scripts.set(file, code)
    })
    built.set(name, made)
    return made
  }

  const send = (response: ServerResponse, type: string, body: string, headers: Record<string, string> = {}) =>
    response
      .writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...headers })
      .end(inPages && type === 'text/html' ? body.replace('<title>', `${inPages.head()}<title>`) : body)

  const listener = await startTestServer(async (request, response, url) => {
    if (await inPages?.answer(request, response, url)) return
    const name = url.pathname.slice(1)
    const options = JSON.parse(url.searchParams.get('options') ?? '{}') as Record<string, unknown>
    if ((bundled as readonly string[]).includes(name)) {
      await prepare(name as BundledPage)
      const config = { projectId: server.projectId, dialogUrl: server.dialog, ...options }
      const chains = Object.entries(server.chains).filter(([id]) => id.startsWith(tagged.includes(name) ? 'solana:' : 'eip155:'))
      const data = JSON.stringify({ config, chains, listed: server.projects.listed }).replaceAll('<', '\\u003c')
      const tag = `<script src="${server.dialog}/sdk.js" data-project-id="${server.projects.families}" data-preload="idle" defer></script>`
      send(
        response,
        'text/html',
        shell(
          `${tagged.includes(name) ? tag : ''}<script type="application/json" id="config">${data}</script><script type="module" src="/${name}.js"></script>`,
          '<div id="root"></div>',
        ),
      )
      return
    }
    const script = scripts.get(name)
    if (script) return void send(response, 'text/javascript', script)
    const page = plainPage(name, server, options)
    return page ? send(response, 'text/html', page.html, page.headers) : false
  })
  const origin = (label: string) => `http://${label}.localhost:${listener.port}`
  return {
    origin,
    url: (label, page, options) => `${origin(label)}/${page}${options ? `?options=${encodeURIComponent(JSON.stringify(options))}` : ''}`,
    close: listener.close,
  }
}
