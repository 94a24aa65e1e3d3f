import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { bundleScript } from '../support/bundle.ts'

/** What was built: the server that runs beside these tests has built it anew if it was old. */
const sdkFolder = fileURLToPath(new URL('../../host-sdk/dist/script', import.meta.url))

export type Lab = {
  /** `http://<label>.localhost:<port>`: each label is a site of its own. */
  origin(label: string): string
  /** Whether the dialog's origin answers, cuts connections, or never answers. */
  dialog: 'answers' | 'cuts' | 'hangs'
  close(): Promise<void>
}

const html = (head: string, body = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title>${head}</head><body>${body}</body></html>`

/**
 * Serves host pages at every `*.localhost` name, and at `dialog.` the built SDK and a small dialog for it. `?project=` of a page is its
 * project id, `?script=` more attributes of the script tag, `?preload=default` loads the frame when the SDK does by itself, `?head=` goes in front of it. At `strict.` they have the strictest policy, at
 * `unframed.` one that forbids the dialog's frame.
 */
export async function serveLab(): Promise<Lab> {
  const scripts = new Map([
    ['/dialog.js', await bundleScript(new URL('dialog.ts', import.meta.url))],
    ['/wallet.js', await bundleScript(new URL('wallet.ts', import.meta.url))],
  ])

  async function dialogFile(path: string, response: ServerResponse) {
    if (path === '/')
      return response.setHeader('content-type', 'text/html').end(html('', '<script type="module" src="/dialog.js"></script>'))
    const script = scripts.get(path) ?? (await readFile(join(sdkFolder, normalize(path))).catch(() => undefined))
    if (!script) return false
    response.setHeader('content-type', 'text/javascript').setHeader('access-control-allow-origin', '*')
    return response.setHeader('cross-origin-resource-policy', 'cross-origin').end(script)
  }

  const server = await startTestServer((request, response, url) => {
    const dialog = `http://dialog.localhost:${url.port}`
    if (url.hostname === 'dialog.localhost') {
      if (lab.dialog === 'cuts') return request.socket.destroy()
      return lab.dialog === 'hangs' ? undefined : dialogFile(url.pathname, response)
    }
    const script = scripts.get(url.pathname)
    if (script) return response.setHeader('content-type', 'text/javascript').end(script)
    if (url.pathname !== '/') return false
    if (url.hostname.startsWith('strict.'))
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src 'self' ${dialog}; style-src 'self'; img-src data:; frame-src ${dialog}; require-trusted-types-for 'script'; trusted-types 'none'`,
      )
    if (url.hostname.startsWith('unframed.')) response.setHeader('content-security-policy', "frame-src 'self'")
    const project = url.searchParams.get('project') ?? 'plain'
    // Tests of everything else do not want a frame before they ask for it.
    const preload = url.searchParams.get('preload') === 'default' ? '' : ' data-preload="intent"'
    const tag = `<script src="${dialog}/sdk.js" data-project-id="${project}" ${url.searchParams.get('script') ?? ''}${preload} defer></script>`
    const wallet = '<script type="module" src="/wallet.js"></script>'
    response.setHeader('content-type', 'text/html')
    return response.end(
      html(`${url.searchParams.get('head') ?? ''}${tag}${wallet}`, '<button id="open" data-latchkey-open>Connect</button>'),
    )
  })
  const lab: Lab = { origin: (label) => `http://${label}.localhost:${server.port}`, dialog: 'answers', close: server.close }
  return lab
}
