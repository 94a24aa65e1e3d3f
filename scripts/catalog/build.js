import { fileURLToPath } from 'node:url'
import { command } from '../entry/command.js'

/** `npm run catalog`: writes the directory of wallets anew. */
await command({
  run: async () => {
    // The build shares the server's own image rules (services/src/images), which are TypeScript: Vite loads both as they are.
    const { runnerImport } = await import('vite')
    const entry = fileURLToPath(new URL('./buildCatalog.ts', import.meta.url))
    const { module } = await runnerImport(entry, { configFile: false, logLevel: 'error' })
    await module.buildCatalog()
  },
})
