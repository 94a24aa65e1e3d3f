import { fileURLToPath } from 'node:url'
import { isInstalled } from '../entry/isInstalled.js'
import { lock } from '../entry/lock.js'
import { run } from '../entry/run.js'

/**
 * Installs the packages of a folder of `e2e/tools`, which are too many for everybody's tree or have licences of their own, from its own lock.
 * Does nothing when they are there.
 *
 * @param {string} name of the folder
 * @throws Error when npm fails, for example without a network
 */
export async function installTool(name) {
  const folder = fileURLToPath(new URL(`../../e2e/tools/${name}`, import.meta.url))
  if (await isInstalled(folder)) return
  // Test files and servers that run side by side would install into each other's hands.
  const release = await lock(`tool-${name}`)
  try {
    if (await isInstalled(folder)) return
    // All of it, also where NODE_ENV is `production`.
    const parameters = ['ci', '--prefix', folder, '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
    if (!(await run('npm', parameters, { timeout: 300_000, quiet: true })))
      throw new Error(`The packages of e2e/tools/${name} could not be installed.`)
  } finally {
    await release()
  }
}
