import { expect, type Page } from '@playwright/test'
import { dialogOf } from './dialog.ts'
import { secureOf } from './login.ts'

/** Presses the card's own button in the secure frame, which opens the wallet's window. */
export async function pressCard(page: Page): Promise<Page> {
  await dialogOf(page).shows('ApproveTransaction')
  const card = secureOf(page).locator('[data-surface="security"]')
  const [popup] = await Promise.all([page.waitForEvent('popup'), card.getByTestId('open-window').click()])
  return popup
}

/** Opens the window for keys and custody from the wallet's settings, as a person does. */
export async function openSecurity(page: Page): Promise<Page> {
  void page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
  const dialog = dialogOf(page)
  await dialog.shows('AccountSettings')
  await dialog.button(/^Keys and security/).click()
  const popup = await pressCard(page)
  await onPage(popup, 'home')
  return popup
}

/** Waits until the window shows a page of its own. */
export const onPage = (popup: Page, name: string) => expect(popup.locator(`main[data-page="${name}"]:visible`)).toBeVisible()

/** Makes a recovery code in the window and types it back. @returns the code */
export async function makeCode(popup: Page): Promise<string> {
  await popup.getByRole('button', { name: /^Recovery code/ }).click()
  await popup.getByRole('button', { name: 'Make a recovery code' }).click()
  const groups = popup.getByTestId('recovery-code').getByRole('listitem')
  await expect(groups).toHaveCount(9)
  const code = (await groups.allTextContents()).join('-')
  await popup.getByRole('button', { name: 'I’ve written it down' }).click()
  await popup.getByLabel('Recovery code').fill(code.toLowerCase())
  await popup.getByRole('button', { name: 'Check the code' }).click()
  await onPage(popup, 'code-done')
  await popup.getByRole('button', { name: 'Done' }).click()
  await onPage(popup, 'home')
  return code
}

/** To "only you", in the window. */
export async function takeCustody(popup: Page): Promise<void> {
  await popup.getByRole('button', { name: /^Only you/ }).click()
  await popup.getByRole('checkbox').check()
  await popup.getByRole('button', { name: 'Make it only mine' }).click()
  await onPage(popup, 'onlyYou-done')
  await popup.getByRole('button', { name: 'Done' }).click()
  await onPage(popup, 'home')
}
