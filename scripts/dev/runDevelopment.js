import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { setNamesGateway } from '@latchkey/testkit/src/chains/localNames.js'
import { fundSandbox, fundSolanaSandbox } from '@latchkey/testkit/src/chains/localOnramp.js'
import { localFacts } from '@latchkey/testkit/src/chains/localTokens.js'
import { startSolana } from '@latchkey/testkit/src/chains/solana/startSolana.js'
import { build } from './build.js'
import { dataFolder, developmentConfig, localSolana, projects, urlsOf } from './developmentConfig.js'
import { bundlerPorts, localChains, sharedPorts } from './ports.js'
import { sharePort } from './sharePort.js'
import { waitUntilServed } from './waitUntilServed.js'
import { welcome } from './welcome.js'

/** @import { Lifetime } from '../entry/lifetime.js' */
/** @import { Progress, Tell } from '../entry/progress.js' */

/** @typedef {{ progress: Progress, lifetime: Lifetime }} Context */
/** @typedef {import('./arguments.js').Arguments & { print: (text: string) => void }} Options */

/** What `npm run build` makes of the services; named here, so that their types can be taken from the sources. */
const builtServices = new URL('../../services/dist/main.js', import.meta.url).href

/** Starts the local chains, side by side; `tell` hears which ones are waited for. */
async function startChains(/** @type {Options} */ options, /** @type {Lifetime} */ { own }, /** @type {Tell} */ tell) {
  const { port } = options
  const solana = localSolana(port)
  const starts = [
    ...localChains(port).map((chain) => ({
      id: `eip155:${chain.chainId}`,
      name: chain.name,
      start: async () => {
        const genesis = await writeGenesis({ chainId: chain.chainId, folder: dataFolder(port) })
        const node = await startAnvil({ ...chain, args: ['--init', genesis], own })
        await setNamesGateway({ ...chain, url: node.url, api: urlsOf(port, options).api })
        await fundSandbox({ ...chain, url: node.url })
        return node
      },
    })),
    {
      id: solana.caip2,
      name: solana.name,
      start: async () => {
        const node = await startSolana({ port: solana.port, own })
        await fundSolanaSandbox(node)
        return node
      },
    },
  ]
  const waiting = new Set(starts.map(({ name }) => name))
  const show = () => tell(waiting.size ? `waiting for ${[...waiting].join(', ')}` : 'waiting for the services')
  show()
  return Promise.all(
    starts.map(async ({ id, name, start }) => {
      const node = await start()
      waiting.delete(name)
      show()
      return { id, ...node }
    }),
  )
}

/** Starts what the embedded wallet needs beside the services. */
async function startHelpers(/** @type {Options} */ options, /** @type {Context} */ { progress, lifetime }) {
  const { port, host } = options
  const { startMailAndProviders } = await import('./mailAndProviders.js')
  const mailAndProviders = await startMailAndProviders(port, urlsOf(port, options).secure)
  lifetime.onStop(mailAndProviders.stop)
  if (host !== undefined) lifetime.onStop(await sharePort(Object.values(sharedPorts(port)), port))
  const { startBundlers } = await import('./bundler.js')
  const { front, chains } = bundlerPorts(port)
  const bundlers = await startBundlers({ port: front, chains, own: lifetime.own, say: progress.say })
  lifetime.onStop(bundlers.stop)
  return { ...mailAndProviders, startBundlers: bundlers.start }
}

/** Starts the services: the database is opened, and created the first time. */
async function startServices(/** @type {Options} */ options, /** @type {Context} */ { lifetime }) {
  /** @type {typeof import('@latchkey/services/src/main.ts')} */
  const { startServices: start } = await import(builtServices)
  // Stopped meanwhile, they are not waited for.
  const { close } = await start(developmentConfig(options.port, options))
  lifetime.onStop(close)
}

/**
 * Builds what has changed and starts everything; it runs until somebody stops it.
 *
 * @param {Options} options
 * @param {Context} context
 */
export async function runDevelopment(options, context) {
  const { port, json, bundler, print } = options
  const { progress, lifetime } = context
  const urls = urlsOf(port, options)
  const failed = await build({ ...progress, own: lifetime.own })
  if (failed.includes('services')) throw new Error('Without the services nothing can be started.')
  if (failed.length > 0) progress.say(`These parts are missing, because they could not be built: ${failed.join(', ')}.`)

  // None of them needs another one before it is asked for something.
  const [nodes, { mail, oidc, startBundlers }] = await progress.step('Starting the local chains and the services', async (tell) => {
    const started = await Promise.all([
      startChains(options, lifetime, tell),
      startHelpers(options, context),
      startServices(options, context),
    ])
    tell('waiting for their answers')
    // A project with a network of every family: the gateway serves each project its own only.
    await waitUntilServed(
      port,
      urls,
      started[0].map(({ id }) => id),
      projects.families,
    )
    return started
  })
  for (const node of nodes)
    void node.exited.then(() => lifetime.isStopping() || lifetime.stop(1, 'Stopping: a local chain ended by itself.'))
  const chains = Object.fromEntries(nodes.map(({ id, url }) => [id, url]))
  if (bundler) await progress.step('Starting the bundlers', startBundlers)

  const relay = `${urls.api.replace(/^http/, 'ws')}/relay`
  const facts = { ...urls, relay, sdk: `${urls.dialog}/sdk.js`, projectId: projects.open, projects, chains, ...localFacts(), mail, oidc }
  if (json) print(JSON.stringify(facts))
  else print(welcome({ urls, relay, chains, mail, projectId: projects.open, log: `${dataFolder(port)}/services.log` }))
}
