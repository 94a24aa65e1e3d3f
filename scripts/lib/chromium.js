import { accessSync, constants, statfsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onPath = (/** @type {string[]} */ wanted) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => wanted.map((name) => join(folder, name)))

const isShell = (/** @type {string | undefined} */ path) => /headless[-_]?shell/i.test(basename(path ?? ''))

/**
 * @typedef {object} Chromiums absolute paths
 * @property {string | undefined} full with windows, as users have it; undefined: there is none
 * @property {string | undefined} quick the headless shell, where the system has it: it starts in a quarter of the time, asks for nothing by itself and has
 *   no settings about cookies. Otherwise the full one
 * @property {string | undefined} chosen the one that `CHROMIUM_PATH` names, otherwise the full one
 */

/**
 * The Chromiums of the browser tests. `CHROMIUM_PATH` names one for everything that can run in it; without it they are Playwright's own, or those that are
 * installed.
 *
 * @param {string} own where Playwright keeps its own (`chromium.executablePath()`)
 * @returns {Chromiums}
 */
export function findChromiums(own) {
  const named = [process.env.CHROMIUM_PATH].find((path) => path && isProgram(path))
  const full = [isShell(named) ? undefined : named, own, ...onPath(names), ...applications].find((path) => path && isProgram(path))
  return { full, quick: named ?? onPath(['chromium-headless-shell']).find(isProgram) ?? full, chosen: named ?? full }
}

/** What every Chromium of ours is started with: no sandbox (containers, root), and no traffic of the browser's own. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Playwright lets Chromium share memory by files in `/tmp`, for the sake of containers whose `/dev/shm` is too small, and they are written to disk. Where
 * there is room, memory is memory: a flow takes a fifteenth less.
 *
 * @returns {string[]} what Playwright's own arguments are to do without
 */
export function memoryArguments() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30 ? ['--disable-dev-shm-usage'] : []
  } catch {
    return []
  }
}
