import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { describe, expect, test } from 'vitest'
import { repository } from './paths.js'

/** Megabytes of memory that `npm run serve` may hold, under load too; in the short form a fifth more, since garbage is collected later beside other tests. */
const most = process.env.LATCHKEY_LONG ? { pglite: 250, postgres: 150 } : { pglite: 300, postgres: 180 }
/** Megabytes by which it may still grow when it has reached its level. */
const growth = process.env.LATCHKEY_LONG ? 20 : 40
/** What `npm run serve` runs, without `node`. */
const command: readonly string[] = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  .scripts.serve.split(' ')
  .slice(1)
/** Requests of one load, and how many of them are under way at a time. */
const [requests, connections] = [Number(process.env.LATCHKEY_LONG ? 20_000 : 2_000), 20]

const projectId = 'memory'

/** Starts the server that was built, with an operator's configuration. */
async function serve(database: { readonly url?: string; readonly folder: string }) {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'latchkey-memory-'))]
  const urls = Object.fromEntries(['dialog', 'secure', 'api'].map((name) => [name, `http://${name}.localhost:${port}`]))
  const file = join(folder, 'latchkey.config.json')
  const config = {
    listen: { host: '127.0.0.1', port },
    urls,
    // The visitors' addresses come from the proxy in front, which this test plays.
    trustedProxies: 1,
    database: { folder: database.folder },
    log: { file: join(folder, 'services.log') },
    chains: [{ id: 8453 }],
    projects: [{ id: projectId, name: 'Memory', mode: 'development' }],
  }
  await writeFile(file, JSON.stringify(config))
  const env = { ...process.env, NODE_OPTIONS: '', LATCHKEY_CONFIG: file, DATABASE_URL: database.url ?? '' }
  const server = spawn(process.execPath, command, { env, cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = once(server, 'exit')
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = (host: string, path: string, visitor = 0) =>
    new Promise<number | undefined>((resolve) => {
      const headers = { host: `${host}.localhost:${port}`, 'x-forwarded-for': `203.0.113.${visitor}` }
      get({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      }).once('error', () => resolve(undefined))
    })
  await expect.poll(() => ask('api', '/ready'), { timeout: 60_000 }).toBe(200)
  return {
    ask,
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)])) / 1_024,
    async close() {
      agent.destroy()
      server.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What visitors ask for when they open the dialog, look for a wallet and see its picture. Gives the statuses there were. */
async function load(server: Awaited<ReturnType<typeof serve>>) {
  const statuses = new Set<number | undefined>()
  let next = 0
  const visit = async () => {
    for (let index = next; index < requests; index = next) {
      next += 1
      const origin = encodeURIComponent(`http://site${index % 200}.localhost`)
      const path = [
        ['dialog', `/?project=${projectId}&origin=${origin}`],
        ['api', `/appkit/v1/config?projectId=${projectId}`],
        ['api', `/getWallets?projectId=${projectId}&page=1&entries=40&search=${String.fromCharCode(97 + (index % 26))}`],
        ['api', `/getWallets?projectId=${projectId}&page=${1 + (index % 10)}&entries=40`],
      ][index % 4] as [string, string]
      statuses.add(await server.ask(...path, index % 250))
    }
  }
  await Promise.all(Array.from({ length: connections }, visit))
  return [...statuses]
}

describe.skipIf(process.platform === 'win32').each(everyDatabase)('npm run serve on $kind', ({ kind, open }) => {
  test(`behavior: holds at most ${most[kind]} MB at rest and under load, and stays level`, {
    timeout: 300_000,
  }, async () => {
    const database = await open()
    const server = await serve(database.options)
    try {
      const rest = server.memory()
      const levels: number[] = []
      for (let round = 0; round < 4; round += 1) {
        expect(await load(server)).toEqual([200])
        levels.push(server.memory())
      }
      expect(Math.max(rest, ...levels)).toBeLessThan(most[kind])
      expect((levels[3] ?? 0) - (levels[1] ?? 0)).toBeLessThan(growth)
    } finally {
      await server.close()
      await database.remove()
    }
  })
})
