import { chromium } from '@playwright/test'
import { chromiumArgs, memoryArguments } from './chromium.js'

const feature = 'ThirdPartyStoragePartitioning'

/**
 * Playwright's own `--disable-features=…` argument, read from a throw-away launch so that an upgrade cannot silently change what we
 * remove from it. Kept in the environment: workers of one run inherit it.
 *
 * @param {string} executablePath
 * @returns {Promise<string>}
 */
async function ownDisabledFeatures(executablePath) {
  if (process.env.LATCHKEY_DISABLED_FEATURES) return process.env.LATCHKEY_DISABLED_FEATURES
  const server = await chromium.launchServer({ executablePath, args: [...chromiumArgs] })
  const argument = server.process().spawnargs.find((item) => item.startsWith('--disable-features='))
  await server.close()
  if (!argument?.includes(feature)) throw new Error(`Playwright no longer disables ${feature}: look at scripts/lib/partitioned.js again.`)
  process.env.LATCHKEY_DISABLED_FEATURES = argument
  return argument
}

/**
 * Launch options with which the storage of a frame from another site works as browsers do it: apart for each top-level site. Playwright's
 * defaults deny it.
 *
 * @param {string} executablePath
 * @returns {Promise<{ executablePath: string, args: string[], ignoreDefaultArgs: string[] }>}
 */
export async function partitionedLaunch(executablePath) {
  const own = await ownDisabledFeatures(executablePath)
  const features = own
    .slice('--disable-features='.length)
    .split(',')
    .filter((name) => name !== feature)
  return {
    executablePath,
    ignoreDefaultArgs: [own, ...memoryArguments()],
    args: [...chromiumArgs, `--disable-features=${features.join(',')}`],
  }
}
