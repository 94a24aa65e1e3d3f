import process from 'node:process'
import { ensureEngines } from '../lib/ensureEngines.js'

/** Firefox and WebKitGTK for the flows that `npm test` runs in them, where the system has apt. Without them these flows are left out. */
for (const line of await ensureEngines().catch((error) => [String(error)])) process.stderr.write(`${line}\n`)
