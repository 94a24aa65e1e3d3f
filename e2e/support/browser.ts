import { chromium, type LaunchOptions } from '@playwright/test'
import { type Chromiums, chromiumArgs, findChromiums, memoryArguments } from '../../scripts/lib/chromium.js'
import { partitionedLaunch } from '../../scripts/lib/partitioned.js'

/**
 * Path of a Chromium to test with.
 *
 * @throws Error when there is none; `npm test` installs one
 */
export function chromiumPath(which: keyof Chromiums): string {
  const path = findChromiums(chromium.executablePath())[which]
  if (!path) throw new Error('No Chromium found. Run "npm test", or "npx playwright install chromium", or set CHROMIUM_PATH.')
  return path
}

/** How pages behave about the storage of a frame from another site. */
export type StorageMode = 'partitioned' | 'denied'

/**
 * Launch options of a storage mode. `denied` is what Playwright's defaults lead to: storage of a third-party frame throws. `partitioned` is
 * what browsers do: it works, apart for each top-level site. The headless shell has no settings about cookies, and denies nothing.
 */
export async function launchOptions(mode: StorageMode, which: keyof Chromiums = 'quick'): Promise<LaunchOptions> {
  if (mode === 'denied') return { executablePath: chromiumPath('full'), args: [...chromiumArgs], ignoreDefaultArgs: memoryArguments() }
  return partitionedLaunch(chromiumPath(which))
}
