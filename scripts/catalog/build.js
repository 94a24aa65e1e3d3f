import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

// The build shares the server's own image rules (services/src/images), which are TypeScript: Vite loads both as they are.
const entry = fileURLToPath(new URL('./buildCatalog.ts', import.meta.url))
const { module } = await runnerImport(entry, { configFile: false, logLevel: 'error' })
await module.buildCatalog()
