import { fileURLToPath } from 'node:url'
import { isInstalled } from '../entry/isInstalled.js'
import { lock } from '../entry/lock.js'
import { run } from '../entry/run.js'

/**
 * Installs the packages of a folder of `e2e/tools`, which are too many for everybody's tree or have licences of their own, from its own lock.
 * Does nothing when they are there.
 *
 * @param {string} name of the folder
 * @returns {Promise<string>} where it is
 * @throws Error when npm fails, for example without a network
 */
export const installTool = (name) => installPackages(`e2e/tools/${name}`)

/**
 * Installs the packages of any folder with a lock of its own, as {@link installTool} does.
 *
 * @param {string} path of the folder in the repository
 * @returns {Promise<string>} where it is
 * @throws Error when npm fails, for example without a network
 */
export async function installPackages(path) {
  const folder = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  if (await isInstalled(folder)) return folder
  // Test files and servers that run side by side would install into each other's hands.
  const release = await lock(`tool-${path.replace(/^e2e\/tools\//, '').replaceAll('/', '-')}`)
  try {
    if (await isInstalled(folder)) return folder
    // All of it, also where NODE_ENV is `production`.
    const parameters = ['ci', '--prefix', folder, '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
    if (!(await run('npm', parameters, { timeout: 300_000, quiet: true })))
      throw new Error(`The packages of ${path} could not be installed.`)
    return folder
  } finally {
    await release()
  }
}
