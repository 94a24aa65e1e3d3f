import { expect, test } from './support/test.ts'

/* Keys go where the focus is seen. */

test('behavior: who presses into a field as soon as the dialog is there, and types, types into it @once', async ({ browser, hosts }) => {
  // In Chromium it was about one visit of ten, while the machine was busy: page and frame each had the focus.
  for (let visit = 0; visit < (process.env.LATCHKEY_LONG ? 12 : 4); visit += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(hosts.url('meadow', 'script'))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const field = page.frameLocator('iframe[data-latchkey="dialog"]').getByLabel('Email', { exact: true })
    await field.click()
    await page.keyboard.type('mira')
    await expect(field, `visit ${visit + 1}`).toHaveValue('mira')
    await context.close()
  }
})

test('behavior: on a phone the field that is typed into stays above the keyboard, which lies over the page @once', async ({
  browser,
  hosts,
}) => {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 }, hasTouch: true })
  const page = await context.newPage()
  // No browser shows a keyboard to a test: this is how the page hears of one.
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { height: innerHeight, scale: 1, offsetTop: 0 })
    Object.defineProperty(window, 'visualViewport', { value: view })
  })
  const keyboard = (height: number) =>
    page.evaluate((px) => {
      Object.assign(window.visualViewport as object, { height: innerHeight - px })
      window.visualViewport?.dispatchEvent(new Event('resize'))
    }, height)
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).tap()
  const dialog = page.frameLocator('iframe[data-latchkey="dialog"]')
  const field = dialog.getByLabel('Email', { exact: true })
  await field.tap()
  await keyboard(420)
  const bottom = async (name: string) => {
    const box = await dialog.locator(name).first().boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  await expect.poll(() => bottom('.card')).toBeLessThanOrEqual(380)
  await expect.poll(() => bottom('input:focus')).toBeLessThanOrEqual(380)
  await page.keyboard.type('mira@meadow.example')
  await page.keyboard.press('Enter')
  await expect(dialog.locator('main[data-view="EmailVerifyDevice"]')).toBeVisible()
  await keyboard(0)
  await expect.poll(() => bottom('.card')).toBe(800)
  await context.close()
})
