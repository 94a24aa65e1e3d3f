import type { Modal, ModalEvents } from '@latchkey/sdk'
import type { Page } from '@playwright/test'
import { test as base } from '../support/problems.ts'
import { type Lab, serveLab } from './server.ts'
import type { TestWallet } from './wallet.ts'

export type Host = {
  readonly errors: string[]
  goto(options?: { label?: string; project?: string; script?: string; head?: string; preload?: 'default' }): Promise<void>
  /** Starts `Modal.open()`; its outcome is read by {@link outcome}. */
  open(options?: { view?: 'Networks' }): Promise<void>
  outcome(): Promise<unknown>
}

declare global {
  interface Window {
    Modal: Modal & { createModal(options: object): Modal }
    wallet: TestWallet
    opening: Promise<unknown>
    notes: unknown[]
  }
}

/** `test` with the built script on real pages, against a dialog small enough to misbehave on purpose. */
export const test = base.extend<{ host: Host }, { lab: Lab }>({
  lab: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names off this pattern.
    async ({}, use) => {
      const lab = await serveLab()
      await use(lab)
      await lab.close()
    },
    { scope: 'worker' },
  ],
  host: async ({ page, lab }, use) => {
    const errors: string[] = []
    lab.dialog = 'answers'
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && lab.dialog === 'answers' && errors.push(message.text()))
    await use({
      errors,
      async goto({ label = 'app', ...query } = {}) {
        await page.goto(`${lab.origin(label)}/?${new URLSearchParams(query)}`)
        await page.waitForFunction(() => 'wallet' in window && 'Modal' in window)
      },
      open: (options) =>
        page.evaluate((value) => {
          const settle = ({ code, message, data, name }: ModalEvents['error']) => ({ name, code, message, data })
          window.opening = window.Modal.open(value).then((session) => session, settle)
        }, options),
      outcome: () => page.evaluate(async () => await window.opening),
    })
  },
})

export const frame = (page: Page) => page.frameLocator('iframe[data-latchkey="dialog"]')
export const iframe = (page: Page) => page.locator('iframe[data-latchkey="dialog"]')
export const calls = (page: Page) =>
  frame(page)
    .locator('main')
    .evaluate(() => (window as unknown as { calls: [string, unknown][] }).calls)

/** Connects the test wallet through the dialog. */
export async function connect(page: Page, host: Host) {
  await host.open()
  await frame(page).getByRole('button', { name: 'Test wallet' }).click()
  return host.outcome()
}
/** Asks the provider; an error comes back as its parts. */
export const request = (page: Page, method: string, params?: unknown) =>
  page.evaluate(
    (args) =>
      window.Modal.provider('eip155')
        .request(args)
        .catch(({ code, message, data }) => ({ code, message, data })),
    params === undefined ? { method } : { method, params },
  )

export { expect } from '../support/problems.ts'
