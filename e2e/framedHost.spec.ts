import type { Frame, FrameLocator, Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import type {} from './hosts/watch.ts'
import { findings } from './support/axe.ts'
import { type Hosts, serveHosts } from './support/hosts.ts'
import { loginInto, pressLast } from './support/login.ts'
import { longStep } from './support/longStep.ts'
import { localMail, startOwnServer } from './support/ownServer.ts'
import { connected, expect, request, stateOf, test } from './support/test.ts'

/* A page that is itself in the frame of another site: three levels, four origins. */

const secureFrame = 'iframe[data-latchkey="secure"]'

type Shop = {
  readonly page: Page
  /** The page with the wallet, inside the other site. */
  readonly frame: Frame
  readonly dialog: FrameLocator
  connect(): Promise<void>
}

/** Opens a site that has the shop in a frame. */
async function openShop(page: Page, hosts: Hosts, options: Readonly<Record<string, unknown>> = {}): Promise<Shop> {
  await page.goto(hosts.url('portal', 'modal', { preload: 'none', ...options }))
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src, id: 'shop', width: 900, height: 700 })),
    hosts.url('meadow', 'script', options),
  )
  const shop = page.frameLocator('#shop')
  const connect = shop.getByRole('button', { name: 'Connect wallet' })
  await expect(connect).toBeVisible()
  const frame = page.frames().find((one) => one.url().startsWith(hosts.origin('meadow')))
  if (!frame) throw new Error('The site has no shop.')
  return { page, frame, dialog: shop.frameLocator('iframe[data-latchkey="dialog"]'), connect: () => connect.click() }
}

const addressOf = async (shop: Pick<Shop, 'frame'>) => ((await request(shop.frame, 'eth_accounts')).result as `0x${string}`[])[0] ?? '0x'

/** Opens the dialog; what that comes to is {@link opened}. */
const opening = ({ frame }: Pick<Shop, 'frame'>) =>
  frame.evaluate(() => {
    const own = window as unknown as { opened?: unknown }
    own.opened = 'pending'
    window.host.modal.open().then(
      (session) => Object.assign(own, { opened: session?.address ?? null }),
      (error: { code: number }) => Object.assign(own, { opened: error.code }),
    )
  })
const opened = ({ frame }: Pick<Shop, 'frame'>) => frame.evaluate(() => (window as unknown as { opened?: unknown }).opened)

/** Approves in a window of the dialog, which closes by itself then. */
async function approveIn(popup: Page): Promise<void> {
  const secure = popup.frameLocator(secureFrame)
  const approve = secure.getByTestId('approve')
  // A first press gives the focus to the frame, which begins the time of the button again.
  await secure.getByRole('heading').click()
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await expect(approve).toHaveAttribute('aria-disabled', 'false')
  await pressLast(approve)
}

test('behavior: where the project lists the outer site, the embedded wallet works in the frame as everywhere', { tag: '@once' }, async ({
  page,
  server,
  problems,
}) => {
  test.setTimeout(120_000)
  const facts = { ...server }
  const hosts = await serveHosts(facts)
  const own = await startOwnServer(server, { mail: localMail(server) }, () => ({ project: { ancestors: [hosts.origin('portal')] } }))
  try {
    Object.assign(facts, { dialog: own.dialog, api: own.api, projectId: own.projectId })
    const shop = await openShop(page, hosts)
    await shop.connect()
    await loginInto(shop.dialog, page, server)
    await connected(shop.frame)
    const address = await addressOf(shop)

    const sign = async () => {
      const signing = request(shop.frame, 'personal_sign', ['0x48656c6c6f', address])
      const approve = shop.dialog.frameLocator(secureFrame).getByTestId('approve')
      await expect(approve).toHaveAttribute('aria-disabled', 'false')
      await approve.click()
      return (await signing).result as `0x${string}`
    }
    expect(await verifyMessage({ address, message: 'Hello', signature: await sign() })).toBe(true)

    await shop.frame.evaluate(() => location.reload())
    await expect(page.frameLocator('#shop').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    await expect.poll(() => stateOf(shop.frame).then(({ status }) => status)).toBe('connected')
    expect(await verifyMessage({ address, message: 'Hello', signature: await sign() })).toBe(true)
    expect(problems).toEqual([])
  } finally {
    await own.close()
    await hosts.close()
  }
})

/** Pixels between the middle of an element and that of its text. Serialised. */
const distanceFromMiddle = (element: Element) => {
  const text = document.createRange()
  text.selectNodeContents(element)
  const [inner, outer] = [text.getBoundingClientRect(), element.getBoundingClientRect()]
  return Math.abs(inner.left + inner.width / 2 - outer.left - outer.width / 2)
}

test('behavior: where it does not, one button goes on in a window: login, reload, approval, and every end of the window', {
  tag: '@once',
}, async ({ page, server, hosts, lines, expectProblems }) => {
  test.setTimeout(150_000)
  expectProblems('error: Failed to load resource: the server responded with a status of 403 (Forbidden)')
  const shop = await openShop(page, hosts)
  const { dialog, frame } = shop
  await expect.poll(() => lines).toEqual([expect.stringContaining('/docs/embed#framed')])
  const go = dialog.getByRole('button', { name: 'Continue in a window' })
  const enter = async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), go.click()])
    expect(new URL(popup.url()).origin).toBe(server.dialog)
    return popup
  }

  await longStep('a user who does not want it closes it, and the page hears that', async () => {
    await opening(shop)
    await expect(go).toBeVisible()
    await page.screenshot({ path: 'e2e/screenshots/frame/window-needed.png' })
    expect(await findings(page, ['#shop', 'iframe[data-latchkey="dialog"]', 'main'])).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => opened(shop)).toBe(null)
    await expect(go).toBeHidden()
  })

  let address: `0x${string}` = '0x'
  await test.step('a window that was closed goes on in the next one, and the login ends in the page', async () => {
    await opening(shop)
    const first = await enter()
    await expect(dialog.getByRole('heading', { name: 'A window is open' })).toBeVisible()
    await expect(first.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await first.screenshot({ path: 'e2e/screenshots/frame/window-connect.png' })
    expect(await findings(first)).toEqual([])
    await first.close()
    await expect(dialog.getByText('Nothing is lost: open it again to go on.')).toBeVisible()
    const second = await enter()
    const closed = second.waitForEvent('close')
    await loginInto(second, page, server)
    await closed
    await connected(frame)
    address = await addressOf(shop)
    await expect.poll(() => opened(shop)).toBe(address)
    await expect(dialog.getByRole('heading')).toBeHidden()
  })

  const ask = () => request(frame, 'personal_sign', ['0x48656c6c6f', address])
  await test.step('the next window has the login still, and signs', async () => {
    const signing = ask()
    await expect(go).toBeVisible()
    await approveIn(await enter())
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
    await expect(dialog.getByRole('heading')).toBeHidden()
  })

  await longStep('a disconnect while no window is open holds for the next one, also after a reload', async () => {
    await frame.evaluate(() => window.host.modal.disconnect())
    await frame.evaluate(() => location.reload())
    await shop.connect()
    const popup = await enter()
    await expect(popup.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await expect.poll(async () => (await stateOf(frame)).status).toBe('disconnected')
    const closed = popup.waitForEvent('close')
    await loginInto(popup, page, server)
    await closed
    await connected(frame)
    address = await addressOf(shop)
  })

  await test.step('a window that is closed over a question: the page hears 4900, and the user reads it', async () => {
    const signing = ask()
    const popup = await enter()
    await expect(popup.frameLocator(secureFrame).getByTestId('approve')).toBeVisible()
    await popup.close()
    expect((await signing).code).toBe(4900)
    await expect(dialog.getByText('Start again on this page.')).toBeVisible()
    await page.screenshot({ path: 'e2e/screenshots/frame/window-lost.png' })
    const close = dialog.getByRole('button', { name: 'Close' })
    // Chromium keeps a line as it was laid out while the frame was hidden and had no width, unless the button lays it out itself.
    expect(await close.evaluate(distanceFromMiddle)).toBeLessThan(1)
    await close.click()
    await expect(dialog.getByRole('heading')).toBeHidden()
  })

  await test.step('a read that needs nobody opens nothing', async () => {
    expect((await request(frame, 'eth_blockNumber')).code).toBe(4900)
    await expect(dialog.getByRole('heading')).toBeHidden()
  })

  await longStep('a page that goes away leaves a window that says so', async () => {
    await opening(shop)
    const popup = await enter()
    await expect(popup.locator('main[data-view]')).toBeVisible()
    await page.evaluate(() => document.querySelector('#shop')?.remove())
    await expect(popup.getByRole('heading', { name: 'This window lost its page' })).toBeVisible()
    await popup.screenshot({ path: 'e2e/screenshots/frame/window-cut-off.png' })
    expect(await findings(popup)).toEqual([])
  })
})

test('behavior: a secure frame that is not there within 6 s: the e-mail login goes on in a window, and so does every approval', {
  tag: ['@once', '@long'],
}, async ({ page, server, hosts, dialog }) => {
  test.setTimeout(150_000)
  // Of this page alone: something in the browser keeps the secure origin's frame away.
  await page.route(`${server.secure}/sdk*`, () => undefined)
  await page.goto(hosts.url('meadow', 'script'))
  const here = { frame: page.mainFrame() }
  await opening(here)
  await dialog.frame.getByRole('textbox', { name: 'Email' }).fill('somebody@example.com')
  await dialog.button('Continue with email').click()
  const go = dialog.button('Continue in a window')
  await expect(go).toBeVisible({ timeout: 20_000 })
  await page.screenshot({ path: 'e2e/screenshots/frame/window-offered.png' })
  expect(await findings(page, ['iframe[data-latchkey="dialog"]', 'main'])).toEqual([])
  const enter = async () => (await Promise.all([page.waitForEvent('popup'), go.click()]))[0]

  const first = await enter()
  await expect(dialog.heading('A window is open')).toBeVisible()
  await page.screenshot({ path: 'e2e/screenshots/frame/window-open.png' })
  await first.close()
  await expect(dialog.text('Nothing is lost: open it again to go on.')).toBeVisible()
  expect(await findings(page, ['iframe[data-latchkey="dialog"]', 'main'])).toEqual([])
  const second = await enter()
  const closed = second.waitForEvent('close')
  await loginInto(second, page, server)
  await closed
  await connected(page)
  const address = await addressOf(here)
  await expect.poll(() => opened(here)).toBe(address)
  await dialog.closed()

  const signing = request(page, 'personal_sign', ['0x48656c6c6f', address])
  await expect(go).toBeVisible()
  await approveIn(await enter())
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
  await dialog.closed()

  const refused = request(page, 'personal_sign', ['0x48656c6c6f', address])
  await dialog.button('Cancel').click()
  expect((await refused).code).toBe(4001)
  await dialog.closed()
})
