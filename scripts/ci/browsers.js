import process from 'node:process'
import { findChromiums } from '../lib/chromium.js'
import { ensureEngines } from '../lib/ensureEngines.js'
import { asRoot, exists } from '../lib/installSystem.js'

/*
 * The browsers of a whole run, where the system has apt: Chromium with windows and its headless shell, Firefox and WebKitGTK. `npm test` gets a Chromium by
 * other ways, too; flows in the others are left out without them.
 */

async function installChromiums() {
  const { full, quick } = findChromiums('')
  const wanted = [...(full ? [] : ['chromium']), ...(quick === full ? ['chromium-headless-shell'] : [])]
  if (wanted.length === 0 || !exists('apt-get')) return
  await asRoot('apt-get', ['update', '-qq'])
  await asRoot('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted])
}

try {
  await installChromiums()
  for (const line of await ensureEngines()) process.stderr.write(`${line}\n`)
} catch (error) {
  process.stderr.write(`${error}\n`)
}
