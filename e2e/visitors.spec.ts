import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import { png } from '@latchkey/testkit/src/pictures.ts'
import type { Page } from '@playwright/test'
import type { DialogDriver } from './support/dialog.ts'
import { sendCoin } from './support/money.ts'
import { offeredLink, test, timeout } from './support/phone.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, openConnect, stateOf } from './support/test.ts'

/* What a visitor meets: the page's terms, a page without WalletConnect, pictures of the page's own, an app that is not there. */

const terms = { features: { legalCheckbox: true }, termsConditionsUrl: 'https://meadow.example/terms' }
const box = (dialog: DialogDriver) => dialog.frame.getByRole('checkbox')
const tick = (dialog: DialogDriver) => dialog.frame.getByText('I accept').click({ position: { x: 4, y: 4 } })
const open = (page: Page, params: object) =>
  page.evaluate((given) => {
    void window.host.modal.open(given)
  }, params)

test.describe('@once a page with a check box', () => {
  test('a wallet that the page names waits for it', async ({ page, hosts, dialog, install }) => {
    const extension = await install()
    await page.goto(hosts.url('terms-named', 'npm', terms))
    await open(page, { wallet: 'Harbor' })
    await dialog.shows('Connect')
    await expect(box(dialog)).toBeFocused()
    await expect(dialog.text('Please accept the terms first')).toBeVisible()
    expect(extension.methods()).not.toContain('eth_requestAccounts')
    await tick(dialog)
    await connected(page)
    await dialog.closed()
  })

  test('a code in a view that the page opens waits for it, and comes when it is ticked', async ({ page, hosts, dialog }) => {
    await page.goto(hosts.url('terms-code', 'npm', terms))
    await open(page, { view: 'ConnectingWalletConnectBasic' })
    await dialog.shows('ConnectingWalletConnectBasic')
    await expect(dialog.text('Accept the terms to see the code')).toBeVisible()
    await expect(box(dialog)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.button('Copy link')).toBeHidden()
    await tick(dialog)
    expect(await offeredLink(dialog)).toMatch(/^wc:/)
    await expect(box(dialog)).toBeHidden()
  })

  test('a wallet of the list, in a view that the page opens, goes on when it is ticked', async ({ page, hosts, dialog }) => {
    await page.goto(hosts.url('terms-all', 'npm', terms))
    await open(page, { view: 'AllWallets' })
    await dialog.shows('AllWallets')
    await dialog.wallet('MetaMask').click()
    await expect(dialog.text('Please accept the terms first')).toBeVisible()
    await dialog.shows('AllWallets')
    await tick(dialog)
    await dialog.shows('ConnectingWalletConnect')
    await expect(dialog.heading('MetaMask').first()).toBeVisible()
  })

  test('an address waits for it, and is sent when it is ticked: before that nothing is asked of the secure origin', async ({
    page,
    server,
    hosts,
    dialog,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().startsWith(server.secure) && asked.push(request.url()))
    await page.goto(hosts.url('terms-email', 'npm', terms))
    await open(page, { view: 'EmailLogin' })
    await dialog.shows('EmailLogin')
    await dialog.frame.getByRole('textbox', { name: 'Email' }).fill(`terms-${Date.now()}@studio.example`)
    await dialog.button('Continue').click()
    await expect(box(dialog)).toBeFocused()
    expect(asked).toEqual([])
    await tick(dialog)
    await expect(dialog.main).toHaveAttribute('data-view', /EmailVerify/, timeout)
    expect(asked).not.toEqual([])
  })

  test('an application that asks for accounts gets none before', async ({ page, hosts, dialog, install }) => {
    await install()
    await page.goto(hosts.url('terms-request', 'npm', terms))
    await page.evaluate(() => {
      window.host.modal
        .provider('eip155')
        .request({ method: 'eth_requestAccounts' })
        .catch(() => {})
    })
    await dialog.choose('Harbor')
    await expect(dialog.text('Please accept the terms first')).toBeVisible()
    expect((await stateOf(page)).status).toBe('disconnected')
    await box(dialog).press('Space')
    await connected(page)
  })
})

test('@once a page without WalletConnect offers no code, and still says where wallets are got', async ({ page, hosts, dialog }) => {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await openConnect(page, hosts.url('no-code', 'npm', { excludeWalletIds: ['walletConnect'] }))
  await expect(dialog.wallet('WalletConnect')).toBeHidden()
  await dialog.wallet('All wallets').click()
  await dialog.shows('AllWallets')
  await expect(dialog.wallet('MetaMask')).toBeVisible(timeout)
  await expect(dialog.button(/QR/)).toHaveCount(0)
  await dialog.frame.getByRole('searchbox').fill('zzzzzz')
  await expect(dialog.button('Show all wallets')).toBeVisible(timeout)
  await expect(dialog.button(/QR/)).toHaveCount(0)
  await dialog.button('Show all wallets').click()
  await dialog.wallet('MetaMask').click()
  await dialog.shows('ConnectingWalletConnect')
  await expect(dialog.frame.getByRole('link', { name: /store|site/ })).toBeVisible()
  await expect(dialog.frame.locator('.qr')).toHaveCount(0)
  await expect(dialog.frame.getByRole('tab')).toHaveCount(0)
  await dialog.button('Close').click()
  await open(page, { view: 'ConnectingWalletConnectBasic' })
  await dialog.shows('Connect')
  expect(sockets.filter((url) => url.includes('/relay'))).toEqual([])
})

test('@once pictures of the page’s own wallets and networks come from our server, or a letter stands in', async ({
  page,
  hosts,
  dialog,
  server,
  expectProblems,
}) => {
  // The broken picture, and the forged one.
  for (const status of ['502 (Bad Gateway)', '403 (Forbidden)'])
    expectProblems(`error: Failed to load resource: the server responded with a status of ${status}`)
  const image = (name: string) => `https://img.meadow.example/${name}.png`
  const asked: URL[] = []
  // The server itself is asked to sign; what it would fetch of a stranger is answered here.
  await page.context().route(`${server.api}/v1/image?*`, async (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    if (url.searchParams.get('url') === image('broken')) return route.fulfill({ status: 502 })
    await route.fulfill({
      contentType: 'image/png',
      body: Buffer.from(png(8, 8)),
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    })
  })
  const customWallets = ['good', 'broken'].map((id) => ({ id, name: `Wallet ${id}`, image_url: image(id), mobile_link: `${id}://` }))
  await openConnect(page, hosts.url('pictures', 'npm', { customWallets }))
  const row = (name: string) => dialog.wallet(`Wallet ${name}`)
  await expect(row('good').locator('img')).toHaveAttribute('src', new RegExp(`^${server.api}/v1/image\\?.*sig=`), timeout)
  await expect
    .poll(() =>
      row('good')
        .locator('img')
        .evaluate((element: HTMLImageElement) => element.naturalWidth),
    )
    .toBe(8)
  await expect(row('broken').locator('img')).toHaveCount(0)
  await expect(row('broken').locator('.w')).toHaveText('W')
  expect(asked.every((url) => url.searchParams.get('projectId') === server.projectId)).toBe(true)
  // What nobody signed is refused.
  const [good] = asked
  const forged = new URL(good ?? '')
  forged.searchParams.set('url', image('other'))
  await page.context().unroute(`${server.api}/v1/image?*`)
  expect(await page.evaluate(async (url) => (await fetch(url)).status, forged.href)).toBe(403)
})

test.describe('@once on a phone without the wallet’s app', () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
  test.use({ userAgent, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const store = 'https://play.google.com/store/apps/details?id=example.absent'
  const customWallets = [{ id: 'absent', name: 'Absent', mobile_link: 'absent://', play_store: store }]

  async function tapWallet(page: Page, dialog: DialogDriver, url: string) {
    await page.goto(url)
    await page.evaluate(() => void window.host.modal.open({ wallet: 'absent' }))
    await dialog.shows('ConnectingWalletConnect')
    const link = dialog.frame.getByRole('link', { name: 'Open Absent' })
    const uri = await offeredLink(dialog)
    await expect(link).toHaveAttribute(
      'href',
      `intent://wc?uri=${encodeURIComponent(uri)}#Intent;scheme=absent;S.browser_fallback_url=${encodeURIComponent(store)};end`,
    )
    // The browser of the tests knows no apps: what it would do with the address is not our matter.
    await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()))
    await link.tap()
  }

  test('a page that is still there after the tap offers other ways', async ({ page, hosts, dialog }) => {
    await tapWallet(page, dialog, hosts.url('app-missing', 'npm', { customWallets }))
    await expect(dialog.heading('Absent didn’t open')).toBeVisible()
    await expect(dialog.frame.getByRole('link', { name: 'Get Absent' })).toHaveAttribute('href', store)
    await expect(dialog.frame.getByRole('link', { name: 'Open again' })).toBeVisible()
    await expect(dialog.button('Copy link')).toBeVisible()
    await dialog.button('Show QR code').tap()
    await expect(dialog.frame.locator('[data-qr]')).toBeVisible()
    await dialog.button('Back').tap()
    await dialog.shows('Connect')
  })

  test('a wallet whose link another app claims, too, is opened with a warning', async ({ page, hosts, dialog }) => {
    await page.goto(hosts.url('app-shared', 'npm'))
    for (const [wallet, sentence] of [
      ['Gems Pocket', 'Another app may open instead: approve only in Gems Pocket.'],
      ['Rainbow', 'We’ll bring you back here when you’re done.'],
    ] as const) {
      await page.evaluate((name) => void window.host.modal.open({ wallet: name }), wallet)
      await dialog.shows('ConnectingWalletConnect')
      await expect(dialog.text(sentence)).toBeVisible(timeout)
      await page.evaluate(() => window.host.modal.close())
      await expect(dialog.main).toBeHidden()
    }
  })

  test('a page that was left says nothing of the kind when it is back', async ({ page, hosts, dialog }) => {
    await page.clock.install()
    await tapWallet(page, dialog, hosts.url('app-there', 'npm', { customWallets }))
    const turn = (state: string) =>
      dialog.main.evaluate((_element, visibilityState) => {
        Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await turn('hidden')
    await page.clock.runFor(5_000)
    await turn('visible')
    await expect(dialog.heading('Waiting for Absent')).toBeVisible()
    await page.clock.runFor(5_000)
    await expect(dialog.heading('Waiting for Absent')).toBeVisible()
    await expect(dialog.heading('Absent didn’t open')).toBeHidden()
  })
})

test('@once the padding of the e-mail field leads into it', async ({ page, hosts, dialog }) => {
  await openConnect(page, hosts.url('padding', 'npm'))
  const field = dialog.frame.locator('form.field')
  for (const y of [3, 53]) {
    await dialog.frame.getByRole('heading').first().click()
    await field.click({ position: { x: 60, y } })
    await expect(dialog.frame.getByLabel('Email', { exact: true })).toBeFocused()
  }
})

test('@once what was said of a view is gone with it', async ({ page, hosts, dialog, install }) => {
  await install()
  await openConnect(page, hosts.url('hush', 'npm'))
  const said = dialog.frame.getByRole('status').first()
  await expect(said).toContainText(/wallet/)
  await dialog.button('Get one').click()
  await dialog.shows('GetWallet')
  await expect(said).toHaveText('')
})

test('@once inside the page nothing but the card is drawn', async ({ page, hosts, dialog }) => {
  await page.goto(hosts.url('inline', 'npm'))
  await page.evaluate(() => {
    document.body.style.background = '#fff'
    const container = document.createElement('div')
    container.style.cssText = 'inline-size: 400px; block-size: 640px'
    document.body.append(container)
    void window.host.modal.open({ container })
  })
  await dialog.shows('Connect')
  const shadow = await dialog.frame.locator('.surface').evaluate((element) => getComputedStyle(element).boxShadow)
  expect(shadow.split(/,(?![^(]*\))/).every((part) => part.includes('inset'))).toBe(true)
})

test('@once inside the page the dialog goes on after each opening: tokens, a disconnect, a code, a refusal', async ({
  page,
  hosts,
  install,
  dialog,
  server,
}) => {
  const extension = await install()
  await sendCoin(server, { network: networkIds.first, to: accounts[0].address, amount: 10n ** 18n })
  await page.goto(hosts.url('inline', 'npm'))
  const opened = page.evaluate(() => {
    const container = document.createElement('div')
    container.style.cssText = 'inline-size: 400px; block-size: 640px'
    document.body.append(container)
    return window.host.modal.open({ container })
  })
  await dialog.choose('Harbor')
  expect(await opened).toMatchObject({ address: accounts[0].address })
  await dialog.shows('Account')
  await expect.poll(async () => (await stateOf(page)).open).toBe(false)
  await expect(dialog.button(/^ETH [\d.,]+ on Local Chain/).first()).toBeVisible()

  await page.evaluate(() => window.host.modal.disconnect())
  await dialog.shows('Connect')
  await dialog.choose('WalletConnect')
  expect(await offeredLink(dialog)).toMatch(/^wc:/)
  await dialog.button('Back').click()

  extension.on('eth_requestAccounts', faults.rejected)
  await dialog.choose('Harbor')
  await expect(dialog.button('Try again')).toBeVisible()
  extension.on('eth_requestAccounts', 'approve')
  await dialog.button('Try again').click()
  await dialog.shows('Account')
  await expect.poll(async () => (await stateOf(page)).status).toBe('connected')
})

test('@once the row of all wallets has pictures before the directory is here', async ({ page, hosts, dialog, server, expectProblems }) => {
  expectProblems('error: Failed to load resource: net::ERR_FAILED')
  await page.context().route(`${server.api}/getWallets*`, (route) => route.abort())
  await openConnect(page, hosts.url('mosaic', 'npm'))
  const tiles = dialog.wallet('All wallets').locator('[data-wallet]')
  await expect(tiles).toHaveCount(4)
  for (const tile of await tiles.all()) await expect(tile).toHaveCSS('background-image', /^url\("data:image\/svg/)
})
