import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../support/browser.ts'
import { watchProblems } from '../support/problems.ts'
import type { Engine, FramePath, PointerStep, StartEngine, Tab } from './driver.ts'

/* Chromium by Playwright. Its contexts are private windows, unless there is a folder for what it keeps. */

async function perform(page: Page, step: PointerStep): Promise<void> {
  if (step === 'down') return page.mouse.down()
  if (step === 'up') return page.mouse.up()
  if ('wait' in step) return page.waitForTimeout(step.wait)
  if ('type' in step) return page.keyboard.type(step.type)
  return page.mouse.move(step.move.x, step.move.y)
}

/** What a window has around its page, in CSS px, and more: less would cut off what the page's frames hear of the pointer (docs/browsers.md). */
const around = 200

/**
 * Gives the window of a page a size. Tabs share it, and each new one makes it as large as its own viewport: a page whose viewport is played by the browser's
 * tools keeps its size then, but its frames hear of the pointer only as far down as the window reaches.
 */
async function sizeWindow(page: Page, bounds: { readonly width: number; readonly height: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds })
  await session.detach()
}

function tabOf(page: Page): Tab {
  async function documentOf(frames: FramePath) {
    let frame = page.mainFrame()
    for (const selector of frames) {
      const inner = await (await frame.$(selector))?.contentFrame()
      if (!inner) throw new Error(`There is no frame ${selector}.`)
      frame = inner
    }
    return frame
  }
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    url: async () => page.url(),
    evaluate: async (frames, work, argument) => (await documentOf(frames)).evaluate(work as never, argument),
    async pointer(steps) {
      for (const step of steps) await perform(page, step)
    },
    async type(_frames, text) {
      if (typeof text === 'string') return page.keyboard.type(text)
      for (const key of text) await page.keyboard.press(key)
    },
    screenshot: () => page.screenshot(),
    async resize(width, height) {
      if (page.viewportSize()) return page.setViewportSize({ width, height })
      // Without a viewport that is played, the page is what the window leaves. It has nothing beside the page, whatever `outerWidth` says of a narrow one.
      const bars = await page.evaluate(() => outerHeight - innerHeight)
      await sizeWindow(page, { width, height: height + bars })
      await page.waitForFunction(([wide, high]) => innerWidth === wide && innerHeight === high, [width, height] as const)
    },
    async toFront() {
      await page.bringToFront()
      const size = page.viewportSize()
      if (size) await sizeWindow(page, { width: size.width, height: size.height + around })
    },
    isClosed: async () => page.isClosed(),
    close: () => page.close(),
  }
}

/** Starts Chromium without windows. */
export const startChromium: StartEngine = async ({ storage, profile, userAgent, realWindow = false }) => {
  // What users have. The bench takes the one that draws no pages of its own while it measures.
  const which = process.env.LATCHKEY_BENCH ? 'quick' : 'chosen'
  const launch = { headless: true, ...(await launchOptions(storage === 'denied' ? 'denied' : 'partitioned', which)) }
  // A phone says so twice: Chromium's pages read `userAgentData`, too.
  const isMobile = /Mobile/.test(userAgent ?? '')
  const look = { viewport: realWindow ? null : { width: 1280, height: 800 }, ...(userAgent ? { userAgent, isMobile } : {}) }
  const context = profile
    ? await chromium.launchPersistentContext(profile, { ...launch, ...look })
    : await (await chromium.launch(launch)).newContext(look)
  const browser = context.browser()
  if (!browser) throw new Error('Chromium has gone.')
  const problems = watchProblems(context)
  const known = new Map<Page, Tab>()
  const tabFor = (page: Page) => {
    const tab = known.get(page) ?? tabOf(page)
    known.set(page, tab)
    return tab
  }
  if (context.pages().length === 0) await context.newPage()
  const engine: Engine = {
    name: 'chromium',
    version: browser.version(),
    problems: () => problems,
    rest: 0,
    async memory() {
      const [page] = context.pages()
      if (!page) throw new Error('The browser has no tab.')
      // Each site has a process of its own.
      let bytes = 0
      for (const frame of page.frames()) {
        const session = await context.newCDPSession(frame.parentFrame() ? frame : page).catch(() => undefined)
        if (!session) continue
        await session.send('HeapProfiler.collectGarbage')
        bytes += (await session.send('Runtime.getHeapUsage')).usedSize
        await session.detach()
      }
      return bytes
    },
    tabs: async () => context.pages().map(tabFor),
    newTab: async () => tabFor(await context.newPage()),
    async close() {
      await context.close()
      await browser.close()
    },
  }
  return engine
}
