import { command } from './entry/command.js'

/**
 * `npm run test:browsers`: the flows of `e2e/browsers` in Chromium, Firefox and WebKitGTK; installs what is missing. With `--docs` a run of all of them
 * also rewrites the table of docs/browsers.md. What follows `--` goes to Playwright.
 */
await command({
  run: async (_, context) => {
    const { runBrowsers } = await import('./test/runBrowsers.js')
    await runBrowsers(context)
  },
})
