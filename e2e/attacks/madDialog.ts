import { secureFrameUrl } from '@latchkey/protocol'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import type { Page } from '@playwright/test'
import { bundleScript } from '../support/bundle.ts'
import { mailed, newAddress } from '../support/mail.ts'
import { networkIds, type Server } from '../support/server.ts'
import type {} from './page.ts'

/** The page that plays a dialog gone mad, under the dialog's own origin. */
export const madUrl = (server: Server) => `${server.dialog}/mad`

/** Serves the page and its script on an address of this machine. */
async function serveMad(): Promise<string> {
  const script = await bundleScript(new URL('page.ts', import.meta.url))
  const html = '<!doctype html><link rel="icon" href="data:,"><title>Mad</title><body><script type="module" src="/mad.js"></script>'
  const files = new Map([
    ['/mad', { type: 'text/html', body: html }],
    ['/mad.js', { type: 'text/javascript', body: script }],
  ])
  const server = await startTestServer((_request, response, { pathname }) => {
    const file = files.get(pathname)
    return file ? response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.body) : false
  })
  return `http://127.0.0.1:${server.port}`
}
let served: Promise<string> | undefined

/** Opens {@link madUrl}. Playwright asks another server than the product for it: nobody else could put a page there. */
export async function openMadDialog(page: Page, server: Server): Promise<void> {
  served ??= serveMad()
  const base = await served
  await page.route(`${server.dialog}/mad*`, (route) => route.continue({ url: `${base}${new URL(route.request().url()).pathname}` }))
  await page.goto(madUrl(server))
  await page.waitForFunction(() => 'attack' in window)
}

/** Address of the document to frame, for a page of this origin. */
export const sdkUrl = (server: Server, origin: string, projectId = server.projectId) =>
  secureFrameUrl(server.secure, { projectId, origin, chainId: networkIds.first })

const call = (page: Page, frame: string, method: string, params: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(([name, asked, given]) => window.attack.call(name, asked as 'getUser', given), [frame, method, params] as const)

async function must(page: Page, frame: string, method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown> {
  const outcome = await call(page, frame, method, { id: crypto.randomUUID(), ...params })
  if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
  return outcome.value
}

/** Signs in by e-mail through the frame's own methods, and prefers plain accounts. @returns their addresses, by namespace */
export async function signIn(page: Page, server: Server, frame: string): Promise<Readonly<Record<string, string>>> {
  const email = newAddress()
  const { number } = (await must(page, frame, 'connectEmail', { email })) as { number: string }
  const token = await mailed(server, email, /\/verify#(\S+)/)
  // As the page behind the mailed link does it.
  await page.evaluate(
    ([url, body]) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(({ ok }) => ok),
    [`${server.api}${authRoutes.linkApprove.path}`, JSON.stringify({ token, number })] as const,
  )
  await must(page, frame, 'connectDevice')
  await must(page, frame, 'connectOtp', { otp: await mailed(server, email, /\b(\d{6})\b/) })
  return addressesOf(page, frame)
}

export async function addressesOf(page: Page, frame: string): Promise<Readonly<Record<string, string>>> {
  const user = await must(page, frame, 'getUser', { preferredAccountType: 'eoa' })
  const { accounts } = user as { accounts: { namespace: string; address: string; type: string }[] }
  return Object.fromEntries(accounts.flatMap(({ namespace, address, type }) => (type === 'eoa' ? [[namespace, address]] : [])))
}

/** Parameters of a `personal_sign`. */
export const signing = (address: string, text: string) => ({
  id: crypto.randomUUID(),
  namespace: 'eip155',
  chainId: networkIds.first,
  method: 'personal_sign',
  params: [`0x${Buffer.from(text).toString('hex')}`, address],
})
