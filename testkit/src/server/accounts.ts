import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { accountsApi } from '@latchkey/services/src/accountsApi.ts'
import type { ApiEnv } from '@latchkey/services/src/api/context.ts'
import { checkConfig } from '@latchkey/services/src/config/readConfig.ts'
import type { ConfigInput } from '@latchkey/services/src/config/schema.ts'
import { openDatabase } from '@latchkey/services/src/db/openDatabase.ts'
import type { Mail, Mailer } from '@latchkey/services/src/mail/mailer.ts'
import { openAccounts, sweepAccounts } from '@latchkey/services/src/openAccounts.ts'
import { createProjectStore, seedProjects } from '@latchkey/services/src/projects/projectStore.ts'
import { pino } from 'pino'
import type { TestDatabase } from '../databases/databases.js'
import { type Api, createDevice, type Device } from './device.js'
import { localChain } from './localChain.js'
import { projects, urls } from './services.js'

export const place = { projectId: 'open', origin: 'http://app.localhost' }

/** Accounts on a given database, with a mailbox and a clock that the test moves, served by any number of replicas. */
export async function openTestAccounts(
  database: TestDatabase['options'],
  options: {
    readonly accounts?: NonNullable<ConfigInput['accounts']>
    readonly replicas?: number
    readonly now?: number
    /** Sends in the mailbox's place while it answers one. */
    readonly mailer?: () => Pick<Mailer, 'send'> | undefined
  } = {},
) {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-accounts-'))
  const config = checkConfig({
    urls,
    database: database.url === undefined ? { folder: database.folder } : { url: database.url },
    limits: { api: { perSecond: 1_000_000, burst: 1_000_000 } },
    chains: [localChain()],
    projects,
    accounts: { kms: { file: join(root, 'kms.json') }, ...options.accounts },
  })
  const clock = { now: options.now ?? Date.UTC(2026, 0, 1) }
  const mails: Mail[] = []
  const keep = async (mail: Mail) => void mails.unshift(mail)
  const send = (mail: Mail) => options.mailer?.()?.send(mail) ?? keep(mail)
  const mailer: Mailer = { name: 'Latchkey', send, close: () => undefined }
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })

  const open = async (db: Awaited<ReturnType<typeof openDatabase>>) => {
    const store = createProjectStore(db.db, () => clock.now)
    const { accounts, close } = await openAccounts(config, db, store, log, { now: () => clock.now, mailer })
    if (!accounts) throw new Error('There are no accounts.')
    const app = new OpenAPIHono<ApiEnv>()
    accountsApi(app, { config, projects: store, accounts })
    const api =
      (ip = '192.0.2.1'): Api =>
      async (request) =>
        app.fetch(request, { ip })
    return { accounts, api, close }
  }

  // PGlite belongs to one process: there, replicas share the connection. On PostgreSQL each has its own pool, and there are always two.
  const first = await openDatabase(config.database)
  await seedProjects(first.db, config.projects)
  const connections = [first]
  const replicas: Awaited<ReturnType<typeof open>>[] = []
  for (let index = 0; index < (options.replicas ?? (first.kind === 'postgres' ? 2 : 1)); index += 1) {
    const db = index === 0 || first.kind === 'pglite' ? first : await openDatabase(config.database)
    if (index > 0 && db !== first) connections.push(db)
    replicas.push(await open(db))
  }
  const [main] = replicas
  if (!main) throw new Error('There is no replica.')

  let turn = 0
  const inTurn =
    (ip?: string): Api =>
    (request) => {
      turn += 1
      return (replicas[turn % replicas.length] ?? main).api(ip)(request)
    }
  const linkTo = (to: string) => /verify#([\w-]+)/.exec(mails.find((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''
  const codeTo = (to: string) => /^ {4}(\d{6})$/m.exec(mails.find((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''

  /** The whole way by e-mail. */
  const signIn = async (device: Device, email: string) => {
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action === 'CONNECT') throw new Error('signed in already')
    if (started.action === 'VERIFY_DEVICE') await device.must(authRoutes.linkApprove, { token: linkTo(email), number: started.number })
    return device.adopt(await device.must(authRoutes.otp, { challengeId: started.challengeId, code: codeTo(email) }))
  }

  return {
    config,
    root,
    clock,
    mails,
    lines,
    replicas,
    db: first.db,
    accounts: main.accounts,
    api: main.api,
    /** @param replica that serves it; without, the replicas take turns, request by request */
    device: (ip?: string, replica?: number) => createDevice(replica === undefined ? inTurn(ip) : (replicas[replica] ?? main).api(ip)),
    linkTo,
    codeTo,
    signIn,
    sweep: () => sweepAccounts(main.accounts),
    close: async () => {
      for (const replica of replicas) await replica.close()
      for (const connection of connections) await connection.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export type TestAccounts = Awaited<ReturnType<typeof openTestAccounts>>
