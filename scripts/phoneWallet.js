import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { command } from './entry/command.js'

/** `npm run phone-wallet`: a small wallet for development, on the other end of a WalletConnect link. */
await command({
  run: async (_, { lifetime }) => {
    // Node alone cannot read TypeScript.
    const { runnerImport } = await import('vite')
    const { module } = await runnerImport(fileURLToPath(new URL('../testkit/src/phone/main.ts', import.meta.url)), {
      configFile: false,
      logLevel: 'error',
    })
    // From here on the wallet answers to signals.
    lifetime.release()
    await module.main(process.argv.slice(2))
  },
})
