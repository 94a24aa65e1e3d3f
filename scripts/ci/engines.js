import { ensureEngines } from '../lib/ensureEngines.js'

/** Installs the browsers beside Chromium, and says how long that took, or what is missing: the tests run without them. */
const from = Date.now()
for (const line of await ensureEngines()) console.log(line)
console.log(`── browsers: ${((Date.now() - from) / 1_000).toFixed(0)} s`)
