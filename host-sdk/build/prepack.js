import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// `npm pack` and `npm publish` run this first: whatever lies in `dist`, what is packed is built from today's sources.
const root = fileURLToPath(new URL('../../', import.meta.url))
// npm prints the archive's name on standard output.
execFileSync(process.execPath, ['scripts/build.js', 'sdk-npm'], { cwd: root, stdio: ['ignore', 2, 2] })
