import type { Page } from '@playwright/test'
import type { DialogDriver } from './support/dialog.ts'
import { offeredLink, test, timeout } from './support/phone.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, request } from './support/test.ts'

/* Phones, where a wallet is opened by a link; and the ways by which a page opens the dialog on one. */

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** The way to a wallet's own view on a phone; gives the link that opens it and the pairing link. */
async function openOnPhone(page: Page, dialog: DialogDriver, name: string) {
  await page.getByRole('button', { name: 'Connect wallet' }).tap()
  await dialog.shows('Connect')
  await dialog.wallet('All wallets').tap()
  await dialog.shows('AllWallets')
  await dialog.wallet(name).tap()
  await dialog.shows('ConnectingWalletConnect')
  const link = dialog.frame.getByRole('link', { name: `Open ${name}` })
  await expect(link).toBeVisible(timeout)
  const uri = await offeredLink(dialog)
  return { link, uri }
}

/** Telegram's browser there says nothing in its name, and shows its bridge in the top page alone. */
const telegramOnIos = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

const devices = [
  { name: 'Android', userAgent: android, encode: (uri: string) => encodeURIComponent(uri) },
  {
    name: 'Telegram on Android',
    userAgent: `${android} Telegram-Android/11.2`,
    encode: (uri: string) => encodeURIComponent(encodeURIComponent(uri)),
    reuses: true,
  },
  { name: 'iOS', userAgent: iphone, encode: (uri: string) => encodeURIComponent(uri), reuses: true },
  { name: 'Telegram on iOS', userAgent: telegramOnIos, encode: (uri: string) => encodeURIComponent(uri), bridge: true, reuses: true },
]
for (const { name, userAgent, encode: encodeLink, bridge = false, reuses = false } of devices) {
  test.describe(`@once on ${name}`, () => {
    test.use({ userAgent, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test.beforeEach(async ({ page }) => {
      if (bridge) await page.addInitScript(() => window === window.top && Object.assign(window, { TelegramWebviewProxy: {} }))
    })

    test(`leaving the code ${reuses ? 'keeps it: the next tap opens it' : 'ends it'}; a real link opens the wallet, and its requests open it again`, async ({
      page,
      hosts,
      dialog,
      startPhone,
    }) => {
      test.setTimeout(120_000)
      let answer: () => void = () => {}
      const phone = await startPhone({
        approveRequest: () =>
          new Promise((resolve) => {
            answer = () => resolve(true)
          }),
      })
      await page.goto(hosts.url(`phone-${name.length}`, 'script'))
      const { link, uri: first } = await openOnPhone(page, dialog, 'MetaMask')
      await dialog.button('Back').tap()
      await dialog.wallet('Trust').tap()
      await dialog.shows('ConnectingWalletConnect')
      const other = await offeredLink(dialog)
      expect(other === first).toBe(reuses)
      await dialog.button('Back').tap()
      await dialog.wallet('MetaMask').tap()
      await expect(link).toBeVisible(timeout)
      const uri = await offeredLink(dialog)
      expect(uri === other).toBe(reuses)
      const base = 'https://metamask.app.link/'
      await expect(link).toHaveAttribute('href', `${base}wc?uri=${encodeLink(uri)}`)
      await expect(link).toHaveAttribute('target', '_blank')
      // Nothing between the tap and the window: the browser itself follows the link, in the tap's own task.
      await link.evaluate((element) => {
        const note = (event: Event) =>
          Object.assign(window, { tap: [event.isTrusted, navigator.userActivation.isActive, event.defaultPrevented] })
        element.addEventListener('click', (event) => queueMicrotask(() => note(event)))
      })
      // The tap leaves the page as it is; where it leads is nobody's business here.
      await page.context().route(`${base}**`, (route) => route.fulfill({ body: 'the app' }))
      const [app] = await Promise.all([page.context().waitForEvent('page'), link.tap()])
      expect(app.url()).toBe(`${base}wc?uri=${encodeLink(uri)}`)
      expect(await dialog.main.evaluate(() => Reflect.get(window, 'tap'))).toEqual([true, true, false])
      await app.close()
      await expect(dialog.frame.getByRole('link', { name: 'Open again' })).toBeVisible()
      await phone.pair(uri)
      await connected(page)
      await dialog.closed()
      const signing = request(page, 'personal_sign', ['0x01', phone.address(networkIds.first) ?? ''])
      await dialog.shows('ConnectingWalletConnect')
      await expect(dialog.frame.getByRole('link', { name: 'Open Phone wallet' })).toHaveAttribute(
        'href',
        new RegExp(`^${base}wc\\?requestId=\\d+&sessionTopic=${phone.topics()[0]}$`),
      )
      await expect.poll(() => phone.requests.length, timeout).toBe(1)
      answer()
      expect(await signing).toHaveProperty('result')
      await dialog.closed()
    })
  })
}

test.describe('@once in a wallet’s own browser', () => {
  test.use({ userAgent: android, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('that wallet connects at once, without a code or a link', async ({ page, hosts, dialog, install }) => {
    await install()
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await page.goto(hosts.url('phone-inside', 'script'))
    await page.getByRole('button', { name: 'Connect wallet' }).tap()
    await dialog.shows('Connect')
    await dialog.button('Connect with Harbor').tap()
    await connected(page)
    expect(sockets).toEqual([])
  })
})

test('@once without a family of its own the dialog opens on the code', async ({ page, server, hosts, dialog, expectProblems }) => {
  expectProblems(
    `warning: [latchkey] The option networks is an empty list, so nothing can be connected: leave it out for the project's networks. See ${server.dialog}/docs/options#networks`,
  )
  await page.goto(hosts.url('phone-bare', 'npm', { networks: [] }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('ConnectingWalletConnectBasic')
  await expect(dialog.button('Copy link')).toBeVisible(timeout)
})

test('@once a page names a wallet', async ({ page, hosts, dialog }) => {
  await page.goto(hosts.url('phone-named', 'script'))
  await page.evaluate(() => void window.host.modal.open({ wallet: 'io.zerion.wallet' }))
  await dialog.shows('ConnectingWalletConnect')
  await expect(dialog.heading('Zerion')).toBeVisible()
})
