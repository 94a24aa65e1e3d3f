import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { askByHost } from '../scripts/lib/askByHost.js'
import { expect, test } from './support/test.ts'

/* Whoever trusts an installation compares what it serves with what the sources build. */

const root = join(import.meta.dirname, '..')

/** Runs the program as its reader does. */
function verify(...parameters: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'scripts/verifyServed.js'), ...parameters], { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('close', (status) => resolve({ status, output }))
  })
}

test('behavior: an installation serves the files that this clone builds, and says which build it is on each origin @once', async ({
  server,
}) => {
  for (const origin of [server.dialog, server.secure, server.api]) {
    const { status, text } = await askByHost(`${origin}/.well-known/latchkey.json`)
    expect([status, JSON.parse(text)]).toMatchObject([200, { version: expect.any(String), origins: { dialog: server.dialog } }])
  }
  const { status, output } = await verify(server.dialog, '--project', server.projectId, '--origin', 'http://localhost:1')
  expect(output).toMatch(/^\d{3,} files are equal\.$/m)
  expect(status).toBe(0)
})

test('error: one changed character in a script, in a document or in the SDK is named @once', async ({ server }) => {
  const change: Record<string, (text: string) => string> = {
    '/sdk.js': (text) => `${text} `,
    '/latchkey-recover.mjs': (text) => text.replace('Recovery code', 'Recovery c0de'),
    'secure /': (text) => text.replace('</head>', '<script>steal()</script></head>'),
  }
  // In front of the real server, as somebody who took over the machine would be.
  const thief = await startTestServer(async ({ url = '' }, response, { hostname, port }) => {
    const part = hostname.split('.')[0]
    const real = part === 'secure' ? server.secure : server.dialog
    const { status, type, bytes } = await askByHost(real + url)
    const forge = change[url] ?? change[`${part} ${url}`]
    const own = bytes.toString().replaceAll(`:${new URL(server.dialog).port}`, `:${port}`)
    const body = url.startsWith('/.well-known/') ? own : forge ? forge(bytes.toString()) : bytes
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  try {
    const { status, output } = await verify(`http://dialog.localhost:${thief.port}`)
    expect(status).toBe(1)
    const named = output.split('\n').filter((line) => line.endsWith(': differs'))
    expect(named.map((line) => new URL(line.slice(0, -': differs'.length)).pathname).sort()).toEqual([
      '/index.html',
      '/latchkey-recover.mjs',
      '/sdk.js',
    ])
  } finally {
    await thief.close()
  }
})
