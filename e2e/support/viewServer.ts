import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { build } from '../../scripts/dev/build.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = join(root, 'node_modules/.cache/views')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

/** The rules that the dialog lives under, and fonts from here, which only this build has. */
const policy =
  "default-src 'none'; frame-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * Builds the views, unless they are, and serves them on a free port. Workers wait for each other's build.
 *
 * @returns the document's URL, and the way to stop
 */
export async function serveViews(): Promise<{ url: string; stop(): Promise<void> }> {
  const problems: string[] = []
  const failed = await build({ say: (line: string) => problems.push(line), only: ['views'] })
  if (failed.length > 0) throw new Error(`The views did not build:\n${problems.join('\n')}`)
  const server = await startTestServer(async (_request, response, { pathname }) => {
    const body = await readFile(join(built, normalize(pathname))).catch(() => undefined)
    if (!body) return false
    response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'application/octet-stream', 'content-security-policy': policy })
    response.end(body)
  })
  return {
    url: `http://127.0.0.1:${server.port}/views.html`,
    stop: server.close,
  }
}
