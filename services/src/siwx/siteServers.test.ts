import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { loadExample, signInExample } from '@latchkey/testkit/src/server/signInDocs.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { evil, openTestSiwx, shop, type TestSiwx } from './testing/openTestSiwx.js'
import { type TestWallet, testWallets } from './testing/wallets.js'

/* The servers of docs/sign-in.md, as they stand there, against ours. */

type Fetch = (request: Request) => Response | Promise<Response>
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
  })
  afterAll(async () => {
    for (const server of [...open, api?.server]) server?.close()
    await world?.close()
    await database?.remove()
  })

  const block = (language: string, contains: string) =>
    signInExample(language, contains, {
      "issuer: 'https://api.example.com'": `issuer: '${world.config.urls.api}'`,
      'https://api.example.com': api.url,
      'projectId=shop&domain=shop.example': `projectId=${shop.projectId}&domain=${new URL(shop.origin).host}`,
      'projectId=shop': `projectId=${shop.projectId}`,
      'https://shop.example': shop.origin,
      '"shop.example"': '"shop.example.com"',
    })

  const kinds: readonly (readonly [string, () => Promise<RequestListener>])[] = [
    [
      'Hono',
      async () => getRequestListener(((await loadExample('hono', await block('ts', "from 'hono'"))).default as { fetch: Fetch }).fetch),
    ],
    ['Express', async () => (await loadExample('express', await block('javascript', "from 'express'"))).default as RequestListener],
    [
      'a Next.js route',
      async () => getRequestListener((await loadExample('next', await block('ts', 'export async function GET'))).GET as Fetch),
    ],
  ]
  test.each(kinds)(
    'behavior: %s answers 401 before the sign-in and with one of another site, 200 after it, 401 after the sign-out',
    async (_name, make) => {
      const site = await listen(await make())
      open.push(site.server)
      const ask = (token?: string) =>
        fetch(`${site.url}/private`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
      expect((await ask()).status).toBe(401)
      expect((await ask('a.b.c')).status).toBe(401)
      const { token } = await world.signIn(wallet)
      const answer = await ask(token)
      expect([answer.status, await answer.json()]).toEqual([200, { address: wallet.address }])
      expect((await ask((await world.signIn(wallet, {}, evil)).token)).status).toBe(401)
      expect((await world.call('POST', '/siwx/sign-out', { token })).status).toBe(200)
      expect((await ask(token)).status).toBe(401)
    },
  )

  test('behavior: the published keys alone say whom a token is of', async () => {
    const { visitorOf } = (await loadExample('jose', await block('ts', "from 'jose'"))) as { visitorOf: (token: string) => Promise<string> }
    const { token } = await world.signIn(wallet)
    expect(await visitorOf(token)).toBe(`eip155:1:${wallet.address}`)
    await expect(visitorOf(`${token}x`)).rejects.toThrow()
    await expect(visitorOf((await world.signIn(wallet, {}, evil)).token)).rejects.toThrow()
  })

  /** Runs a program that prints what it says of a proof. */
  async function run(command: string, args: readonly string[]): Promise<string> {
    const child = spawn(command, args)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    await new Promise((resolve) => child.on('close', resolve))
    return output.trim()
  }
  const languages: readonly (readonly [string, boolean, () => Promise<(proof: string, nonce: string) => Promise<string>>])[] = [
    [
      'Python',
      spawnSync('python3', ['--version']).status === 0,
      async () => {
        const code = `${await block('python', 'urllib')}\nimport sys\nprint(verify(json.loads(sys.argv[1]), sys.argv[2]) or "")`
        return (proof, nonce) => run('python3', ['-c', code, proof, nonce])
      },
    ],
    [
      'Go',
      spawnSync('go', ['version']).status === 0,
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'site-go-'))
        onTestFinished(() => rm(folder, { recursive: true, force: true }))
        await writeFile(join(folder, 'verify.go'), await block('go', 'net/http'))
        await writeFile(join(folder, 'main.go'), goMain)
        return (proof, nonce) => run('go', ['run', join(folder, 'main.go'), join(folder, 'verify.go'), proof, nonce])
      },
    ],
  ]
  for (const [language, installed, prepare] of languages)
    test.runIf(installed)(
      `behavior: ${language} asks POST /verify`,
      async () => {
        const proof = await world.proofOf(wallet, world.messageOf(wallet, 'siteNonce1'))
        const verify = await prepare()
        expect(await verify(JSON.stringify(proof), 'siteNonce1')).toBe(wallet.address)
        expect(await verify(JSON.stringify(proof), 'anotherNonce')).toBe('')
        expect(await verify(JSON.stringify({ ...proof, message: `${proof.message} ` }), 'siteNonce1')).toBe('')
        const { host } = new URL(evil.origin)
        const foreign = await world.proofOf(wallet, world.messageOf(wallet, 'siteNonce1', { domain: host, uri: evil.origin }))
        expect(await verify(JSON.stringify(foreign), 'siteNonce1')).toBe('')
      },
      60_000,
    )
})

const goMain = `package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	var proof map[string]string
	if err := json.Unmarshal([]byte(os.Args[1]), &proof); err != nil {
		panic(err)
	}
	address, err := verify(proof, os.Args[2])
	if err != nil {
		panic(err)
	}
	fmt.Print(address)
}
`
