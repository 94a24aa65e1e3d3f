import { readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { isProgram } from './chromium.js'

/* The browsers beside Chromium that flows run in. */

const firefoxes = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  '/usr/lib/firefox-esr/firefox-esr',
]
/** WebKitGTK keeps its small browser here, in a folder of its version. */
const webkitFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib64', '/usr/lib']

const onPath = (/** @type {string} */ name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))

/** @returns {string | undefined} absolute path of a Firefox: `FIREFOX_PATH`, else an installed one */
export const findFirefox = () =>
  [process.env.FIREFOX_PATH, ...onPath('firefox-esr'), ...onPath('firefox'), ...firefoxes].find((path) => path && isProgram(path))

const foldersIn = (/** @type {string} */ folder) => {
  try {
    return readdirSync(folder).filter((name) => name.startsWith('webkit2gtk-4') || name.startsWith('webkitgtk-6'))
  } catch {
    return []
  }
}

/**
 * WebKitGTK's WebDriver and its small browser, if there is a display that nobody sees for them (`xvfb-run`).
 *
 * @returns {{ driver: string, browser: string } | undefined} absolute paths
 */
export function findWebKit() {
  const driver = onPath('WebKitWebDriver').find(isProgram)
  const browser = webkitFolders.flatMap((folder) => foldersIn(folder).map((name) => join(folder, name, 'MiniBrowser'))).find(isProgram)
  return driver && browser && onPath('xvfb-run').some(isProgram) ? { driver, browser } : undefined
}
