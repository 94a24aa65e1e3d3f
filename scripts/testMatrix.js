import process from 'node:process'
import { command } from './entry/command.js'

/**
 * `npm run test:matrix`: every way to connect on every kind of network, 50 times each; prints how they ended. `npm run test:matrix -- 5` tries each 5
 * times, and `-- 5 social` only the cells with this word.
 */
await command({
  check: () => {
    const [times = '50', ...words] = process.argv.slice(2)
    if (!/^[1-9]\d{0,3}$/.test(times)) throw new Error(`"${times}" is not a number of tries. Example: npm run test:matrix -- 5 social`)
    return { times: Number(times), words }
  },
  run: async (options, context) => {
    const { runMatrix } = await import('./test/runMatrix.js')
    await runMatrix(options, context)
  },
})
