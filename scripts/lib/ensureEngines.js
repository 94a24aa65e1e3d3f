import { findFirefox, findWebKit } from './engines.js'
import { asRoot, exists } from './installSystem.js'

/** Debian's names: `xauth` is what `xvfb-run` needs. */
const packages = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb', 'xauth'] }

const missing = () => [...(findFirefox() ? [] : ['firefox']), ...(findWebKit() ? [] : ['webkit'])]

/**
 * Firefox and WebKitGTK for the flows of `e2e/browsers`; installs what is missing where the system has apt.
 *
 * @returns {Promise<string[]>} what could not be installed, in words
 */
export async function ensureEngines() {
  const wanted = missing()
  if (wanted.length && exists('apt-get')) {
    console.log(`Installing ${wanted.join(' and ')} …`)
    await asRoot('apt-get', ['update', '-qq'])
    const names = wanted.flatMap((name) => packages[/** @type {keyof typeof packages} */ (name)])
    await asRoot('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
  }
  const advice = {
    firefox: 'No Firefox was found. Install one (Debian: firefox-esr), or set FIREFOX_PATH.',
    webkit: 'No WebKitGTK was found. Install its WebDriver with its small browser, and a display (Debian: webkit2gtk-driver xvfb xauth).',
  }
  return missing().map((name) => advice[/** @type {keyof typeof advice} */ (name)])
}
