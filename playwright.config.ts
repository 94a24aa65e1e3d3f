import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumPath, launchOptions } from './e2e/support/browser.ts'

/** Several checkouts on one machine test side by side by choosing another port. */
const port = Number(process.env.LATCHKEY_TEST_PORT ?? 4180)
/**
 * The local chains and the projects are shared by the tests of one worker, one at a time; each worker has a server of its own. Half as many again as
 * there are cores, because tests wait for much, and at most four, as each server takes half a gigabyte.
 */
const workers = Number(process.env.LATCHKEY_TEST_WORKERS ?? Math.min(4, Math.ceil(availableParallelism() * 1.5)))
/** Leaves room for the chains of each server, which take the ports after its own. */
const stride = 20
/** Tests of one part alone, which serve their own pages and need no storage mode. */
const bridge = /(bridge|views|host-sdk)\w*\.spec\.ts/
/** Every way to connect on every network: `npm run test:matrix`, and a few of them with all the other tests. Networks that are bad take their time. */
const matrix = /\/matrix\.spec\.ts/
/**
 * Flows that run once more in the browser that users have, where the others run in its headless shell: connecting, every login, the windows of logins and
 * of approvals.
 */
const main = /\/(main-job|logins|windows|approvalWindow)\.spec\.ts/
const hasShell = chromiumPath('quick') !== chromiumPath('full')
/** What is looked for when everything else is done. */
const afterwards = /\/afterwards\.spec\.ts/
/**
 * Flows that storage changes little about: in the second mode they run with the slow tests, as single tests that are tagged `@alike` do. What storage is
 * about runs in both, always.
 */
const alike =
  /\/(embedding|failures|people|severalWallets|families|familiesPlayground|familiesReact|networks|frame|libraries|relay|relayPhone|benchSizes)\.spec\.ts/

/** What only `npm run test:long` does: tests that are tagged `@long`, and steps by `longStep` (e2e/support/longStep.ts). A shorter form of each is in every run. */
const isLong = Boolean(process.env.LATCHKEY_LONG)

/** Drawing what moves is a sixth of the work of a flow: a few flows of each kind run with motion, by `test.use`, and all the parts by themselves. */
const still = { reducedMotion: 'reduce' } as const

/** Flows that are written for every engine: `npm run test:browsers` runs them. */
const browsers = /\/e2e\/browsers\//

export default defineConfig({
  testDir: 'e2e',
  // The projects in `e2e/tools` have tests of their own, for Vitest.
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/bundler.ts',
  outputDir: 'test-results',
  workers,
  // `npm test` tries a test up to twice more, for the sake of busy machines, and lists it as flaky; one part at a time, nothing is.
  retries: process.env.LATCHKEY_RETRIES ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Limits for what hangs, not measures of speed: a machine may be busy, or slow. The long forms of some tests do many times as much.
  timeout: isLong ? 180_000 : 120_000,
  expect: { timeout: 20_000 },
  ...(isLong ? {} : { grepInvert: /@long/ }),
  reporter: [['list']],
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    // Recording every test costs as much as running it: the whole run records what it tries again.
    trace: process.env.LATCHKEY_RETRIES ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    { name: 'bridge', testMatch: bridge, testIgnore: browsers, use: { launchOptions: await launchOptions('partitioned') } },
    {
      name: 'partitioned',
      testIgnore: [bridge, matrix, afterwards, browsers],
      teardown: 'afterwards',
      use: { ...still, launchOptions: await launchOptions('partitioned') },
    },
    ...(hasShell
      ? [
          {
            name: 'full',
            testMatch: main,
            teardown: 'afterwards',
            use: { ...still, launchOptions: await launchOptions('partitioned', 'full') },
          },
        ]
      : []),
    // `@once`: what has nothing to do with storage runs in the first mode only.
    {
      name: 'denied',
      testIgnore: [bridge, matrix, afterwards, browsers, ...(isLong ? [] : [alike])],
      teardown: 'afterwards',
      grepInvert: isLong ? /@once/ : /@once|@alike|@long/,
      use: { ...still, launchOptions: await launchOptions('denied') },
    },
    {
      name: 'matrix',
      testMatch: matrix,
      expect: { timeout: 30_000 },
      // A trace of many attempts is larger than Playwright can write: it failed the test. What was lost is printed instead.
      use: {
        ...still,
        launchOptions: await launchOptions('partitioned'),
        ...(process.env.LATCHKEY_MATRIX ? { trace: 'off' as const } : {}),
      },
    },
    { name: 'afterwards', testMatch: afterwards },
  ],
  // A server that runs already is used when LATCHKEY_SERVER holds the line that `npm start -- --json` printed.
  ...(process.env.LATCHKEY_SERVER
    ? {}
    : {
        webServer: Array.from({ length: workers }, (_, index) => ({
          command: `node scripts/start.js --port ${port + index * stride} --json`,
          wait: { stdout: new RegExp(`^(?<latchkey_server_${index}>\\{"app".*\\})$`, 'm') },
          timeout: 180_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
        })),
      }),
})
