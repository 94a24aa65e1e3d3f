import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { dialogOf } from './dialog.ts'
import { mailed, newAddress } from './mail.ts'
import type { Server } from './server.ts'

/** The secure frame, inside the dialog of a page. */
export const secureOf = (page: Page): FrameLocator => dialogOf(page).frame.frameLocator('iframe[data-latchkey="secure"]')

/** Presses a button that says yes, as soon as it can be pressed. */
export async function pressYes(button: Locator, options: { readonly timeout?: number } = {}): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'false', { timeout: 20_000, ...options })
  await button.click(options)
}

/** Presses the button that ends its window, which may be gone before the press is over. */
export async function pressLast(button: Locator): Promise<void> {
  const press = button.click().catch((error: Error) => {
    if (!error.message.includes('closed')) throw error
  })
  await Promise.all([button.page().waitForEvent('close'), press])
}

/**
 * Says yes to whatever the embedded wallet asks until something is on screen. Other wallets ask nothing here, and have it on screen sooner or later.
 *
 * @returns the headings of what it asked, each once
 */
export async function agreeUntil(page: Page, seen: Locator, options: { readonly timeout: number }): Promise<readonly string[]> {
  const secure = secureOf(page)
  const yes = secure.locator('button[aria-disabled="false"]').filter({ hasText: /^(?:Allow|Confirm|Sign)$/ })
  const asked = new Set<string>()
  const isSeen = async () => {
    if (await yes.isVisible()) {
      asked.add((await secure.getByRole('heading').first().textContent()) ?? '')
      await yes.click()
    }
    return seen.isVisible()
  }
  await expect.poll(isSeen, options).toBe(true)
  return [...asked]
}

/** Confirms a new device on the page behind the mailed link, in a tab of its own, as a user would. */
export async function confirmDevice(page: Page, server: Server, address: string, number: string): Promise<void> {
  const link = await mailed(server, address, /(http:\/\/secure\.[\w.]*localhost:\d+\/verify#\S+)/)
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: number, exact: true }).click()
  await expect(tab.locator('main[data-state="approved"]')).toBeVisible()
  await tab.close()
}

/**
 * Signs in by e-mail through the dialog's views, on a device that nobody has seen: link, number, code.
 *
 * @param sent happens when the mail is sent and the dialog shows the number
 * @returns the address that was used
 */
export async function loginByEmail(
  page: Page,
  server: Server,
  address: string = newAddress(),
  sent: () => Promise<void> = async () => {},
): Promise<string> {
  const dialog = dialogOf(page)
  await dialog.shows('Connect')
  return loginInto(dialog.frame, page, server, address, sent)
}

/**
 * The same in a dialog that is anywhere: in a frame, or a window of its own.
 *
 * @param dialog its document
 * @param page of the browser in which the mailed link is opened
 */
export async function loginInto(
  dialog: Pick<FrameLocator, 'getByRole' | 'getByText' | 'locator'> | Page,
  page: Page,
  server: Server,
  address: string = newAddress(),
  sent: () => Promise<void> = async () => {},
): Promise<string> {
  await dialog.getByRole('textbox', { name: 'Email' }).fill(address)
  await dialog.getByRole('textbox', { name: 'Email' }).press('Enter')
  const number = dialog.locator('.pick b')
  const again = dialog.getByRole('button', { name: 'Continue', exact: true })
  await expect(number.or(dialog.getByText('Too soon for another email'))).toBeVisible()
  // This device had a mail less than 30 s ago.
  if (!(await number.isVisible())) {
    await expect(again).toBeVisible({ timeout: 35_000 })
    await again.click()
    await expect(number).toBeVisible()
  }
  await sent()
  await confirmDevice(page, server, address, (await number.textContent())?.trim() ?? '')
  await expect(dialog.getByText('Enter the code')).toBeVisible({ timeout: 15_000 })
  const code = await mailed(server, address, /\b(\d{6})\b/)
  await dialog.getByRole('textbox').first().fill(code)
  return address
}
