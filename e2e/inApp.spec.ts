import { findings } from './support/axe.ts'
import { offeredSocials, providerButton } from './support/social.ts'
import { expect, test } from './support/test.ts'

/* The browser inside of an app that is no wallet: no windows, no passkeys, and Google refuses it. */

test.use({
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 380.0.0.28.84 (iPhone16,1)',
  viewport: { width: 390, height: 700 },
})

test('behavior: Instagram’s browser is named, with what does not work in it and the link to copy; a provider opens in the page’s tab @once', async ({
  page,
  context,
  hosts,
  dialog,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const url = hosts.url('meadow', 'script')
  await page.goto(`${url}?basket=3#secret`)
  void page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Connect')
  await expect(dialog.main.getByText('You’re in Instagram’s browser')).toBeVisible()
  // The server's answer says which there are.
  await expect.poll(() => offeredSocials(page)).toContain('GitHub')
  expect(await offeredSocials(page)).not.toContain('Google')
  await dialog.button('Copy the link').click()
  await expect(dialog.button('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  expect(await findings(page, ['iframe[data-latchkey="dialog"]', 'main'])).toEqual([])
  await (await providerButton(page, 'GitHub')).click()
  await expect(dialog.heading('GitHub opens in this tab')).toBeVisible()
  expect(context.pages()).toHaveLength(1)
})
