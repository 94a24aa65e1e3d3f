import type { BrowserContext } from '@playwright/test'
import { dialogOf } from './support/dialog.ts'
import { connectPhone, openCode, test, timeout } from './support/phone.ts'
import { networkIds, type Server } from './support/server.ts'
import { connected, expect, openConnected, request, stateOf } from './support/test.ts'

/* Self-hosted means: with the default configuration a visitor's browser talks to the page and to this server, and to nobody else. */

/**
 * Blocks every host but the page's and the server's, and records who was asked: by the page, its frames, their workers, and websockets.
 * Hints that open a connection without a request count too.
 */
async function watchHosts(context: BrowserContext, server: Server, page: string) {
  const own = new Set([server.app, server.dialog, server.secure, server.api, page].map((url) => new URL(url).host))
  const asked = new Set<string>()
  const foreign: string[] = []
  const scripts: Promise<{ url: string; text: string }>[] = []
  const note = (address: string) => {
    const url = new URL(address)
    if (!/^(https?|wss?):$/.test(url.protocol)) return true
    asked.add(url.host)
    if (own.has(url.host)) return true
    foreign.push(address)
    return false
  }
  context.on('request', (sent) => note(sent.url()))
  context.on('page', (opened) => opened.on('websocket', (socket) => note(socket.url())))
  context.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(
      response.text().then(
        (text) => ({ url: response.url(), text }),
        () => ({ url: response.url(), text: '' }),
      ),
    )
  })
  await context.route('**/*', (route) => (note(route.request().url()) ? route.fallback() : route.abort()))
  await context.routeWebSocket(/.*/, (socket) => {
    if (note(socket.url())) socket.connectToServer()
    else void socket.close()
  })
  return {
    asked: () => [...asked],
    foreign: () => [...new Set(foreign)],
    /** Scripts that can speak WalletConnect's protocol. */
    walletConnectCode: async () =>
      (await Promise.all(scripts)).filter(({ text }) => /wc_sessionPropose|irn_subscribe/.test(text)).map(({ url }) => url),
    scriptCount: () => scripts.length,
  }
}

/** Hosts that a document tells the browser to get ready for. */
const hinted = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel~="preconnect"], link[rel~="dns-prefetch"]')].map(({ href }) => href)

test.setTimeout(150_000)

test('@once every flow of the dialog asks our own hosts only', async ({ context, hosts, server, startPhone }) => {
  const url = hosts.url('hosts-all', 'script')
  const watched = await watchHosts(context, server, url)
  const page = await context.newPage()
  const dialog = dialogOf(page)
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('All wallets')
  await dialog.shows('AllWallets')
  await dialog.frame.getByRole('searchbox').fill('zerion')
  await dialog.wallet('Zerion').click()
  await dialog.shows('ConnectingWalletConnect')
  for (const way of ['Browser', 'Desktop', 'Web', 'QR code']) await dialog.frame.getByRole('tab', { name: way }).click()
  await expect(dialog.button('Copy link')).toBeVisible(timeout)
  await dialog.button('Close').click()
  await dialog.closed()

  const phone = await startPhone()
  await connectPhone(page, dialog, phone)
  const address = phone.address(networkIds.first) ?? ''
  expect(await request(page, 'personal_sign', ['0x01', address])).toHaveProperty('result')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Account')
  await page.evaluate(() => void window.host.modal.open({ view: 'Networks' }))
  await dialog.shows('Networks')
  await page.reload()
  await connected(page)
  await page.evaluate(() => window.host.modal.disconnect())
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  await openCode(page, dialog)

  for (const frame of page.frames()) expect(await frame.evaluate(hinted)).toEqual([])
  expect(watched.foreign()).toEqual([])
  // What was watched is what happened: the page, the dialog, the services and the relay.
  expect(watched.asked()).toEqual(expect.arrayContaining([url, server.dialog, server.api].map((each) => new URL(each).host)))
  expect(await watched.walletConnectCode()).not.toEqual([])
})

test('@once a visitor with an extension downloads nothing of WalletConnect', async ({ context, hosts, server, install }) => {
  await install()
  const url = hosts.url('hosts-extension', 'script')
  const watched = await watchHosts(context, server, url)
  const page = await context.newPage()
  const dialog = dialogOf(page)
  await openConnected(page, url)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Account')
  await page.reload()
  await connected(page)
  await page.evaluate(() => window.host.modal.disconnect())
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('All wallets')
  await dialog.shows('AllWallets')
  await expect(dialog.wallet('MetaMask')).toBeVisible()
  expect(watched.foreign()).toEqual([])
  expect(watched.scriptCount()).toBeGreaterThan(3)
  expect(await watched.walletConnectCode()).toEqual([])
})
