import { accessSync, constants, statfsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

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

/**
 * The Chromium that the browser tests use: `CHROMIUM_PATH`, else Playwright's own, else an installed one.
 *
 * @param {string} own where Playwright keeps its own (`chromium.executablePath()`)
 * @returns {string | undefined} absolute path of the program, undefined when there is none
 */
export function findChromium(own) {
  const installed = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM_PATH, own, ...installed, ...applications].find((path) => path && isProgram(path))
}

/**
 * Chromium without windows, where the system has it: it starts in a quarter of the time, and has no settings about cookies.
 *
 * @returns {string | undefined} absolute path of the program
 */
export function findHeadlessShell() {
  const installed = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium-headless-shell'))
  return installed.find(isProgram)
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
