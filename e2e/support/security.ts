import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { dialogOf } from './dialog.ts'
import { secureOf } from './login.ts'

/**
 * Presses the card's own button in the secure frame, which opens the wallet's window.
 *
 * @param before what happens on the card first
 */
export async function pressCard(page: Page, before: (card: Locator) => Promise<void> = async () => {}): Promise<Page> {
  await dialogOf(page).shows('ApproveTransaction')
  const card = secureOf(page).locator('[data-surface="security"]')
  await before(card)
  const [popup] = await Promise.all([page.waitForEvent('popup'), card.getByTestId('open-window').click()])
  return popup
}

/** Opens the window for keys and custody from the wallet's settings, as a user does. */
export async function openSecurity(page: Page, before?: (card: Locator) => Promise<void>): Promise<Page> {
  void page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
  const dialog = dialogOf(page)
  await dialog.shows('AccountSettings')
  await dialog.button(/^Keys and security/).click()
  const popup = await pressCard(page, before)
  await onPage(popup, 'home')
  return popup
}

/** Waits until the window shows a page of its own. */
export const onPage = (popup: Page, name: string) => expect(popup.locator(`main[data-page="${name}"]:visible`)).toBeVisible()

/** Waits until the window shows a page of its own, on which axe finds nothing and nothing is wider than the window. */
export async function sound(popup: Page, name: string): Promise<void> {
  await onPage(popup, name)
  const { violations } = await new AxeBuilder({ page: popup }).setLegacyMode(true).analyze()
  expect(violations.map(({ id, nodes }) => [name, id, nodes.map(({ html }) => html)])).toEqual([])
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect([name, await popup.evaluate(overflow)]).toEqual([name, 0])
}

/** Makes a recovery code in the window and types it back. @param look waits for each page @returns the code */
export async function makeCode(popup: Page, look: typeof onPage | typeof sound = onPage): Promise<string> {
  await popup.getByRole('button', { name: /^Recovery code/ }).click()
  await popup.getByRole('button', { name: /^Make a (recovery code|new one)/ }).click()
  const groups = popup.getByTestId('recovery-code').getByRole('listitem')
  await expect(groups).toHaveCount(9)
  const code = (await groups.allTextContents()).join('-')
  await look(popup, 'code-shown')
  await popup.getByRole('button', { name: 'I’ve written it down' }).click()
  await look(popup, 'code-typing')
  await popup.getByLabel('Recovery code').fill(code.toLowerCase())
  await popup.getByRole('button', { name: 'Check the code' }).click()
  await look(popup, 'code-done')
  await popup.getByRole('button', { name: 'Done' }).click()
  await onPage(popup, 'home')
  return code
}

/** To "only you", in the window. */
export async function takeCustody(popup: Page, look: typeof onPage | typeof sound = onPage): Promise<void> {
  await popup.getByRole('button', { name: /^Only you/ }).click()
  await popup.getByRole('checkbox').check()
  await popup.getByRole('button', { name: 'Make it only mine' }).click()
  await look(popup, 'onlyYou-done')
  await popup.getByRole('button', { name: 'Done' }).click()
  await onPage(popup, 'home')
}

/**
 * A platform authenticator of a window, with WebAuthn's PRF.
 *
 * @param isUserVerified whether it finds that the user is its own
 * @returns takes it away
 */
export async function addAuthenticator(popup: Page, isUserVerified: boolean): Promise<() => Promise<unknown>> {
  const cdp = await popup.context().newCDPSession(popup)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
      hasPrf: true,
    },
  })
  return () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

/**
 * An authenticator belongs to one window, and the wallet's own has no name: from the page's next document on it has one, so that later frames open the
 * same window again.
 *
 * @param blocked how many times the browser blocks the window first
 */
export async function inOneWindow(page: Page, blocked = 0): Promise<void> {
  await page.addInitScript((times) => {
    const open = window.open.bind(window)
    let left = times
    window.open = (url, target, features) => {
      if (url !== '/security') return open(url, target, features)
      if (left === 0) return open(url, 'one-window', features)
      left -= 1
      return null
    }
  }, blocked)
}

/** What a user does who clears the data of all sites: nothing that this device knew is left. */
export async function forgetEverything(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      try {
        localStorage.clear()
        for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
      } catch {
        // A frame whose storage is denied has nothing to forget.
      }
    })
}

/** As the window is for somebody who comes later than they signed in. @returns brings its clock back */
export async function later(popup: Page, milliseconds: number): Promise<() => Promise<void>> {
  await popup.evaluate((ahead) => {
    const now = Date.now.bind(Date)
    Object.assign(Date, { now: () => now() + ahead, back: () => Object.assign(Date, { now }) })
  }, milliseconds)
  return () => popup.evaluate(() => void (Date as typeof Date & { back(): void }).back())
}
