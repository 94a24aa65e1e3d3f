import { existsSync } from 'node:fs'
import process from 'node:process'
import { isInstalled } from './isInstalled.js'
import { lock } from './lock.js'
import { root } from './root.js'
import { run } from './run.js'

/** The npm that runs us, else the one on the path. Other package managers name themselves in the same variable. */
function findNpm() {
  const path = process.env.npm_execpath ?? ''
  return /npm-cli\.[cm]?js$/.test(path) ? { file: process.execPath, first: [path] } : { file: 'npm', first: [] }
}

/** Tells how far npm is, from the requests that it logs; everything else it says is kept. */
function readNpm(/** @type {import('./progress.js').Tell} */ tell) {
  /** @type {string[]} */
  const said = []
  let lookups = 0
  let packages = 0
  const onLine = (/** @type {string} */ line) => {
    if (!line.startsWith('npm http ')) return said.push(line)
    if (line.includes('.tgz')) packages += 1
    else lookups += 1
    return tell(packages ? `${packages} packages fetched` : `${lookups} packages looked up`)
  }
  return { onLine, text: () => said.join('\n') }
}

/**
 * Installs what the lock file names, when it is not installed yet. No package needs a script of its own to be run for that.
 *
 * @param {{ progress: import('./progress.js').Progress, own: import('./lifetime.js').Own }} context
 * @returns {Promise<boolean>} whether there was something to install
 * @throws Error with what npm said, when it fails
 */
export async function installIfNeeded({ progress, own }) {
  if (await isInstalled(root)) return false
  const release = await lock('install', (holder) => progress.say(`Waiting for another installation (process ${holder}).`))
  try {
    if (await isInstalled(root)) return false
    // What is there and whole is only brought up to date.
    const command = existsSync(`${root}node_modules/.package-lock.json`) ? 'install' : 'ci'
    const { file, first } = findNpm()
    // Development packages build the product, also where NODE_ENV says "production".
    const options = ['--include=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=http']
    await progress.step('Installing the packages', async (tell) => {
      const { onLine, text } = readNpm(tell)
      if (!(await run(file, [...first, command, ...options], { onLine, own }))) throw new Error(`npm ${command} failed:\n${text()}`)
    })
    return true
  } finally {
    await release()
  }
}
