import type { Page } from '@playwright/test'
import { expect, test } from './support/problems.ts'
import { serveViews } from './support/viewServer.ts'
import { draw, openViews } from './support/views.ts'

/** What the dialog does under a user's hands, without a page around it: focus, keys, copying, motion. */

let url = ''
let stop: () => Promise<void> = async () => {}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const served = await serveViews()
  url = served.url
  stop = served.stop
})
test.afterAll(async () => stop())
test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 720 })
  await openViews(page, url)
})

const view = (page: Page) => page.locator('main').getAttribute('data-view')
const wallet = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

test('behavior: focus goes to the new heading, and back to the row that was left', async ({ page }) => {
  await draw(page, 'connect-rows')
  await wallet(page, 'Fable').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fable' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(wallet(page, 'Fable')).toBeFocused()
  expect(await view(page)).toBe('Connect')
})

test('behavior: Tab goes round inside the dialog, both ways', async ({ page }) => {
  await draw(page, 'connect-rows')
  await page.getByRole('button', { name: 'Get one' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Get one' })).toBeFocused()
})

test('behavior: typing starts a search, Escape empties it first and leaves then', async ({ page }) => {
  await draw(page, 'networks-many')
  await page.keyboard.type('base')
  const search = page.getByRole('searchbox', { name: 'Search networks' })
  await expect(search).toHaveValue('base')
  await expect(page.getByRole('list', { name: 'Networks' }).getByRole('button')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  expect(await view(page)).toBe('Networks')
  await page.keyboard.press('Escape')
  await expect(page.locator('main')).toHaveAttribute('data-view', 'Account')
})

test('behavior: Alt and left arrow go back, and never close', async ({ page }) => {
  await draw(page, 'what-is-a-wallet')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.locator('main')).toHaveAttribute('data-view', 'Connect')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
  expect(await view(page)).toBe('Connect')
})

test('behavior: without consent a choice leads to the check box, and its tick goes on to the wallet', async ({ page }) => {
  await draw(page, 'connect-terms')
  await wallet(page, 'Harbor').click()
  await expect(page.getByRole('checkbox')).toBeFocused()
  await expect(page.getByText('Please accept the terms first').first()).toBeVisible()
  expect(await view(page)).toBe('Connect')
  await page.keyboard.press('Space')
  await expect(page.locator('main')).toHaveAttribute('data-view', 'ConnectingExternal')
})

test('behavior: the tick after copying means that the clipboard has it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await draw(page, 'account-ready')
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(page.locator('.copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0x8f3a4B7c2e9D1a5F60c8b3E47d92f1A06b5cC41d')
})

test('error: a closed clipboard gives the address in a field, selected, and no tick', async ({ page }) => {
  await draw(page, 'account-ready')
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('denied')) } }),
  )
  await page.getByRole('button', { name: 'Copy address' }).click()
  const field = page.getByRole('textbox', { name: 'Your address, select and copy' })
  await expect(field).toBeFocused()
  await expect(page.locator('.copied')).toHaveCount(0)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('0x8f3a4B7c2e9D1a5F60c8b3E47d92f1A06b5cC41d')
})

test('behavior: where closing is refused there is no Close, and trying shakes', async ({ page }) => {
  await draw(page, 'connect-required')
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
  // It is short: on a busy machine it would be over before anybody looks.
  const shaking = page.evaluate(
    () =>
      new Promise<boolean>((resolve) =>
        addEventListener('animationstart', ({ target }) => resolve((target as Element).matches('.is-shaking')), { once: true }),
      ),
  )
  await page.keyboard.press('Escape')
  expect(await shaking).toBe(true)
  await expect(page.locator('.is-shaking')).toHaveCount(0)
  expect(await view(page)).toBe('Connect')
})

test('behavior: the wallet icon flies to its new place, and nothing of the flight is left', async ({ page, context }) => {
  await draw(page, 'connect-rows')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Animation.enable')
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
  await wallet(page, 'Harbor').click()
  await expect(page.locator('.traveller')).toHaveCount(1)
  await expect(page.locator('.ghost')).toHaveAttribute('inert', '')
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await expect(page.locator('.traveller, .ghost, .title-ghost')).toHaveCount(0)
  await expect(page.locator('.ring [data-shared-icon]')).toBeVisible()
})

test('behavior: collapsed wallets come with one tap, and the first of them has the focus', async ({ page }) => {
  await draw(page, 'connect-collapsed')
  await expect(wallet(page, 'Harbor')).toHaveCount(0)
  await wallet(page, 'Continue with a wallet').press('Enter')
  await expect(wallet(page, 'WalletConnect')).toBeFocused()
  await expect(wallet(page, 'Harbor')).toBeVisible()
})

test('behavior: who wants less motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await draw(page, 'connect-rows')
  await wallet(page, 'Harbor').click()
  await expect(page.locator('main')).toHaveAttribute('data-view', 'ConnectingExternal')
  expect(await page.locator('.traveller, .ghost').count()).toBe(0)
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes().flatMap(({ transform }) => transform ?? [])),
  )
  expect(moving.filter((transform) => transform !== 'none')).toEqual([])
})

/** What of an element's words is cut, and on how many lines they stand. */
const laidOut = (element: Element) => {
  const { lineHeight } = getComputedStyle(element)
  const { height } = element.getBoundingClientRect()
  return {
    cut: element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
    lines: Math.round(height / Number.parseFloat(lineHeight)),
  }
}

test('behavior: a title is whole, on one line where there is room and on two where there is not', async ({ page }) => {
  for (const width of [320, 360, 480]) {
    await page.setViewportSize({ width, height: 720 })
    for (const [state, lines] of [
      ['connect-rows', 1],
      ['connect-long', 2],
    ] as const) {
      await draw(page, state)
      const title = page.getByRole('heading', { level: 1 })
      await expect(title).toContainText('Connect to')
      await expect.poll(() => title.evaluate(laidOut), `${state} at ${width}`).toEqual({ cut: false, lines })
    }
  }
})

test('error: a history that was empty, and is not known any more, is not said to be empty', async ({ page }) => {
  await draw(page, 'activity-empty')
  await expect(page.getByText('Nothing yet')).toBeVisible()
  await draw(page, 'activity-old-empty')
  await expect(page.getByText('Activity isn’t available right now')).toBeVisible()
  await expect(page.getByText(/^The history of .+ isn’t answering\.$/)).toBeVisible()
  await expect(page.getByText('Nothing yet')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('behavior: a history whose past is still being searched is neither whole nor empty', async ({ page }) => {
  const searching = page.getByRole('status').filter({ hasText: 'What was before is still being looked for.' })
  await draw(page, 'activity-searching')
  await expect(searching).toBeVisible()
  await expect(page.getByText('That’s everything')).toHaveCount(0)
  await draw(page, 'activity-searching-empty')
  await expect(searching).toBeVisible()
  await expect(page.getByText('Nothing yet')).toHaveCount(0)
  await draw(page, 'activity-ready')
  await expect(page.getByText('That’s everything')).toBeVisible()
  await expect(searching).toHaveCount(0)
})

test('behavior: every balance of Your wallets stands beside its name, the active one’s too', async ({ page }) => {
  /** Whether an amount is on the line of the name before it, and on no other. */
  const beside = (amount: Element) => {
    const name = amount.closest('.name')?.querySelector('bdi')?.getBoundingClientRect()
    const { top, bottom } = amount.getBoundingClientRect()
    return { lines: amount.getClientRects().length, beside: !!name && top < name.bottom && bottom > name.top }
  }
  for (const width of [360, 480]) {
    await page.setViewportSize({ width, height: 720 })
    await draw(page, 'profile-several')
    await expect(page.locator('[aria-current] .amount bdi').first()).toBeVisible()
    for (const amount of await page.locator('.amount bdi').all())
      expect(await amount.evaluate(beside), `${await amount.textContent()} at ${width}`).toEqual({ lines: 1, beside: true })
  }
})
