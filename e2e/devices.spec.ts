import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { dialogOf } from './support/dialog.ts'
import type { Server } from './support/server.ts'
import { expect, test } from './support/test.ts'

/* Pages at an address of this machine that is no loopback: what a phone in the same network gets, which browsers do not call secure. */

const address = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
test.skip(!address, 'this machine is in no network')

const secureContext = 'is not a secure context: use https or localhost'
/** A page of a customer's, as Vite shows it under "Network:". */
async function servePage(html: string) {
  const answer = (_request: unknown, response: ServerResponse, { pathname }: URL) =>
    pathname === '/' && response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  const { port, close } = await startTestServer(answer, '0.0.0.0')
  return { url: `http://${address}:${port}/`, close }
}
const pageOf = (sdk: string, project: string) =>
  `<!doctype html><link rel="icon" href="data:,"><title>Meadow</title><script src="${sdk}" data-project-id="${project}" defer></script><button data-latchkey-open>Connect wallet</button>`

test.describe('npm start -- --host', () => {
  /** After the ports of the servers that the other tests share, and of the one that is started by itself. */
  const port = Number(process.env.LATCHKEY_TEST_PORT ?? 4180) + 200
  const program = fileURLToPath(new URL('../scripts/start.js', import.meta.url))
  let child: ChildProcess
  let own: Server

  test.beforeAll(async () => {
    test.setTimeout(180_000)
    child = spawn(process.execPath, [program, '--host', '--port', String(port), '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (!child.stdout) throw new Error('no output')
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    own = JSON.parse(line) as Server
  })
  test.afterAll(async () => {
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
  })

  test('behavior: page, dialog, secure frame and API are four origins of one host, and a wallet connects and signs', {
    tag: '@once',
  }, async ({ page, lines }) => {
    const origins = [own.app, own.dialog, own.secure, own.api]
    expect(origins.map((url) => new URL(url).hostname)).toEqual(origins.map(() => address))
    expect(new Set(origins).size).toBe(4)
    await page.goto(own.app)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = dialogOf(page)
    await dialog.choose('Test wallet')
    const prompt = page.locator('dialog.test-wallet')
    await prompt.getByRole('button', { name: 'Connect' }).click()
    await dialog.closed()
    await expect(page.getByRole('button', { name: 'Open account' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await prompt.getByRole('button', { name: 'Sign' }).click()
    await expect(page.getByText('Verified: made by the connected account')).toBeVisible()
    expect(lines).toEqual([expect.stringContaining(secureContext)])
  })

  test('behavior: the documentation is on the same host, and so is the API', { tag: '@once' }, async ({ page }) => {
    await page.goto(`${own.dialog}/docs/errors#refused`)
    await expect(page.getByRole('heading', { name: 'When there is no dialog' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Origin Not Allowed' }).first()).toBeVisible()
    expect((await (await fetch(`${own.api}/health`)).text()).length).toBeGreaterThan(0)
    // A port says which part is meant: none of them answers for another.
    expect((await fetch(`${own.secure}/sdk.js`)).status).toBe(404)
    expect((await fetch(`${own.dialog}/sdk.js`)).status).toBe(200)
  })

  test('behavior: on another page the dialog works as far as the browser lets it, and the console says why not further', {
    tag: '@once',
  }, async ({ page, lines }) => {
    const site = await servePage(pageOf(own.sdk, own.projectId))
    try {
      await page.goto(site.url)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      const dialog = dialogOf(page)
      await dialog.shows('Connect')
      await expect(dialog.button('All wallets')).toBeVisible()
      // Its keys need what the browser has not got here.
      await expect(dialog.frame.getByRole('textbox')).toHaveCount(0)
      await expect.poll(() => lines).toEqual([expect.stringContaining(secureContext)])
      expect(lines[0]).toContain(`See ${own.dialog}/docs/devices#insecure`)
      await dialog.button('Close').click()
      await dialog.closed()
    } finally {
      await site.close()
    }
  })

  test('error: a page of a project that does not exist is told so', { tag: '@once' }, async ({ page, lines, expectProblems }) => {
    expectProblems('error: Failed to load resource: the server responded with a status of 403 (Forbidden)')
    const site = await servePage(pageOf(own.sdk, 'nobody'))
    try {
      await page.goto(site.url)
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await expect(page.getByRole('alert')).toContainText('Connecting a wallet is not possible right now.')
      await expect.poll(() => lines.join('\n')).toContain('Invalid Project ID')
    } finally {
      await site.close()
    }
  })
})
