import process from 'node:process'
import { command } from './entry/command.js'

/** `npm test`: everything that must hold; `--long` adds the slow tests, `--quick` leaves what is worth knowing after each change. Its last line is "N passed, N failed". */
await command({
  run: async (_, context) => {
    const { runTests } = await import('./test/runTests.js')
    await runTests({ long: process.argv.includes('--long'), quick: process.argv.includes('--quick') }, context)
  },
  onFailure: () => console.log('0 passed, 1 failed'),
})
