import process from 'node:process'
import { command } from './entry/command.js'

const usage = `Compares what an installation serves with what this clone builds.

  node scripts/verifyServed.js https://dialog.example.com
  node scripts/verifyServed.js https://dialog.example.com --project shop --origin https://shop.example

Check out the version that the installation runs first: https://dialog.example.com/.well-known/latchkey.json names it.
The dialog's document is for pages of a project alone: with --project and --origin it is compared, too.
Exit code 0: everything is equal.`

/** @returns {{ url: string, project?: string, origin?: string }} */
function readArguments(/** @type {readonly string[]} */ [url, ...flags]) {
  const flag = (/** @type {string} */ name) => (flags.includes(name) ? flags[flags.indexOf(name) + 1] : undefined)
  const project = flag('--project')
  const origin = flag('--origin')
  const isRight = flags.length === (project && origin ? 4 : 0)
  if (!url || !isRight || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Error(usage)
  return { url: new URL(url).origin, ...(project && origin ? { project, origin } : {}) }
}

/** Tells whoever embeds an installation, or trusts it with a wallet, whether its code is the published one. */
await command({
  check: () => readArguments(process.argv.slice(2)),
  run: async (options, { progress, lifetime }) => {
    const { build } = await import('./dev/build.js')
    const { verifyServed } = await import('./dev/verifyServed.js')
    const failed = await build({ ...progress, own: lifetime.own, only: ['dialog', 'secure', 'sdk'] })
    if (failed.length > 0) throw new Error(`${failed.join(', ')} could not be built here.`)
    const { compared, differences } = await verifyServed(options)
    for (const difference of differences) console.log(difference)
    console.log(differences.length === 0 ? `${compared} files are equal.` : `${differences.length} of ${compared} files differ.`)
    if (!options.project) console.log('The dialog’s document was not compared: name a --project and an --origin.')
    if (differences.length > 0) process.exitCode = 1
  },
})
