import { expect, type Page } from '@playwright/test'
import { dialogOf } from './dialog.ts'

/** Presses a provider's button in the Connect view, wherever it is. @returns the window that the press opened */
export async function openProvider(page: Page, name: string): Promise<Page> {
  const dialog = dialogOf(page)
  await dialog.shows('Connect')
  const button = dialog.button(`Continue with ${name}`)
  const more = dialog.button('More ways to sign in')
  await expect(button.or(more).first()).toBeVisible()
  if (!(await button.isVisible())) await more.click()
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  return popup
}

/** Says who one is on the page that plays the provider. */
export async function answerProvider(popup: Page, name: string, decision: 'Approve' | 'Deny' = 'Approve'): Promise<void> {
  await popup.getByLabel('Name').fill(name)
  await popup.getByRole('button', { name: decision }).click()
}

/** A name that nobody used before. */
export const newName = () => `mira-${crypto.randomUUID().slice(0, 8)}`
