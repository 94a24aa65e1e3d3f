import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quietPort } from '@latchkey/testkit/src/server/serverProcess.ts'
import { accountPorts } from '../../scripts/dev/ports.js'
import { waitUntilServed } from '../../scripts/dev/waitUntilServed.js'
import type { Server } from './server.ts'

const main = fileURLToPath(new URL('../../services/dist/main.js', import.meta.url))

/** A database that is new takes its time. */
async function served(urls: { readonly api: string }, chain: string): Promise<void> {
  for (let left = 4; left >= 0; left -= 1)
    try {
      return await waitUntilServed(Number(new URL(urls.api).port), urls, [chain], 'own')
    } catch (error) {
      if (left === 0) throw error
    }
}

export type OwnServer = {
  readonly dialog: string
  readonly api: string
  readonly projectId: string
  /** Stops it as an orchestrator does: SIGTERM, and SIGKILL 10 s later. @returns the signal that ended it; null when it ended by itself */
  stop(): Promise<NodeJS.Signals | null>
  /** SIGKILL: nothing of it can clean up. */
  kill(): Promise<void>
  /** Starts it again after that, with the same database. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Mails of another server for the catcher of `server`, where tests read them. */
export const localMail = (server: Pick<Server, 'dialog'>) => ({
  smtp: `smtp://127.0.0.1:${accountPorts(Number(new URL(server.dialog).port)).smtp}`,
  from: 'Own <own@latchkey.example>',
})

/**
 * What was built, as an operator runs it, with a configuration of their own: a database in a folder, the chain of `server`, and what is given.
 *
 * @param accounts the embedded wallet's part; left out, there is none
 * @param more further keys of the configuration, and of its project, for the server's port
 */
export async function startOwnServer(
  { chains }: Server,
  accounts?: object,
  more: (port: number) => { readonly config?: object; readonly project?: object } = () => ({}),
): Promise<OwnServer> {
  const [port, folder] = [await quietPort(), await mkdtemp(join(tmpdir(), 'latchkey-own-'))]
  const urls = Object.fromEntries(['app', 'dialog', 'secure', 'api'].map((name) => [name, `http://${name}.localhost:${port}`]))
  const [[caip2 = '', node = ''] = []] = Object.entries(chains)
  const { config: keys, project } = more(port)
  const config = {
    listen: { host: '127.0.0.1', port },
    urls,
    database: { folder: join(folder, 'database') },
    log: { level: 'warn', file: join(folder, 'services.log') },
    chains: [
      { caip2, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, upstreams: [{ url: node }], testnet: true },
    ],
    projects: [{ id: 'own', name: 'Own', mode: 'development', networks: [caip2], ...project }],
    ...keys,
    ...(accounts ? { accounts: { kms: { file: join(folder, 'kms-root.json') }, ...accounts } } : {}),
  }
  const file = join(folder, 'latchkey.config.json')
  await writeFile(file, JSON.stringify(config))
  let child: ChildProcess
  let ended: Promise<NodeJS.Signals | null>
  const start = async () => {
    const started = spawn(process.execPath, [main], { env: { ...process.env, LATCHKEY_CONFIG: file }, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    started.stderr.on('data', (chunk) => {
      said += chunk
    })
    child = started
    ended = new Promise((resolve) => started.once('exit', (_code, signal) => resolve(signal)))
    await Promise.race([served(urls as { api: string }, caip2), ended.then(() => Promise.reject(new Error(`The server ended: ${said}`)))])
  }
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    const signal = await ended
    clearTimeout(timer)
    return signal
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const close = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return { dialog: urls.dialog ?? '', api: urls.api ?? '', projectId: 'own', stop, kill, restart: start, close }
}
