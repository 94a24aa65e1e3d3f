import { startAnvil } from './anvil.js'
import { build } from './build.js'
import {
  accountPorts,
  bundlerPorts,
  dataFolder,
  developmentConfig,
  localChains,
  localSolana,
  projects,
  urlsOf,
} from './developmentConfig.js'
import { installIfNeeded } from './install.js'
import { requireFreePorts } from './ports.js'
import { startSolana } from './solana/startSolana.js'
import { waitUntilServed } from './waitUntilServed.js'
import { onParentGone, watchOver } from './watchOver.js'
import { welcome } from './welcome.js'

/** Milliseconds. */
const hurryAfter = 1_000

/** Starts what has to run, and gives back how to stop it, in the order of stopping. */
async function startAll(port, bundler, say, stops) {
  const reaper = watchOver()
  const solana = localSolana(port)
  const starts = [
    ...localChains(port).map((chain) => [`eip155:${chain.chainId}`, () => startAnvil({ ...chain, onSpawn: reaper.add })]),
    [solana.caip2, () => startSolana({ port: solana.port, onSpawn: reaper.add })],
  ]
  say(`Starting ${starts.length} local chains.`)
  const nodes = await Promise.all(
    starts.map(async ([, start]) => {
      const node = await start()
      stops.push(node.stop)
      return node
    }),
  )
  const chains = Object.fromEntries(starts.map(([id], index) => [id, nodes[index].url]))
  stops.push(async () => reaper.done())
  // Not before now: on a bare clone its packages have just been installed.
  const { startAccountParts } = await import('./accountParts.js')
  const accountParts = await startAccountParts(port)
  stops.push(accountParts.stop)
  const { startBundlers } = await import('./bundler.js')
  const { front, chains: bundled } = bundlerPorts(port)
  const bundlers = await startBundlers({ port: front, chains: bundled, onSpawn: reaper.add, say })
  // Before the chains that they ask all the time.
  stops.unshift(bundlers.stop)
  if (bundler) await bundlers.start()
  say('Starting the services.')
  const { startServices } = await import('../../services/dist/main.js')
  const services = await startServices(developmentConfig(port, { bundler }))
  stops.unshift(services.close)
  await waitUntilServed(urlsOf(port), Object.keys(chains), projects.open)
  return { nodes, chains, mail: accountParts.mail, oidc: accountParts.oidc }
}

/** Installs, builds, starts; then runs until somebody stops it. */
export async function runDevelopment({ port, json, bundler }) {
  const say = (line) => (json ? console.error(line) : console.log(line))
  const stops = []
  let stopping = 0
  const stopAll = async (code, line) => {
    // Ctrl-C reaches us twice, from the terminal and from npm; only a person who asks again later is in a hurry.
    if (stopping && Date.now() - stopping > hurryAfter) process.exit(1)
    if (stopping) return
    stopping = Date.now()
    if (line) say(line)
    for (const stop of [...stops]) await stop().catch((error) => console.error(error.message))
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stopAll(0, 'Stopping.'))
  process.on('uncaughtException', (error) => void stopAll(1, error.stack))
  await onParentGone(() => void stopAll(0, 'Stopping: the process that started this one is gone.'))

  const chainPorts = Object.fromEntries(localChains(port).map((chain) => [chain.port, `local chain ${chain.chainId}`]))
  const { smtp, mail, oidc } = accountPorts(port)
  const bundlers = bundlerPorts(port)
  const others = {
    [smtp]: 'mail',
    [mail]: 'the mail catcher',
    [oidc]: 'the identity provider',
    [bundlers.front]: 'the bundlers',
    ...Object.fromEntries(bundlers.chains.map((chain) => [chain.port, `the bundler of chain ${chain.chainId}`])),
  }
  await requireFreePorts({ [port]: 'the server', ...chainPorts, [localSolana(port).port]: 'local Solana', ...others })
  await installIfNeeded(say)
  const failed = await build({ say })
  if (failed.includes('services')) throw new Error('Without the services nothing can be started.')
  if (failed.length > 0) say(`These parts are missing, because they could not be built: ${failed.join(', ')}.`)

  try {
    const { nodes, chains, mail: mailUrl, oidc: oidcUrl } = await startAll(port, bundler, say, stops)
    for (const node of nodes) void node.exited.then(() => stopping || stopAll(1, 'Stopping: a local chain ended by itself.'))
    const urls = urlsOf(port)
    const relay = `${urls.api.replace(/^http/, 'ws')}/relay`
    const facts = { ...urls, relay, sdk: `${urls.dialog}/sdk.js`, projectId: projects.open, projects, chains, mail: mailUrl, oidc: oidcUrl }
    if (json) console.log(JSON.stringify(facts))
    else console.log(welcome({ urls, chains, mail: mailUrl, projectId: projects.open, log: `${dataFolder(port)}/services.log` }))
  } catch (error) {
    await stopAll(1, error.message)
  }
}
