import type { ViewName } from '@latchkey/protocol'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The dialog as a user meets it, inside its frame. */
export type DialogDriver = {
  readonly frame: FrameLocator
  readonly main: Locator
  /** Waits until a view is on screen. */
  shows(view: ViewName): Promise<void>
  /** Waits until it is off the screen. */
  closed(): Promise<void>
  wallet(name: string): Locator
  button(name: string | RegExp): Locator
  heading(name: string | RegExp): Locator
  text(text: string | RegExp): Locator
  /** Chooses a wallet in the Connect view. */
  choose(name: string): Promise<void>
}

/** Drives the dialog of a page. */
export function dialogOf(page: Page, index = 0): DialogDriver {
  const element = page.locator('iframe[data-latchkey="dialog"]').nth(index)
  const frame = page.frameLocator('iframe[data-latchkey="dialog"]').nth(index)
  const main = frame.locator('main[data-view]')
  const wallet = (name: string) => frame.getByRole('button', { name: new RegExp(`^${name}`) })
  const shows = async (view: ViewName) => {
    await expect(element).toBeVisible()
    await expect(frame.locator(`main[data-view="${view}"]`)).toBeVisible()
  }
  return {
    frame,
    main,
    shows,
    closed: () => expect(element).toBeHidden(),
    wallet,
    button: (name) => frame.getByRole('button', { name }),
    heading: (name) => frame.getByRole('heading', { name }),
    // Not the live region, which says the same to a screen reader.
    text: (text) => main.getByText(text),
    async choose(name) {
      await shows('Connect')
      await wallet(name).click()
    },
  }
}
