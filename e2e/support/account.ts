import type { Page } from '@playwright/test'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { type DialogDriver, dialogOf } from './dialog.ts'

/* The account on screen, as a user reads it. */

/** An account that nobody sent anything to. */
export const newAccount = () => mnemonicToAccount(generateMnemonic(english))

/** Opens the account of whoever is connected. */
export async function openAccount(page: Page): Promise<DialogDriver> {
  const dialog = dialogOf(page)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Account')
  return dialog
}

export const choose = (dialog: DialogDriver, tab: 'Tokens' | 'NFTs' | 'Activity') => dialog.frame.getByRole('tab', { name: tab }).click()
export const total = ({ main }: DialogDriver) => main.locator('[data-total]')
export const token = ({ main }: DialogDriver, text: RegExp) => main.locator('[data-token]').filter({ hasText: text })
/** Heading of a transfer's result; the amount is isolated in it, for sentences of the other direction. */
export const told = (dialog: DialogDriver, amount: string, what: string) => dialog.heading(`\u2066${amount}\u2069 ${what}`)
export const rows = ({ main }: DialogDriver, text: RegExp) => main.locator('[data-activity]').filter({ hasText: text })
