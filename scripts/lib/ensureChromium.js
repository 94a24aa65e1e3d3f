import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { run } from '../entry/run.js'
import { findChromiums } from './chromium.js'
import { asRoot, exists } from './installSystem.js'

/** @import { Chromiums } from './chromium.js' */

const timeout = 300_000

/** Ways to get a Chromium from the system's own packages, by the program that installs them. */
const managers = {
  'apt-get': ['install', '-y', '--no-install-recommends', 'chromium'],
  dnf: ['install', '-y', 'chromium'],
  apk: ['add', 'chromium'],
  pacman: ['-S', '--noconfirm', 'chromium'],
  zypper: ['--non-interactive', 'install', 'chromium'],
}

/**
 * The Chromiums for the browser tests; installs one with windows when the machine has none: the headless shell alone can't deny storage to frames.
 *
 * @returns {Promise<Chromiums & { full: string } | undefined>} undefined: there is none, and none could be installed
 */
export async function ensureChromium() {
  const { chromium } = await import('@playwright/test')
  const find = () => {
    const { full, ...others } = findChromiums(chromium.executablePath())
    return full === undefined ? undefined : { full, ...others }
  }
  if (find()) return find()
  console.log('No Chromium with windows on this machine: installing one.')
  const deps = process.getuid?.() === 0 ? ['--with-deps'] : []
  await run('npx', ['playwright', 'install', ...deps, 'chromium'], { timeout })
  if (find()) return find()
  for (const [manager, parameters] of Object.entries(managers)) {
    if (!exists(manager)) continue
    if (manager === 'apt-get') await asRoot(manager, ['update'])
    await asRoot(manager, parameters)
    // A part of the tests is quicker with it, and runs without it.
    if (manager === 'apt-get') await asRoot(manager, ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
    if (find()) return find()
  }
  return undefined
}

/** A browser in words: its path, and what it says of itself where that opens no window. */
export function nameOf(/** @type {string} */ path) {
  const said = process.platform === 'linux' ? spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout : ''
  return `${path} ${said ?? ''}`.trim()
}
