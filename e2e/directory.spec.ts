import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import type { Page } from '@playwright/test'
import { type DialogDriver, dialogOf } from './support/dialog.ts'
import { offeredLink, openCode, test, timeout } from './support/phone.ts'
import { readQr } from './support/readQr.ts'
import { connected, expect } from './support/test.ts'

/* The directory's wallets, and the codes that they scan, as a camera sees them. */

const tile = (dialog: DialogDriver) => dialog.frame.locator('.qr')

/** Both readers must see the link that is offered. A camera looks again while the view fades in. */
async function reads(dialog: DialogDriver, uri: string, how: string) {
  await expect(tile(dialog).locator('svg[data-qr]')).toBeVisible()
  await expect.poll(async () => readQr(await tile(dialog).screenshot()), how).toEqual([uri, uri])
}

const setTheme = (page: Page, themeMode: 'light' | 'dark') =>
  page.evaluate((mode) => window.host.modal.setTheme({ themeMode: mode }), themeMode)

test('@once the code decodes to the copied link, in every look', async ({ page, context, hosts, dialog }) => {
  test.setTimeout(120_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(hosts.url('code-looks', 'script'))
  const uri = await openCode(page, dialog)
  await dialog.button('Copy link').click()
  await expect(dialog.button('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await expect(dialog.frame.locator('html')).toHaveAttribute('data-theme', theme)
    await reads(dialog, uri, theme)
    expect(await tile(dialog).evaluate((element) => getComputedStyle(element).backgroundColor), theme).toBe('rgb(255, 255, 255)')
  }
  await dialog.frame.locator('html').evaluate((element) => {
    element.style.fontSize = '200%'
  })
  await reads(dialog, uri, 'text of double size')
  await dialog.frame.locator('html').evaluate((element) => {
    element.style.fontSize = ''
  })
  for (const [width, height] of [
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await reads(dialog, uri, `${width} wide`)
  }
})

test.describe('@once zoomed to 200 %', () => {
  // As a browser does it: half as many CSS pixels, each of them twice as big.
  test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 })
  test('the code of one wallet decodes, its picture in the middle', async ({ page, hosts, dialog }) => {
    test.setTimeout(120_000)
    await page.goto(hosts.url('code-zoom', 'script'))
    await page.evaluate(() => void window.host.modal.open({ wallet: 'MetaMask' }))
    await dialog.shows('ConnectingWalletConnect')
    await expect(dialog.button('Copy link')).toBeVisible(timeout)
    await reads(dialog, await offeredLink(dialog), 'zoomed')
  })
})

test('@once a wallet that shows that it has the code takes the code’s place', async ({ page, hosts, dialog, startPhone }) => {
  test.setTimeout(120_000)
  let approve: () => void = () => {}
  let asked: () => void = () => {}
  const proposed = new Promise<void>((resolve) => {
    asked = resolve
  })
  const phone = await startPhone({
    approveSession: () =>
      new Promise((resolve) => {
        approve = () => resolve(true)
        asked()
      }),
  })
  await page.goto(hosts.url('code-scanned', 'script'))
  const uri = await openCode(page, dialog)
  await phone.pair(uri)
  await proposed
  // Nothing came from the wallet so far: nothing is claimed.
  await expect(dialog.text('Waiting for your phone')).toHaveCount(0)
  await phone.client.core.pairing.ping({ topic: uri.slice(3, uri.indexOf('@')) })
  await expect(dialog.text('Waiting for your phone')).toBeVisible(timeout)
  await expect(dialog.text('Approve in your wallet')).toBeVisible()
  await dialog.button('Show the code again').click()
  await reads(dialog, uri, 'shown again')
  approve()
  await connected(page)
  await dialog.closed()
})

test('@once an extension that fails: the same wallet on a phone, and where to get it', async ({ page, hosts, install, dialog }) => {
  test.setTimeout(120_000)
  const extension = await install({ info: { name: 'MetaMask', rdns: 'io.metamask' } })
  extension.on('eth_requestAccounts', faults.internal)
  await page.goto(hosts.url('code-phone', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('MetaMask')
  await expect(dialog.heading('MetaMask couldn’t connect')).toBeVisible()
  await dialog.button('Use your phone').click()
  await dialog.shows('ConnectingWalletConnect')
  await expect(dialog.frame.getByRole('tab', { name: 'QR code' })).toHaveAttribute('aria-selected', 'true')
  await reads(dialog, await offeredLink(dialog), 'MetaMask')
  await dialog.button('Get it').click()
  await dialog.shows('GetWallet')
  const store = dialog.frame.getByRole('link', { name: /^QR code: get MetaMask from App Store/ })
  const address = (await store.getAttribute('href')) ?? ''
  expect(address).toMatch(/^https:\/\/apps\.apple\.com\//)
  await expect.poll(async () => readQr(await store.screenshot())).toEqual([address, address])
  await expect(dialog.frame.getByRole('link', { name: /^Chrome Web Store/ })).toHaveAttribute('href', /^https:\/\/chrome/)
  await dialog.button('Back').click()
  await dialog.shows('ConnectingWalletConnect')
  await dialog.button('Back').click()
  await dialog.shows('Connect')
})

test('@once a button for one wallet leads straight to it', async ({ page, hosts, install, dialog }) => {
  test.setTimeout(120_000)
  await install()
  await page.goto(hosts.url('code-button', 'script'))
  await page.evaluate(() => {
    for (const [wallet, label] of [
      ['zerion', 'Zerion'],
      ['example.harbor', 'Harbor'],
    ] as const) {
      const button = document.createElement('latchkey-button')
      button.setAttribute('wallet', wallet)
      button.setAttribute('label', label)
      document.body.append(button)
    }
  })
  await page.getByRole('button', { name: 'Zerion' }).click()
  await dialog.shows('ConnectingWalletConnect')
  await expect(dialog.heading('Zerion')).toBeVisible()
  await dialog.button('Close').click()
  await dialog.closed()
  await page.getByRole('button', { name: 'Harbor' }).click()
  await connected(page)
  await dialogOf(page).closed()
})

test('@once all wallets: what is here comes first, and arrow keys go from one to the next', async ({
  page,
  hosts,
  install,
  dialog,
  server,
}) => {
  await install()
  await page.goto(hosts.url('all-keys', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('All wallets')
  const cells = dialog.frame.locator('button.cell')
  await expect(cells.first()).toHaveText('Harbor')
  await expect(dialog.wallet('MetaMask')).toBeVisible()
  await cells.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(cells.nth(4)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cells.nth(3)).toBeFocused()

  // What was seen is found at the key: the directory does not answer this search.
  await page.route(`${server.api}/getWallets?*search=*`, () => {})
  await dialog.frame.getByRole('searchbox').fill('metam')
  await expect(cells).toHaveText(['MetaMask'])
  await expect(dialog.frame.locator('.wallet-grid')).toHaveCSS('opacity', '1')
})

/** A wallet that the directory lists far behind its first page, and that no other is named after. */
async function farWallet(api: string, projectId: string, chains: string): Promise<string> {
  const url = (page: number) => `${api}/getWallets?projectId=${projectId}&chains=${chains}&entries=100&page=${page}`
  const read = async (page: number) =>
    (await (await fetch(url(page))).json()) as { data: { name: string; mobile_link?: string }[]; count: number }
  const { count } = await read(1)
  expect(count).toBeGreaterThan(200)
  const { data } = await read(Math.ceil(count / 100) - 1)
  const { names } = (await (await fetch(`${api}/getWalletNames?projectId=${projectId}&chains=${chains}`)).json()) as {
    names: [string, string][]
  }
  const alone = data.find(({ name }) => names.filter(([, other]) => other.toLowerCase().includes(name.toLowerCase())).length === 1)
  if (!alone) throw new Error('Every wallet of that page has another one in whose name it is.')
  return alone.name
}

test('@once all wallets: one that was never on the screen is found at the key, and can be chosen', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  const name = await farWallet(server.api, server.projectId, Object.keys(server.chains).join())
  const named = page.waitForResponse((answer) => answer.url().startsWith(`${server.api}/getWalletNames`))
  await page.goto(hosts.url('all-names', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('All wallets')
  await (await named).finished()
  // The directory does not answer this search until the wallet is chosen.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`${server.api}/getWallets?*search=*`, async (route) => {
    await released
    await route.continue()
  })
  const names = dialog.frame.locator('button.cell .n')
  await dialog.frame.getByRole('searchbox').fill(name.toLowerCase())
  await expect(names).toHaveText([name])
  await expect(dialog.frame.locator('.wallet-grid')).toHaveCSS('opacity', '1')
  await names.click()
  release()
  await dialog.shows('ConnectingWalletConnect')
  await expect(dialog.frame.locator('main')).toContainText(name)
})

for (const [how, reach] of [
  ['the pointer', (dialog: DialogDriver) => dialog.wallet('All wallets').hover()],
  ['the focus', (dialog: DialogDriver) => dialog.wallet('All wallets').focus()],
] as const)
  test(`@once all wallets: once ${how} is on the row, the list and its pictures are there before it is opened`, async ({
    page,
    server,
    hosts,
    dialog,
  }) => {
    const isPicture = (url: string) => url.startsWith(`${server.api}/getWalletImage/`)
    const pictures = new Set<string>()
    page.on('requestfinished', (request) => isPicture(request.url()) && pictures.add(request.url()))
    await page.goto(hosts.url('all-ahead', 'script'))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('Connect')
    await expect(dialog.wallet('All wallets')).toContainText('+')
    const before = pictures.size
    const view = page.waitForResponse(/\/assets\/AllWallets-[^/]+\.js/)
    await reach(dialog)
    await (await view).finished()
    await expect.poll(() => pictures.size).toBeGreaterThanOrEqual(before + 12)
    // Nothing more comes: neither the view, nor what stands in it.
    await page.route(/getWallets|getWalletNames|\/assets\//, () => {})
    await dialog.choose('All wallets')
    await dialog.shows('AllWallets')
    await expect(dialog.frame.locator('button.cell').first()).toBeVisible()
    expect(await dialog.frame.locator('button.cell').count()).toBeGreaterThanOrEqual(12)
  })

test('@once once there is a WalletConnect client, calls to the API carry its id; before, none', async ({ page, server, hosts, dialog }) => {
  test.setTimeout(120_000)
  const asked: URL[] = []
  page.on('request', (sent) => sent.url().startsWith(`${server.api}/getWallets`) && asked.push(new URL(sent.url())))
  await page.goto(hosts.url('client-id', 'script'))
  await page.evaluate(() => void window.host.modal.open({ view: 'AllWallets' }))
  await dialog.shows('AllWallets')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked.map(({ searchParams }) => searchParams.get('clientId')).filter(Boolean)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.closed()
  await openCode(page, dialog)
  const before = asked.length
  await dialog.button('Back').click()
  await dialog.button(/^All wallets/).click()
  await dialog.frame.getByRole('searchbox').fill('rainbow')
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  expect(asked.at(-1)?.searchParams.get('clientId')).toMatch(/^did:key:z/)
})
