import { chromium, type LaunchOptions } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../scripts/lib/chromium.js'

/**
 * Path of the Chromium to test with.
 *
 * @throws Error when there is none; `npm test` installs one
 */
export function chromiumPath(): string {
  const path = findChromium(chromium.executablePath())
  if (!path) throw new Error('No Chromium found. Run "npm test", or "npx playwright install chromium", or set CHROMIUM_PATH.')
  return path
}

/** How pages behave about the storage of a frame from another site. */
export type StorageMode = 'partitioned' | 'denied'

const feature = 'ThirdPartyStoragePartitioning'

/**
 * Playwright's own `--disable-features=…` argument, read from a throw-away launch so that an upgrade cannot silently change what we
 * remove from it. Kept in the environment: workers of one run inherit it.
 */
async function ownDisabledFeatures(): Promise<string> {
  if (process.env.LATCHKEY_DISABLED_FEATURES) return process.env.LATCHKEY_DISABLED_FEATURES
  const server = await chromium.launchServer({ executablePath: chromiumPath(), args: [...chromiumArgs] })
  const argument = server.process().spawnargs.find((item) => item.startsWith('--disable-features='))
  await server.close()
  if (!argument?.includes(feature)) throw new Error(`Playwright no longer disables ${feature}: look at e2e/support/browser.ts again.`)
  process.env.LATCHKEY_DISABLED_FEATURES = argument
  return argument
}

/**
 * Launch options of a storage mode. `denied` is what Playwright's defaults lead to: storage of a third-party frame throws. `partitioned` is
 * what browsers do: it works, apart for each top-level site.
 */
export async function launchOptions(mode: StorageMode): Promise<LaunchOptions> {
  const base = { executablePath: chromiumPath(), args: [...chromiumArgs] }
  if (mode === 'denied') return base
  const own = await ownDisabledFeatures()
  const features = own
    .slice('--disable-features='.length)
    .split(',')
    .filter((name) => name !== feature)
  return { ...base, ignoreDefaultArgs: [own], args: [...base.args, `--disable-features=${features.join(',')}`] }
}
