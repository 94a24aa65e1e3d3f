import { readFileSync } from 'node:fs'
import process from 'node:process'

/* The image's HEALTHCHECK: asks the port on which the server listens, found as the server finds it: the environment, the configuration file, the default. */

const { LATCHKEY_PORT, PORT, LATCHKEY_CONFIG = 'latchkey.config.json' } = process.env
function configured() {
  try {
    return JSON.parse(readFileSync(LATCHKEY_CONFIG, 'utf8')).listen?.port
  } catch {
    return undefined
  }
}
const answer = await fetch(`http://127.0.0.1:${LATCHKEY_PORT || PORT || configured() || 4100}/health`).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
