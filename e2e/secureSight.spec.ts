import type { FrameLocator, Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { openMadDialog, sdkUrl, signIn, signing } from './attacks/madDialog.ts'
import { dialogOf } from './support/dialog.ts'
import { loginByEmail, pressLast, pressYes, secureOf } from './support/login.ts'
import { expect, request, test } from './support/test.ts'

/*
 * How much of an approval is on screen. Chromium tells a document what lies over it (IntersectionObserver v2); other browsers tell only how much of it is
 * inside everything that clips or scrolls it, which is not enough: there the wallet's own window asks.
 */

type Look = NonNullable<Parameters<Window['attack']['add']>[2]>

const origin = 'http://meadow.localhost:4000'

const looks: Readonly<Record<string, Look>> = {
  'a frame with room for 24 px of the content': { box: 'height:200px' },
  'a frame that is 24 px high': { box: 'height:24px' },
  'a frame that is too narrow': { box: 'width:300px' },
  'cut off at 24 of 414 px': { box: 'height:414px', around: 'overflow:hidden;height:24px' },
  'cut off at 300 of 560 px': { around: 'overflow:hidden;height:300px' },
  'cut off at the side': { around: 'overflow:clip;width:100px' },
  'cut off by an ancestor’s clip-path': { around: 'clip-path:inset(60% 0 0 0)' },
  'scrolled away in a box': { box: 'margin-top:400px', around: 'overflow:auto;height:480px' },
  'beyond the edge of the screen': { around: 'position:absolute;left:-300px;top:1200px' },
}

/** What browsers without IntersectionObserver v2 do: no `isVisible`. */
const forgetVersion2 = () => void Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')

const frameOf = (page: Page, name: string): FrameLocator => page.frameLocator(`iframe[name="${name}"]`)
const add = (page: Page, name: string, url: string, look: Look = {}) =>
  page.evaluate(([frame, address, style]) => window.attack.add(frame, address, style), [name, url, look] as const)
const settled = (page: Page, key: string) => page.evaluate((id) => window.attack.settled(id), key)

/** A real press in the middle of the button, if that is where a user could press it. */
async function pressWhereSeen(page: Page, name: string): Promise<void> {
  const box = await frameOf(page, name).getByTestId('approve').boundingBox()
  if (!box) return
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const hit = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.getAttribute('name'), at)
  if (hit === name) await page.mouse.click(at.x, at.y)
}

test('error: nothing is approved of which a part cannot be seen', { tag: '@once' }, async ({ browser, server }) => {
  const page = await browser.newPage({ viewport: { width: 1_500, height: 2_600 } })
  await openMadDialog(page, server)
  const url = sdkUrl(server, origin)
  await add(page, 'main', url)
  const address = (await signIn(page, server, 'main')).eip155 ?? ''
  const names = Object.keys(looks)
  await Promise.all(names.map((name) => add(page, name, url, looks[name])))
  for (const name of names)
    await page.evaluate(([id, params]) => window.attack.begin(id, id, 'rpcRequest', params), [name, signing(address, name)] as const)
  for (const name of names) {
    const approve = frameOf(page, name).getByTestId('approve')
    await expect(frameOf(page, name).getByTestId('open-window'), name).toBeAttached({ timeout: 15_000 })
    await expect(approve, name).toHaveAttribute('aria-disabled', 'true')
    await pressWhereSeen(page, name)
  }
  for (const name of names) expect([name, await settled(page, name)]).toEqual([name, null])

  await test.step('with all of it on screen again the same approval counts', async () => {
    const [name = '', ...others] = names
    await page.locator(`iframe[name="${name}"]`).evaluate((element: HTMLElement) => {
      element.style.height = '560px'
    })
    const approve = frameOf(page, name).getByTestId('approve')
    await expect(frameOf(page, name).getByTestId('open-window')).toHaveCount(0)
    // The frame gets the focus first, which begins the time again.
    await frameOf(page, name).getByRole('heading').click()
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await expect(approve).toHaveAttribute('aria-disabled', 'false')
    await approve.click()
    const signed = await page.evaluate((id) => window.attack.outcome(id), name)
    expect(signed).toHaveProperty('value')
    // By now an earlier press that counted would have had its effect, too.
    for (const other of others) expect([other, await settled(page, other)]).toEqual([other, null])
  })
  await page.close()
})

test('error: a page that makes the dialog small, or moves it off the screen, gets no yes', { tag: ['@once', '@long'] }, async ({
  page,
  server,
  hosts,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await loginByEmail(page, server)
  const dialog = dialogOf(page)
  await dialog.closed()
  const address = ((await request(page, 'eth_accounts')).result as `0x${string}`[])[0] ?? '0x'
  const attacks = {
    low: ['height', '200px'],
    'moved away': ['translate', '0 -390px'],
    'cut off': ['clip-path', 'inset(0 0 60% 0)'],
  } as const
  const change = (property: string, value: string) =>
    page.locator('iframe[data-latchkey="dialog"]').evaluate(
      ({ style }: HTMLElement, [name, css]) => {
        const before = style.getPropertyValue(name)
        style.setProperty(name, css, 'important')
        return before
      },
      [property, value] as const,
    )
  const signing = request(page, 'personal_sign', ['0x48656c6c6f', address])
  await dialog.shows('ApproveTransaction')
  const approve = secureOf(page).getByTestId('approve')
  const elsewhere = secureOf(page).getByTestId('open-window')
  for (const [name, [property, value]] of Object.entries(attacks)) {
    await expect(approve, `before ${name}`).toHaveAttribute('aria-disabled', 'false')
    const before = await change(property, value)
    await expect(approve, name).toHaveAttribute('aria-disabled', 'true')
    await expect(elsewhere, name).toBeAttached()
    await change(property, before)
  }
  await expect(elsewhere).toHaveCount(0)
  await pressYes(approve)
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
})

test('error: in a browser that does not tell what covers a document, only the wallet’s own window asks', {
  tag: ['@once', '@long'],
}, async ({ page, server, hosts }) => {
  await page.addInitScript(forgetVersion2)
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await loginByEmail(page, server)
  await dialogOf(page).closed()
  const address = ((await request(page, 'eth_accounts')).result as `0x${string}`[])[0] ?? '0x'
  const signing = request(page, 'personal_sign', ['0x48656c6c6f', address])
  await dialogOf(page).shows('ApproveTransaction')
  const elsewhere = secureOf(page).getByTestId('open-window')
  await expect(elsewhere).toBeVisible()
  await expect(secureOf(page).getByTestId('approve')).toHaveCount(0)
  const [popup] = await Promise.all([page.waitForEvent('popup'), elsewhere.click()])
  const approve = popup.getByTestId('approve')
  await expect(approve).toHaveAttribute('aria-disabled', 'false')
  await pressLast(approve)
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
})
