import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../../entry/root.js'
import { connectInspector } from '../trace/inspector.js'

export const projectId = 'bench'
export const chainId = 'eip155:31337'
const urls = { dialog: 'http://dialog.localhost', secure: 'http://secure.localhost', api: 'http://api.localhost' }

/** A chain's node that answers every call at once, with what the gateway asks it first: the number of the chain. */
async function startNode() {
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => response.end(chunks.length > 0 ? '{"jsonrpc":"2.0","id":1,"result":"0x7a69"}' : ''))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  return server
}

/** What a process holds in memory, bytes. */
function memoryOf(/** @type {number | undefined} */ pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1_024
  }
}

/** What `npm run serve` runs, with the flags that keep its memory small. */
const serve = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  .scripts.serve.split(' ')
  .slice(1)

/**
 * Starts the services as an operator would, with the limits of a production server, on a database of their own.
 *
 * @param {number} port
 * @param {(pid: number, stop: () => Promise<void>) => () => void} own
 * @param {{ inspected?: boolean, limits?: object }} [options] `inspected`: its inspector can be asked; `limits`: others than a production server's
 */
export async function startServer(port, own, { inspected = false, limits } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-load-'))
  const node = await startNode()
  const nodeUrl = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (node.address()).port}`
  const config = {
    listen: { port },
    urls,
    // Addresses of clients come from the proxy in front, which the bench plays.
    trustedProxies: 1,
    database: { folder: join(folder, 'database') },
    log: { file: join(folder, 'services.log') },
    chains: [
      {
        id: 31_337,
        name: 'Bench',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: nodeUrl }],
        blockTime: 0,
      },
    ],
    projects: [{ id: projectId, name: 'Bench', mode: 'development' }],
    ...(limits ? { limits } : {}),
  }
  const file = join(folder, 'latchkey.config.json')
  await writeFile(file, JSON.stringify(config))
  const env = { ...process.env, LATCHKEY_CONFIG: file, DATABASE_URL: '' }
  const flags = inspected ? ['--inspect=127.0.0.1:0'] : []
  const child = spawn(process.execPath, [...flags, ...serve], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', inspected ? 'pipe' : 'inherit'],
  })
  const inspector = child.stderr ? connectInspector(child.stderr) : undefined
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    child.kill('SIGTERM')
    await gone
  }
  if (child.pid) child.once('exit', own(child.pid, kill))
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null)
    if (answer?.ok) break
    if (child.exitCode !== null || tries > 600) throw new Error('The services did not start.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    port,
    api: urls.api,
    node: nodeUrl,
    inspector: await inspector,
    audience: `${urls.api.replace('http', 'ws')}/relay`,
    memory: () => memoryOf(child.pid),
    async stop() {
      const asked = await inspector
      asked?.close()
      await kill()
      await new Promise((resolve) => node.close(resolve).closeAllConnections())
      await rm(folder, { recursive: true, force: true })
    },
  }
}
