import type { Page } from '@playwright/test'
import type {} from '../hosts/watch.ts'
import type { DialogDriver } from './dialog.ts'
import { expect } from './problems.ts'

/* The swap views, as a user goes through them. */

/** Quotes, transactions and their end take a few seconds on a busy machine. */
const longTimeout = { timeout: 30_000 }

/** Opens the dialog at the form. */
export async function openSwap(page: Page, dialog: DialogDriver): Promise<void> {
  void page.evaluate(() => void window.host.modal.open({ view: 'Swap' }))
  await dialog.shows('Swap')
}

export const amountField = (dialog: DialogDriver) => dialog.frame.getByRole('textbox', { name: 'You pay' })

/** Chooses a token on one of the sides by what is typed into the search. */
export async function chooseToken(dialog: DialogDriver, side: 'You pay' | 'You receive', query: string, row: RegExp): Promise<void> {
  await dialog.button(new RegExp(`^${side}: `)).click()
  await dialog.shows('SwapSelectToken')
  await dialog.frame.getByRole('searchbox', { name: 'Name or address' }).fill(query)
  await dialog.button(row).click()
  await dialog.shows('Swap')
}

export async function review(dialog: DialogDriver): Promise<void> {
  await expect(dialog.button('Review swap')).toBeEnabled(longTimeout)
  await dialog.button('Review swap').click(longTimeout)
  await dialog.shows('SwapPreview')
  await expect(dialog.text('At least')).toBeVisible(longTimeout)
}

/** What the review promises at least, in the token's smallest unit. */
export async function promised(dialog: DialogDriver, decimals: number): Promise<bigint> {
  const text = await dialog.frame.getByRole('definition').first().textContent()
  const [whole = '0', fraction = ''] = (text ?? '').replace(/[^\d.]/g, '').split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
