import { type Extension, type ExtensionOptions, installExtension } from '@latchkey/testkit/src/extensions/extension.ts'
import type { Page } from '@playwright/test'
import { recordVisit } from '../attacks/recorded.ts'
import type {} from '../hosts/watch.ts'
import { type DialogDriver, dialogOf } from './dialog.ts'
import { type Hosts, serveHosts } from './hosts.ts'
import { test as base, expect } from './problems.ts'
import { readServer, type Server } from './server.ts'

export { expect }

type WorkerFixtures = { readonly server: Server; readonly hosts: Hosts }
type TestFixtures = {
  /** What passes in the test that must be nowhere afterwards (`afterwards.spec.ts`). */
  readonly record: undefined
  /** Installs an extension; call it before the first `goto`. */
  readonly install: (options?: ExtensionOptions) => Promise<Extension>
  readonly dialog: DialogDriver
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      await use(readServer())
    },
    { scope: 'worker' },
  ],
  hosts: [
    async ({ server }, use) => {
      const hosts = await serveHosts(server)
      await use(hosts)
      await hosts.close()
    },
    { scope: 'worker' },
  ],
  record: [
    async ({ context, server }, use, testInfo) => {
      const visit = recordVisit(context, server)
      await use(undefined)
      await visit.write(testInfo)
    },
    { auto: true },
  ],
  install: async ({ context, server }, use) => {
    await use((options) => installExtension(context, server, options))
  },
  dialog: async ({ page }, use) => {
    await use(dialogOf(page))
  },
})

/** A request to the page's EIP-1193 provider: its result, or the code, message and data of what it threw. */
export function request(page: Pick<Page, 'evaluate'>, method: string, params: readonly unknown[] = []): Promise<RequestOutcome> {
  return page.evaluate(
    async ([name, list]) => {
      try {
        return { result: await window.host.modal.provider('eip155').request({ method: name, params: list }) }
      } catch (error) {
        const { code, message, data } = error as { code: number; message: string; data?: unknown }
        return { code, message, ...(data === undefined ? {} : { data }) }
      }
    },
    [method, params] as const,
  )
}
export type RequestOutcome = { readonly result?: unknown; readonly code?: number; readonly message?: string; readonly data?: unknown }

/** The modal's state, as the page sees it. */
export const stateOf = (page: Pick<Page, 'evaluate'>) => page.evaluate(() => window.host.modal.getState())

/** Waits until the page says it is connected. */
export const connected = (page: Pick<Page, 'evaluate'>) => expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('connected')

/** @returns waits until the page has heard from another document of the dialog than the one that it has now */
export async function nextReady(page: Page): Promise<() => Promise<void>> {
  const times = () => page.evaluate(() => window.host.seen.filter(({ name }) => name === 'ready').length)
  const before = await times()
  return () => expect.poll(times).toBeGreaterThan(before)
}

/** Opens a host page, and the dialog by the page's button. */
export async function openConnect(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialogOf(page).shows('Connect')
}

/** Opens a host page and connects a wallet through the dialog. */
export async function openConnected(page: Page, url: string, wallet = 'Harbor'): Promise<void> {
  await openConnect(page, url)
  await dialogOf(page).choose(wallet)
  await connected(page)
  await dialogOf(page).closed()
}
