import type { Page } from '@playwright/test'
import { test as base } from '../support/problems.ts'
import { serveLab } from './server.ts'

type Lab = Awaited<ReturnType<typeof serveLab>> & {
  /** A page with a frame and no Bridge yet. */
  open(frame?: string, host?: string): Promise<void>
  openConnected(): Promise<void>
  /** URL of a frame that talks to `host` and to nobody else. */
  frameUrl(host?: string): string
  reloadFrame(): Promise<void>
  call(method: string, params?: unknown, timeout?: number | null): Promise<unknown>
  /** Errors that some document did not handle. */
  readonly errors: Error[]
}

/** What a failed call of these tests looks like. */
export const failed = (code: number, message?: string) => ({ error: message ? { code, message } : { code } })

function createLab(page: Page, server: Awaited<ReturnType<typeof serveLab>>): Lab {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const frameUrl = (host = 'page') => `${server.origin('frame')}/frame?origin=${encodeURIComponent(server.origin(host))}`
  const open = async (frame = frameUrl(), host = 'page') => {
    await page.goto(`${server.origin(host)}/page`)
    await page.waitForFunction(() => Boolean(window.lab))
    await page.evaluate((url) => window.lab.addFrame(url), frame)
  }
  return {
    ...server,
    errors,
    frameUrl,
    open,
    async openConnected() {
      await open()
      await page.evaluate((origin) => window.lab.connect(origin), server.origin('frame'))
      const ready = await page.evaluate(() => window.lab.ready())
      if ('error' in ready) throw new Error(`not connected: ${ready.error.message}`)
    },
    reloadFrame: () =>
      page.evaluate((url) => {
        const { frame } = window.lab
        if (frame) frame.src = url
      }, frameUrl()),
    call: (method, params, timeout) =>
      page.evaluate((args) => window.lab.call(args.method as 'echo', args.params, args.timeout), { method, params, timeout }),
  }
}

/** `test` with the pages of these tests: one server per worker, one page per test. */
export const test = base.extend<{ lab: Lab }, { labServer: Awaited<ReturnType<typeof serveLab>> }>({
  labServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names off this pattern.
    async ({}, use) => {
      const server = await serveLab()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  lab: async ({ page, labServer }, use) => use(createLab(page, labServer)),
})
export { expect } from '../support/problems.ts'
