import { readArguments } from './dev/arguments.js'
import { requireNode } from './dev/requireNode.js'
import { runDevelopment } from './dev/runDevelopment.js'

process.chdir(new URL('..', import.meta.url).pathname)

try {
  requireNode()
  await runDevelopment(readArguments(process.argv.slice(2)))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
