import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

// Node alone cannot read TypeScript.
const { module } = await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), { configFile: false, logLevel: 'error' })
try {
  await module.main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
