import process from 'node:process'
import { readArguments } from './dev/arguments.js'
import { requireFreePorts } from './dev/freePorts.js'
import { reserveOutput } from './dev/reserveOutput.js'
import { command } from './entry/command.js'
import { root } from './entry/root.js'

/** `npm start`: everything on this machine, until somebody stops it. */
await command({
  check: async () => {
    const options = readArguments(process.argv.slice(2))
    await requireFreePorts(options.port, options.host)
    return { ...options, print: options.json ? reserveOutput() : console.log }
  },
  run: async (options, context) => {
    // The configuration of development names folders from here.
    process.chdir(root)
    const { runDevelopment } = await import('./dev/runDevelopment.js')
    await runDevelopment(options, context)
  },
  // Ctrl-C is how it is meant to end.
  interrupted: 0,
})
