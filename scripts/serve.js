import { existsSync } from 'node:fs'
import { requireNode } from './dev/requireNode.js'

const services = new URL('../services/dist/main.js', import.meta.url)

/** Runs what was built, as the configuration file and the environment say. The working directory stays: the file is looked for there. */
try {
  requireNode()
  if (!existsSync(services)) throw new Error('The services are not built. Run "npm ci" and "npm run build" first.')
  const { run } = await import(services.href)
  await run()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
