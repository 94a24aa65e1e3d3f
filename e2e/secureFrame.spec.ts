import { alerts, limits, toasts } from '@latchkey/protocol'
import type { Page } from '@playwright/test'
import { dialogOf } from './support/dialog.ts'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { newAddress } from './support/mail.ts'
import { expect, request, stateOf, test } from './support/test.ts'

/* The secure frame does not come, does not answer, or goes away: what is said, what the page hears, and that the next try works. */

test.describe.configure({ timeout: 120_000 })

const frameOf = 'iframe[data-latchkey="secure"]'
const secureFrames = (page: Page) => page.frames().filter((frame) => frame.url().includes('//secure.'))
const account = async (page: Page) => ((await request(page, 'eth_accounts')).result as string[])[0] ?? ''
const open = (page: Page) => page.evaluate(() => void window.host.modal.open())
/** Events `error` of the page, as their reasons. */
const faults = (page: Page) =>
  page.evaluate(() =>
    window.host.seen.flatMap(({ name, value }) => (name === 'error' ? [(value as { data?: { reason?: string } }).data?.reason] : [])),
  )
const alertOf = (page: Page, title: string) => dialogOf(page).frame.locator('.alert-bar', { hasText: title })

async function login(page: Page, ...[server, url]: [Parameters<typeof loginByEmail>[1], string]): Promise<string> {
  await page.goto(url)
  await open(page)
  await loginByEmail(page, server)
  await expect.poll(async () => (await stateOf(page)).status, { timeout: 40_000 }).toBe('connected')
  await dialogOf(page).closed()
  return account(page)
}

/** Asks for a signature, and waits until the wallet asks the user. */
async function ask(page: Page, address: string) {
  const outcome = request(page, 'personal_sign', ['0x48656c6c6f', address])
  await dialogOf(page).shows('ApproveTransaction')
  return { outcome, sign: secureOf(page).getByRole('button', { name: 'Sign', exact: true }) }
}

/** The document of the secure frame is gone, as after a crash: nothing tells the dialog. */
const crash = (page: Page) =>
  dialogOf(page)
    .frame.locator(frameOf)
    .evaluate((element) => (element as HTMLIFrameElement).contentWindow?.location.replace('about:blank'))

test('error: @once it does not load within 20 s: the specified alert once, an event for the page, and the next try works', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  await page.clock.install()
  const document = `${server.secure}/sdk*`
  await page.route(document, () => undefined)
  await page.goto(hosts.url('meadow', 'script'))
  await open(page)
  await dialog.frame.getByLabel('Email', { exact: true }).fill(newAddress())
  await dialog.button('Continue with email').click()
  // The frame has started with the first letter: the login waits for it from now on.
  await expect(dialog.button('Sending')).toBeVisible()
  await expect(dialog.frame.locator(frameOf)).toHaveCount(1)
  await page.clock.fastForward(limits.frameLoadTimeout)
  const alert = alertOf(page, alerts.iframeLoadFailed)
  await expect(alert).toBeVisible()
  await expect(dialog.frame.locator(frameOf)).toHaveCount(0)
  expect(await faults(page)).toEqual(['iframe_load_failed'])

  await test.step('told once: dismissed, it does not come back with the same failure', async () => {
    await alert.getByRole('button').click()
    await expect(alert).toBeHidden()
    await dialog.button(/^Continue$/).click()
    await expect(dialog.button('Sending')).toBeVisible()
    await expect(dialog.frame.locator(frameOf)).toHaveCount(1)
    await page.clock.fastForward(limits.frameLoadTimeout)
    await expect(dialog.frame.locator(frameOf)).toHaveCount(0)
    await expect(dialog.button(/^Continue$/)).toBeVisible()
    await expect(alert).toHaveCount(0)
    await expect.poll(() => faults(page)).toEqual(['iframe_load_failed', 'iframe_load_failed'])
  })

  await page.unroute(document)
  await dialog.button(/^Continue$/).click()
  await dialog.shows('EmailVerifyDevice')
})

test('behavior: @once an alert about the frame goes away when the frame is there after all', async ({ page, server, hosts, dialog }) => {
  await page.clock.install()
  const document = `${server.secure}/sdk*`
  await page.route(document, (route) => route.abort('connectionrefused'))
  await page.goto(hosts.url('meadow', 'script'))
  await open(page)
  await dialog.frame.getByLabel('Email', { exact: true }).fill(newAddress())
  await dialog.button('Continue with email').click()
  await expect(dialog.button('Sending')).toBeVisible()
  await expect(dialog.frame.locator(frameOf)).toHaveCount(1)
  await page.clock.fastForward(limits.frameLoadTimeout)
  await expect(alertOf(page, alerts.iframeLoadFailed)).toBeVisible()
  await page.unroute(document)
  await dialog.button(/^Continue$/).click()
  await dialog.shows('EmailVerifyDevice')
  await expect(dialog.frame.locator('.alert-bar')).toHaveCount(0)
})

test('error: @once a login that is not answered within 120 s: the specified alert, an event, and the next try works', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  await page.clock.install()
  await page.goto(hosts.url('meadow', 'script'))
  await open(page)
  const asked = page.waitForRequest(`${server.api}/auth/v1/email/challenge`)
  await page.route(`${server.api}/auth/v1/email/challenge`, () => undefined)
  await dialog.frame.getByLabel('Email', { exact: true }).fill(newAddress())
  await dialog.button('Continue with email').click()
  await asked
  await page.clock.fastForward(limits.loginTimeout)
  await expect(alertOf(page, alerts.iframeRequestTimeout)).toBeVisible()
  expect(await faults(page)).toEqual(['iframe_request_timeout'])
  // It is still there: only one question was lost.
  await expect(dialog.frame.locator(frameOf)).toHaveCount(1)
  await page.unroute(`${server.api}/auth/v1/email/challenge`)
  await dialog.button(/^Continue$/).click()
  await dialog.shows('EmailVerifyDevice')
})

test('error: @once a request that the wallet never does: rejected, and the user is told; three heartbeats missed while an approval waits: the question is lost, the page hears 4900, and the next one comes', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  await page.clock.install()
  const address = await login(page, server, hosts.url('meadow', 'script'))

  await test.step('a request that the wallet never does', async () => {
    expect(await request(page, 'eth_sign', [address, '0x00'])).toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
    await dialog.shows('Account')
    await page.clock.runFor(limits.actionNotAllowedDelay)
    await expect(dialog.frame.locator('.toast', { hasText: 'Action not allowed' })).toBeVisible()
    await dialog.button('Close').first().click()
    await dialog.closed()

    // What libraries try out is refused and no reason to show anything.
    expect(await request(page, 'metamask_getProviderState')).toMatchObject({ code: 4200 })
    await page.clock.runFor(limits.actionNotAllowedDelay)
    await dialog.closed()
  })

  const { outcome } = await ask(page, address)
  await test.step('a frame that is only late is asked, answers, and stays', async () => {
    await page.clock.fastForward(10 * limits.heartbeat)
    await expect(secureOf(page).getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
    await expect(dialog.frame.locator('.alert-bar')).toHaveCount(0)
  })

  await crash(page)
  await page.clock.fastForward(4 * limits.heartbeat)
  await page.clock.fastForward(limits.bridgeReadTimeout)
  await expect(dialog.heading('The request is gone')).toBeVisible()
  await expect(alertOf(page, alerts.iframeRequestTimeout)).toBeVisible()
  expect(await outcome).toMatchObject({ code: 4900 })
  expect(await faults(page)).toEqual(['iframe_request_timeout'])
  expect(await stateOf(page).then(({ status }) => status)).toBe('connected')
  await dialog.button('OK').click()
  await dialog.closed()

  const again = await ask(page, address)
  await pressYes(again.sign)
  expect((await again.outcome).result).toMatch(/^0x/)
  await dialog.closed()
})

test('behavior: @once @long its document starts anew: what was asked is lost at once, what is asked then is shown', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  const address = await login(page, server, hosts.url('meadow', 'script'))
  const first = await ask(page, address)
  await pressYes(first.sign)
  expect((await first.outcome).result).toMatch(/^0x/)
  await dialog.closed()

  const { outcome } = await ask(page, address)
  const [frame] = secureFrames(page)
  await frame?.evaluate(() => location.reload())
  expect(await outcome).toMatchObject({ code: 4900 })
  await expect(dialog.heading('The request is gone')).toBeVisible()
  await dialog.button('OK').click()
  await dialog.closed()

  const again = await ask(page, address)
  await pressYes(again.sign)
  expect((await again.outcome).result).toMatch(/^0x/)
  await dialog.closed()
})

test('error: @once @long signing out ends within 3 s, also when the frame does not answer any more', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  await page.clock.install()
  await login(page, server, hosts.url('meadow', 'script'))
  await crash(page)
  await page.evaluate(() => window.host.modal.disconnect())
  await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
  await page.clock.fastForward(limits.signOutTimeout)
  await open(page)
  await dialog.shows('Connect')
  await expect(dialog.frame.locator('.alert-bar')).toHaveCount(0)
  expect(await faults(page)).toEqual([])
})

test('error: @once the login of the last visit cannot be brought back: told once, disconnected, and back at Connect', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  await login(page, server, hosts.url('meadow', 'script'))
  const wallet = `${server.api}/vault/v1/wallet`
  // As a server answers that has lost it.
  await page.route(wallet, async (route) => {
    if (route.request().method() !== 'GET') return await route.continue()
    const headers = { 'access-control-allow-origin': server.secure }
    await route.fulfill({ status: 400, headers, json: { status: 'FAILED', reasons: [{ field: 'x', description: 'x' }] } })
  })
  const refused = page.waitForResponse((response) => response.url() === wallet && response.status() === 400)
  await page.reload()
  await refused
  await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
  await open(page)
  await dialog.shows('Connect')
  await expect(dialog.frame.locator('.toast', { hasText: toasts.authInitFailed })).toBeVisible()
  await page.unroute(wallet)
  // Disconnected: the next visit does not try what failed.
  await page.reload()
  await open(page)
  await dialog.shows('Connect')
  await expect(dialog.frame.locator('.toast')).toHaveCount(0)
  expect((await stateOf(page)).status).toBe('disconnected')
})

test('error: @once @long a message of the frame that is not what it should be is refused, and logged as a warning', async ({
  page,
  server,
  hosts,
  dialog,
  lines,
}) => {
  await page.addInitScript((secure) => {
    if (location.origin !== secure) return
    const post = MessagePort.prototype.postMessage
    // As a frame of another build might speak.
    MessagePort.prototype.postMessage = function (this: MessagePort, message: { args?: unknown[] }, ...rest: unknown[]) {
      if (message?.args?.[0] === 'heartbeat') message.args[1] = { seq: 'first' }
      return Reflect.apply(post, this, [message, ...rest])
    }
  }, server.secure)
  await page.goto(hosts.url('meadow', 'script'))
  await open(page)
  await dialog.frame.getByLabel('Email', { exact: true }).fill(newAddress())
  await dialog.button('Continue with email').click()
  await dialog.shows('EmailVerifyDevice')
  await expect.poll(() => lines).toEqual([expect.stringMatching(/^\[latchkey\] .*"heartbeat"/)])
})

test('behavior: @once the wallet’s script is lost on its way: it is fetched again, and the login goes on', async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  const isWorker = (url: string) => url.startsWith(server.secure) && page.workers().length === 0 && /\/assets\/index-[\w-]+\.js$/.test(url)
  const asked: string[] = []
  await page.route(`${server.secure}/assets/index-*.js`, async (route) => {
    const url = route.request().url()
    const fromDocument = await route
      .request()
      .frame()
      .locator(`link[href$="${new URL(url).pathname}"]`)
      .count()
      .catch(() => 0)
    if (fromDocument > 0 || !isWorker(url)) return route.continue()
    asked.push(url)
    return asked.length === 1 ? route.abort('connectionreset') : route.continue()
  })
  await page.goto(hosts.url('meadow', 'script'))
  await open(page)
  await dialog.frame.getByLabel('Email', { exact: true }).fill(newAddress())
  await dialog.button('Continue with email').click()
  await dialog.shows('EmailVerifyDevice')
  expect(asked).toHaveLength(2)
})
