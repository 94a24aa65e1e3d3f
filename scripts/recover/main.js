import process from 'node:process'
import { readArguments } from './readArguments.js'
import { runRecover } from './runRecover.js'

/* `node latchkey-recover.mjs kit.json`: opens a recovery kit with the recovery code. The build makes one file of it, which needs Node.js and nothing else. */

try {
  await runRecover(await readArguments(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
