import process from 'node:process'
import { run } from '../entry/run.js'
import { findChromium } from './chromium.js'
import { asRoot, exists } from './installSystem.js'

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
 * The Chromium for the browser tests; installs one when the machine has none.
 *
 * @returns {Promise<string | undefined>} its path
 */
export async function ensureChromium() {
  const { chromium } = await import('@playwright/test')
  const find = () => findChromium(chromium.executablePath())
  if (find()) return find()
  console.log('No Chromium on this machine: installing one.')
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
