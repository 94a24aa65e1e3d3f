import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repository } from '../paths.js'
import { openTestSiwx, shop, type TestSiwx } from './testing/openTestSiwx.js'
import { type TestWallet, testWallets } from './testing/wallets.js'

/* The servers of docs/sign-in.md, as they stand there, against ours. */

type Fetch = (request: Request) => Response | Promise<Response>
const folder = join(repository, 'node_modules/.cache/site-servers')
const listen = (listener: RequestListener) =>
  new Promise<{ readonly server: Server; readonly url: string }>((resolve) => {
    const server = createServer(listener).listen(0, '127.0.0.1', () =>
      resolve({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    )
  })

describe('the servers of the documentation', () => {
  let database: TestDatabase
  let world: TestSiwx
  let wallet: TestWallet
  let api: { readonly server: Server; readonly url: string }
  const open: Server[] = []
  beforeAll(async () => {
    wallet = (await testWallets())[0] as TestWallet
    database = await openAnyDatabase()
    world = await openTestSiwx(database.options)
    // Tokens are checked by libraries with a clock of their own.
    world.clock.now = Date.now()
    api = await listen(getRequestListener((request) => world.fetch(request)))
    await mkdir(folder, { recursive: true })
  })
  afterAll(async () => {
    for (const server of [...open, api?.server]) server?.close()
    await rm(folder, { recursive: true, force: true })
    await world?.close()
    await database?.remove()
  })

  /** A block of the documentation, with our addresses in the place of the examples'. */
  async function block(language: string, contains: string): Promise<string> {
    const text = await readFile(join(repository, 'docs/sign-in.md'), 'utf8')
    const found = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(([, name, code]) => name === language && code?.includes(contains))
    if (!found?.[2]) throw new Error(`The documentation has no ${language} with ${contains}`)
    return found[2]
      .replaceAll("issuer: 'https://api.example.com'", `issuer: '${world.config.urls.api}'`)
      .replaceAll('https://api.example.com', api.url)
      .replaceAll('projectId=shop', `projectId=${shop.projectId}`)
      .replaceAll('https://shop.example', shop.origin)
      .replaceAll('"shop.example"', '"shop.example.com"')
  }
  async function load(file: string, code: string): Promise<Record<string, unknown>> {
    await writeFile(join(folder, file), code)
    return (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
  }

  const kinds: readonly (readonly [string, () => Promise<RequestListener>])[] = [
    ['Hono', async () => getRequestListener(((await load('hono.ts', await block('ts', "from 'hono'"))).default as { fetch: Fetch }).fetch)],
    ['Express', async () => (await load('express.js', await block('javascript', "from 'express'"))).default as RequestListener],
    [
      'a Next.js route',
      async () => getRequestListener((await load('next.ts', await block('ts', 'export async function GET'))).GET as Fetch),
    ],
  ]
  test.each(kinds)('behavior: %s answers 401 before the sign-in, 200 after it, 401 after the sign-out', async (_name, make) => {
    const site = await listen(await make())
    open.push(site.server)
    const ask = (token?: string) =>
      fetch(`${site.url}/private`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(401)
    expect((await ask('a.b.c')).status).toBe(401)
    const { token } = await world.signIn(wallet)
    const answer = await ask(token)
    expect([answer.status, await answer.json()]).toEqual([200, { address: wallet.address }])
    expect((await world.call('POST', '/siwx/sign-out', { token })).status).toBe(200)
    expect((await ask(token)).status).toBe(401)
  })

  test('behavior: the published keys alone say whom a token is of', async () => {
    const { visitorOf } = (await load('jose.ts', await block('ts', "from 'jose'"))) as { visitorOf: (token: string) => Promise<string> }
    const { token } = await world.signIn(wallet)
    expect(await visitorOf(token)).toBe(`eip155:1:${wallet.address}`)
    await expect(visitorOf(`${token}x`)).rejects.toThrow()
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  test.runIf(hasPython)('behavior: Python asks POST /verify', async () => {
    const code = await block('python', 'urllib')
    const proof = await world.proofOf(wallet, world.messageOf(wallet, 'siteNonce1'))
    const run = async (given: object, nonce: string) => {
      const { spawn } = await import('node:child_process')
      const child = spawn('python3', [
        '-c',
        `${code}\nimport sys\nprint(verify(json.loads(sys.argv[1]), sys.argv[2]))`,
        JSON.stringify(given),
        nonce,
      ])
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      await new Promise((resolve) => child.on('close', resolve))
      return output.trim()
    }
    expect(await run(proof, 'siteNonce1')).toBe(wallet.address)
    expect(await run(proof, 'anotherNonce')).toBe('None')
    expect(await run({ ...proof, message: `${proof.message} ` }, 'siteNonce1')).toBe('None')
  })
})
