import { expect, type Page } from '@playwright/test'

export type Look = {
  readonly theme?: 'light' | 'dark' | 'contrast' | 'contrast-dark'
  readonly locale?: string
  /** Text at this percentage of its size. */
  readonly zoom?: number
}

type Views = { readonly names: readonly string[]; draw(wanted: object): Promise<void> }
type ViewsWindow = { readonly latchkeyViews: Views }

/** Draws a view in a state, from nothing, in a document that {@link openViews} opened. */
export async function draw(page: Page, state: string, { theme = 'light', locale = 'en', zoom = 100 }: Look = {}): Promise<void> {
  await page.evaluate((wanted) => (window as unknown as ViewsWindow).latchkeyViews.draw(wanted), { state, theme, locale, zoom })
  await expect(page.locator('main h1')).not.toBeEmpty()
}

/** Opens the document that draws any view. @returns the names of all states */
export async function openViews(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url)
  await page.waitForFunction(() => 'latchkeyViews' in window)
  return page.evaluate(() => (window as unknown as ViewsWindow).latchkeyViews.names)
}
