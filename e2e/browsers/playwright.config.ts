import { defineConfig } from '@playwright/test'
import { findFirefox, findWebKit } from '../../scripts/lib/engines.js'
import type { EngineOptions } from './test.ts'

/** `npm run test:browsers`: every flow in each engine that is installed, two at a time, in browsers of their own. All workers use one server. */
const engines = [
  { name: 'chromium', isThere: true },
  { name: 'firefox', isThere: Boolean(findFirefox()) },
  { name: 'webkit', isThere: Boolean(findWebKit()) },
] as const
const port = Number(process.env.LATCHKEY_TEST_PORT ?? 4180)

export default defineConfig<object, EngineOptions>({
  testDir: '.',
  globalSetup: '../support/bundler.ts',
  // `npm run bench` measures with the same drivers.
  testMatch: process.env.LATCHKEY_BENCH ? '*.bench.ts' : '*.spec.ts',
  outputDir: '../../test-results/browsers',
  // What is measured is measured alone.
  workers: process.env.LATCHKEY_BENCH ? 1 : Number(process.env.LATCHKEY_TEST_WORKERS ?? 2),
  // As in the other flows of `npm test`.
  retries: process.env.LATCHKEY_RETRIES ? 2 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  projects: engines.filter(({ isThere }) => isThere).map(({ name }) => ({ name, use: { engineName: name } })),
  // A server that runs already is used when LATCHKEY_SERVER holds the line that `npm start -- --json` printed.
  ...(process.env.LATCHKEY_SERVER
    ? {}
    : {
        webServer: {
          command: `node ../../scripts/start.js --port ${port} --json`,
          wait: { stdout: /^(?<latchkey_server>\{"app".*\})$/m },
          timeout: 180_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
        },
      }),
})
