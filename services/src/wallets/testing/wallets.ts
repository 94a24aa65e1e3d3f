import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { originMatcher } from '@latchkey/protocol'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import type { ApiContext, ApiEnv } from '../../api/context.js'
import { requireProject } from '../../api/middleware.js'
import type { Project } from '../../projects/projectStore.js'
import type { Catalog } from '../catalog.js'
import { type DirectoryOptions, openDirectory } from '../directory.js'
import type { Wallet } from '../wallet.js'
import { walletsRoutes } from '../walletsRoutes.js'

/** An id as the catalogue would make it. */
export const idOf = (name: string) => createHash('sha256').update(name).digest('hex')

/** A wallet of which only what a test is about needs saying. */
export const wallet = (name: string, rest: Partial<Wallet> = {}): Wallet => ({ id: idOf(name), name, chains: ['eip155:1'], ...rest })

export const catalogOf = (wallets: readonly Wallet[]): Catalog => ({
  wallets,
  networks: new Map(),
  tokens: new Map(),
  currencies: new Map(),
  icons: new Map(),
})

const project = { id: 'shop', match: originMatcher(['https://shop.example'], 'production') } as unknown as Project

/** What the project check reads of its context: the check itself is the real one. */
const context = {
  config: { urls: { dialog: 'https://dialog.example', secure: 'https://secure.example', api: 'https://api.example' } },
  projects: { get: async (id: string) => (id === project.id ? project : null) },
} as unknown as ApiContext

/** The endpoint over these wallets, behind the real project check, on a port of its own until the test ends. */
export async function openApi(wallets: readonly Wallet[], options: Omit<DirectoryOptions, 'catalog'> = {}) {
  const directory = await openDirectory({ catalog: catalogOf(wallets), ...options })
  const app = new Hono<ApiEnv>().route('/', walletsRoutes({ directory, requireProject: requireProject(context, 403) }))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await directory.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (query: string, headers: Record<string, string> = {}) => fetch(`${origin}/getWallets?projectId=shop&${query}`, { headers })
  return {
    app,
    origin,
    directory,
    ask,
    /** Names on the page, and the count. */
    list: async (query: string): Promise<{ names: string[]; count: number }> => {
      const answer = await ask(query)
      const { data, count } = (await answer.json()) as { data: Wallet[]; count: number }
      return { names: data.map(({ name }) => name), count }
    },
  }
}
