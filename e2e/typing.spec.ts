import { expect, test } from './support/test.ts'

/* Keys go where the focus is seen. */

test('behavior: who presses into a field as soon as the dialog is there, and types, types into it @once', async ({ browser, hosts }) => {
  // In Chromium it was about one visit of ten, while the machine was busy: page and frame each had the focus.
  for (let visit = 0; visit < 12; visit += 1) {
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
