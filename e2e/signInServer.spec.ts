import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { writeSignInMessage } from '@latchkey/protocol/siwx'
import { signInExample, writeExample } from '@latchkey/testkit/src/server/signInDocs.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from './support/test.ts'

/* The servers of docs/sign-in.md against `npm start`, from a Node that has nothing of ours: its resolver may know no name below `.localhost`. */

const origin = 'http://localhost:5173'

/** Prints what a protected route answers without a token, and with one. */
const program = `
const [example, token] = process.argv.slice(2)
const site = await import(example)
async function ask(headers) {
  const request = new Request('http://site.example/private', { headers })
  if (site.GET) return await site.GET(request)
  if (site.default.fetch) return await site.default.fetch(request)
  const server = await new Promise((resolve) => { const listening = site.default.listen(0, '127.0.0.1', () => resolve(listening)) })
  const answer = await fetch('http://127.0.0.1:' + server.address().port + '/private', { headers })
  server.close()
  return answer
}
const answers = []
for (const headers of [{}, { authorization: 'Bearer ' + token }]) {
  const answer = await ask(headers)
  answers.push([answer.status, await answer.text()])
}
console.log(JSON.stringify(answers))
`

for (const host of ['localhost', '127.0.0.1'])
  test(`behavior: the documentation’s servers ask ${host}, and learn who has signed in`, async ({ server }) => {
    const { port } = new URL(server.api)
    const api = `http://${host}:${port}`
    const project = `projectId=${server.projectId}`
    const account = privateKeyToAccount(generatePrivateKey())
    const { nonce } = await (await fetch(`${api}/siwx/nonce?${project}&origin=${encodeURIComponent(origin)}`)).json()
    const message = writeSignInMessage({
      domain: new URL(origin).host,
      family: 'Ethereum',
      address: account.address,
      uri: origin,
      version: '1',
      chainId: '31337',
      nonce,
      issuedAt: new Date().toISOString(),
    })
    const proof = { origin, networkId: 'eip155:31337', message, signature: await account.signMessage({ message }) }
    const headers = { 'content-type': 'application/json' }
    const signedIn = await fetch(`${api}/siwx/sessions?${project}`, { method: 'POST', headers, body: JSON.stringify(proof) })
    expect(signedIn.status).toBe(200)
    const { token } = await signedIn.json()

    const folder = await mkdtemp(join(tmpdir(), 'sign-in-server-'))
    try {
      await writeFile(join(folder, 'ask.mjs'), program)
      for (const [language, contains] of [
        ['ts', "from 'hono'"],
        ['javascript', "from 'express'"],
        ['ts', 'export async function GET'],
      ] as const) {
        const code = await signInExample(language, contains, {
          'https://api.example.com': api,
          'domain=shop.example': `domain=${new URL(origin).host}`,
          'projectId=shop': project,
        })
        const example = pathToFileURL(await writeExample(`${host}-${contains.replace(/\W/g, '')}`, code)).href
        const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'ask.mjs'), example, token])
        const [without, withToken] = JSON.parse(stdout)
        expect([contains, without]).toEqual([contains, [401, 'Sign in first']])
        expect([contains, withToken[0], JSON.parse(withToken[1])]).toEqual([contains, 200, { address: account.address }])
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
