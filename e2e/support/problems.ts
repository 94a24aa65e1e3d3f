import type { Browser, BrowserContext } from '@playwright/test'
import { test as base, expect } from '@playwright/test'

export { expect }

/** Everything that a developer would see in red or yellow, in every page, frame and worker of a context. */
export function watchProblems(context: BrowserContext, problems: string[] = []): readonly string[] {
  context.on('console', (message) => {
    // Chromium with windows asks for it where a document names no icon, and says so when there is none.
    if (message.location().url.endsWith('/favicon.ico')) return
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`${message.type()}: ${message.text()}`)
  })
  // Promises that nobody handled are among them.
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`))
  return problems
}

/** Watches the contexts that a test makes for itself, too. @returns stop */
function watchNewContexts(browser: Browser, problems: string[]): () => void {
  const { newContext } = browser
  browser.newContext = async (...args) => {
    const context = await newContext.apply(browser, args)
    watchProblems(context, problems)
    return context
  }
  return () => {
    browser.newContext = newContext
  }
}

type ProblemFixtures = {
  /** Every console error, warning and uncaught error since the test began. */
  readonly problems: readonly string[]
  /** Names problems, whole, that this test leads to on purpose: any other one fails it. */
  readonly expectProblems: (...texts: readonly string[]) => void
  readonly expectedProblems: Set<string>
  /** The console lines of ours, which say what a page's developer did wrong. A test that takes them says which ones come: they are no problems then. */
  readonly lines: readonly string[]
}

/** `test` that fails when a page, a frame or a worker complains about anything that the test did not expect. */
export const test = base.extend<ProblemFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
  expectedProblems: async ({}, use) => {
    await use(new Set())
  },
  expectProblems: async ({ expectedProblems }, use) => {
    await use((...texts) => {
      for (const text of texts) expectedProblems.add(text)
    })
  },
  lines: async ({ context, expectedProblems }, use) => {
    const lines: string[] = []
    context.on('console', (message) => {
      const text = message.text()
      if (!text.startsWith('[latchkey]')) return
      lines.push(text)
      expectedProblems.add(`${message.type()}: ${text}`)
    })
    await use(lines)
  },
  problems: [
    async ({ context, browser, expectedProblems }, use, testInfo) => {
      const problems: string[] = []
      watchProblems(context, problems)
      const stop = watchNewContexts(browser, problems)
      await use(problems)
      stop()
      const left = problems.filter((problem) => !expectedProblems.has(problem))
      // What a failed test leaves says nothing of its own.
      if (testInfo.status === testInfo.expectedStatus) expect(left, 'consoles and uncaught errors').toEqual([])
    },
    { auto: true },
  ],
})
