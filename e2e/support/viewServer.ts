import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
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
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    try {
      const body = await readFile(join(built, path))
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream', 'content-security-policy': policy })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/views.html`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
