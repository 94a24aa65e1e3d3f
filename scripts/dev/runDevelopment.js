import { startAnvil } from './anvil.js'
import { build } from './build.js'
import { dataFolder, developmentConfig, localSolana, projects, urlsOf } from './developmentConfig.js'
import { bundlerPorts, localChains } from './ports.js'
import { startSolana } from './solana/startSolana.js'
import { waitUntilServed } from './waitUntilServed.js'
import { welcome } from './welcome.js'

/** Starts the local chains, side by side. */
async function startChains(port, { progress, lifetime }) {
  const { own } = lifetime
  const solana = localSolana(port)
  const starts = [
    ...localChains(port).map((chain) => ({ id: `eip155:${chain.chainId}`, name: chain.name, start: () => startAnvil({ ...chain, own }) })),
    { id: solana.caip2, name: solana.name, start: () => startSolana({ port: solana.port, own }) },
  ]
  return progress.step(`Starting ${starts.length} local chains`, (tell) => {
    const waiting = new Set(starts.map(({ name }) => name))
    const show = () => tell(waiting.size ? `waiting for ${[...waiting].join(', ')}` : '')
    show()
    return Promise.all(
      starts.map(async ({ id, name, start }) => {
        const node = await start()
        waiting.delete(name)
        show()
        return { id, ...node }
      }),
    )
  })
}

/** Starts what the embedded wallet needs beside the services. */
async function startHelpers({ port, bundler }, { progress, lifetime }) {
  const { startMailAndProviders } = await import('./mailAndProviders.js')
  const mailAndProviders = await startMailAndProviders(port)
  lifetime.onStop(mailAndProviders.stop)
  const { startBundlers } = await import('./bundler.js')
  const { front, chains } = bundlerPorts(port)
  const bundlers = await startBundlers({ port: front, chains, own: lifetime.own, say: progress.say })
  lifetime.onStop(bundlers.stop)
  if (bundler) await progress.step('Starting the bundlers', bundlers.start)
  return mailAndProviders
}

/** Starts the services, and waits until every part of them answers. */
async function startServices({ port, bundler }, chains, { progress, lifetime }) {
  const { startServices: start } = await import('../../services/dist/main.js')
  await progress.step('Starting the services', async (tell) => {
    tell('opening the database, which is created the first time')
    // Stopped meanwhile, they are not waited for: the next start goes on with a database that was half made.
    const { close } = await start(developmentConfig(port, { bundler }))
    lifetime.onStop(close)
    tell('waiting for their answers')
    // A project with a network of every family: the gateway serves each project its own only.
    await waitUntilServed(urlsOf(port), chains, projects.families)
  })
}

/**
 * Builds what has changed and starts everything; it runs until somebody stops it.
 *
 * @param {{ port: number, json: boolean, bundler: boolean, print: (text: string) => void }} options
 * @param {{ progress: import('../entry/progress.js').Progress, lifetime: import('../entry/lifetime.js').Lifetime }} context
 */
export async function runDevelopment(options, context) {
  const { port, json, print } = options
  const { progress, lifetime } = context
  const failed = await build({ ...progress, own: lifetime.own })
  if (failed.includes('services')) throw new Error('Without the services nothing can be started.')
  if (failed.length > 0) progress.say(`These parts are missing, because they could not be built: ${failed.join(', ')}.`)

  const nodes = await startChains(port, context)
  for (const node of nodes)
    void node.exited.then(() => lifetime.isStopping() || lifetime.stop(1, 'Stopping: a local chain ended by itself.'))
  const chains = Object.fromEntries(nodes.map(({ id, url }) => [id, url]))
  const { mail, oidc } = await startHelpers(options, context)
  await startServices(options, Object.keys(chains), context)

  const urls = urlsOf(port)
  const relay = `${urls.api.replace(/^http/, 'ws')}/relay`
  const facts = { ...urls, relay, sdk: `${urls.dialog}/sdk.js`, projectId: projects.open, projects, chains, mail, oidc }
  if (json) print(JSON.stringify(facts))
  else print(welcome({ urls, chains, mail, projectId: projects.open, log: `${dataFolder(port)}/services.log` }))
}
