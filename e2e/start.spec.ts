import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

/* `npm start -- --json` as tools run it: its life from the start to the stop. */

const program = fileURLToPath(new URL('../scripts/start.js', import.meta.url))
/** After the ports of the servers that the other tests share. */
const port = Number(process.env.LATCHKEY_TEST_PORT ?? 4180) + 100

/** Everything that a process writes, by stream. */
function collect(child: ChildProcess) {
  const lines = { stdout: [] as string[], stderr: [] as string[] }
  for (const name of ['stdout', 'stderr'] as const) {
    const input = child[name]
    if (input) createInterface({ input }).on('line', (line) => lines[name].push(line))
  }
  return lines
}

/** A browser's part of a login: follows redirects, keeps cookies. */
function createVisitor() {
  const cookies = new Map<string, string>()
  return async function visit(url: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return { status: response.status, location: new URL(response.headers.get('location') ?? '', url).href, text: await response.text() }
  }
}

/** Signs in at the identity provider as a browser and a server do together, and asks who it is. */
async function login(oidc: string, secure: string) {
  const visit = createVisitor()
  const verifier = randomBytes(32).toString('base64url')
  const redirect = `${secure}/oauth/callback/github`
  const query = new URLSearchParams({
    client_id: 'github',
    response_type: 'code',
    redirect_uri: redirect,
    scope: 'read:user',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const { location: page } = await visit(`${oidc}/auth?${query}`)
  expect((await visit(page)).text).toContain('Sign in with GitHub')
  const { location: resume } = await visit(page, { method: 'POST', body: new URLSearchParams({ name: 'Alice', decision: 'approve' }) })
  const { location: callback } = await visit(resume)
  expect(callback).toContain(redirect)
  const code = new URL(callback).searchParams.get('code') ?? ''
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier })
  body.set('client_id', 'github')
  body.set('client_secret', 'local')
  const answer = await fetch(`${oidc}/token`, { method: 'POST', body })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const user = await fetch(`${oidc}/github/user`, { headers: { authorization: `Bearer ${token}` } })
  expect(await user.json()).toMatchObject({ login: 'Alice' })
}

test('@once behavior: --json writes one line and nothing else, from the start over a login to the stop', async () => {
  test.setTimeout(180_000)
  const child = spawn(process.execPath, [program, '--port', String(port), '--json'], { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  try {
    const lines = collect(child)
    await expect.poll(() => lines.stdout.length + Number(child.exitCode !== null), { timeout: 120_000 }).toBeGreaterThan(0)
    const facts = JSON.parse(lines.stdout[0] ?? lines.stderr.join('\n')) as { app: string; secure: string; oidc: string }
    expect(facts.app).toBe(`http://app.localhost:${port}`)
    await login(facts.oidc, facts.secure)
    // Mistakes that the provider answers: an unknown client, an address that it does not have, and a page that asks for a token itself.
    expect((await fetch(`${facts.oidc}/auth?client_id=nobody`)).status).toBe(400)
    expect((await fetch(`${facts.oidc}/nowhere`)).status).toBe(404)
    const byPage = new URLSearchParams({ grant_type: 'authorization_code', code: 'x', client_id: 'github', client_secret: 'local' })
    expect((await fetch(`${facts.oidc}/token`, { method: 'POST', body: byPage, headers: { origin: facts.secure } })).status).toBe(400)
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
    expect(lines.stdout).toEqual([JSON.stringify(facts)])
    expect(lines.stderr.filter((line) => line.includes('oidc-provider'))).toEqual([])
  } finally {
    child.kill('SIGKILL')
  }
})
