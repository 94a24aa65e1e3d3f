import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/support/browser.ts'

const port = 4180
/** Tests of one part alone, which serve their own pages and need no storage mode. */
const bridge = /(bridge|views)\w*\.spec\.ts/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // The local chains and the projects are shared by all tests: one at a time. On a machine shared with others a test may be tried a second time,
  // and is then listed as flaky; at home nothing is.
  workers: 1,
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: { headless: true, viewport: { width: 1280, height: 800 }, trace: 'retain-on-failure' },
  projects: [
    { name: 'bridge', testMatch: bridge, use: { launchOptions: await launchOptions('partitioned') } },
    { name: 'partitioned', testIgnore: bridge, use: { launchOptions: await launchOptions('partitioned') } },
    // `@once`: what has nothing to do with storage runs in the first mode only.
    { name: 'denied', testIgnore: bridge, grepInvert: /@once/, use: { launchOptions: await launchOptions('denied') } },
  ],
  // A server that runs already is used when LATCHKEY_SERVER holds the line that `npm start -- --json` printed.
  ...(process.env.LATCHKEY_SERVER
    ? {}
    : {
        webServer: {
          command: `node scripts/start.js --port ${port} --json`,
          wait: { stdout: /^(?<latchkey_server>\{"app".*\})$/m },
          timeout: 180_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
        },
      }),
})
