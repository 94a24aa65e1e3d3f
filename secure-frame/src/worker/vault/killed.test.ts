import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { startMailCatcher } from '@latchkey/testkit/src/mail/mailCatcher.js'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { buildServices, createServerProcess, quietPort, type ServerProcess } from '@latchkey/testkit/src/server/serverProcess.ts'
import { projects, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from './derive.js'
import { readRecoveryCode } from './recoveryCode.js'
import { durable, type Visit, type VisitOptions, visit } from './testing/visits.js'

/* The real server on a PGlite folder, killed (-9) at every step of what a wallet goes through. Some of the steps here, each with the slow tests. */

type Mail = { readonly to: readonly string[] | string; readonly text: string }

/** When the server dies: at the n-th call (before it, in the middle of it, behind it), or when all of it is done. */
type Moment =
  | { readonly call: number; readonly at: 'before' | 'during' | 'after' }
  | { readonly path: string; readonly at: 'during' }
  | null

const works: Readonly<Record<string, { readonly writes: string; run(page: Visit, code: string): Promise<unknown> }>> = {
  creation: { writes: vaultRoutes.create.path, run: (page) => page.wallet.open() },
  rotation: { writes: vaultRoutes.commit.path, run: (page, code) => page.factors.rotate(code) },
  'the move to "only you"': { writes: vaultRoutes.custody.path, run: (page) => page.factors.takeCustody() },
}

describe('a server that is killed', () => {
  let folder = ''
  let server: ServerProcess
  let mail: Awaited<ReturnType<typeof startMailCatcher>>
  let mails: readonly Mail[] = []
  let moment: Moment = null
  let calls = 0

  beforeAll(async () => {
    await buildServices()
    folder = await mkdtemp(join(tmpdir(), 'latchkey-killed-'))
    mail = await startMailCatcher({ smtpPort: await freePort(), httpPort: await freePort() })
    const many = 1_000_000
    const limits = { sendsPerAddressHour: many, verifiesPerAddressHour: many, sendsPerProjectHour: many }
    server = await createServerProcess(
      {
        listen: { host: '127.0.0.1', port: await quietPort() },
        urls,
        log: { level: 'silent' },
        database: { folder: join(folder, 'database') },
        limits: { api: { perSecond: many, burst: many } },
        chains: [localChain()],
        projects,
        accounts: { mail: { smtp: mail.smtp, from: 'wallet@example.com' }, kms: { file: join(folder, 'kms.json') }, limits },
      },
      folder,
    )
    await server.start()
  })
  afterAll(async () => {
    await server?.kill()
    await mail?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const die = async () => {
    moment = null
    await server.kill()
    throw new TypeError('The server is gone.')
  }
  const send = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const now = moment && ('path' in moment ? moment.path === pathname : moment.call === calls) ? moment.at : undefined
    calls += 1
    if (now === 'before') return die()
    const answering = server.send(request)
    if (now === 'during') {
      // The answer is lost whenever it comes; the work behind it may be done, half done, or not begun.
      await Promise.race([answering.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, Math.random() * 12))])
      await server.kill()
      await answering.catch(() => undefined)
      return die()
    }
    const response = await answering
    if (now === 'after') return die()
    mails = await (await fetch(`${mail.url}/messages`)).json()
    return response
  }
  const newest = (to: string, pattern: RegExp) =>
    mails.flatMap(({ to: whom, text }) => ([whom].flat().includes(to) ? (pattern.exec(text)?.[1] ?? []) : []))[0] ?? ''
  const world = {
    accounts: { urls },
    api: () => send,
    linkTo: (to: string) => newest(to, /verify#([\w-]+)/),
    codeTo: (to: string) => newest(to, /^ {4}(\d{6})$/m),
  }
  const open = (options: VisitOptions) => visit(world, options)

  /** @returns whether the work was done before anybody died */
  async function live(name: string, wanted: Moment): Promise<boolean> {
    const work = works[name]
    if (!work) throw new Error('unreachable')
    const storage = durable()
    const page = await open({ storage })
    const email = `${crypto.randomUUID()}@example.com`
    await page.signIn(email)
    const shown = name === 'creation' ? undefined : await page.wallet.open()
    const code = shown ? await page.factors.addCode() : ''
    if (code) await page.factors.proveCode(code)
    calls = 0
    moment = wanted
    let after: unknown
    const done = await work.run(page, code).then(
      (result) => {
        after = name === 'creation' ? result : undefined
        return moment !== null || wanted === null
      },
      () => false,
    )
    moment = null
    await server.kill()
    await server.start()
    const next = await open({ storage })
    const ended = await next.wallet.open().then(
      () => false,
      ({ data }: { data?: { reason?: string } }) => data?.reason === 'session_expired',
    )
    // A token whose successor was lost with the answer ends the session: the user signs in again, on a device that is known.
    if (ended) {
      await storage.delete('last-email-login')
      const again = await open({ storage })
      await again.signIn(email)
    }
    const later = await open({ storage })
    const addresses = await later.wallet.open()
    expect([name, wanted, addresses]).toEqual([name, wanted, shown ?? after ?? addresses])
    expect(await later.wallet.withSeed(addressesOf)).toEqual(addresses)
    if (code) expect(await later.wallet.openWith('code', await readRecoveryCode(code))).toEqual(addresses)
    return done
  }

  const names = Object.keys(works)
  const long = Boolean(process.env.LATCHKEY_LONG)
  test.each(long ? names : ['rotation'])(
    'error: in the middle of the write of %s, the wallet still opens or never had an address',
    async (name) => {
      await live(name, { path: works[name]?.writes ?? '', at: 'during' })
    },
  )
  test.each(long ? names : ['creation', 'the move to "only you"'])(
    'error: right after %s was done, nothing of it is lost',
    async (name) => {
      expect(await live(name, null)).toBe(true)
    },
  )
  describe.runIf(long).each(names)('during %s', (name) => {
    test.each(['before', 'during', 'after'] as const)(
      'error: %s each call, the wallet still opens or never had an address',
      { timeout: 600_000 },
      async (at) => {
        for (let call = 0; !(await live(name, { call, at })); call += 1) expect(call).toBeLessThan(40)
      },
    )
  })
})
