import { createServer, type Server, type Socket } from 'node:net'
import { authRoutes, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { farcasterPerson, signInMessage } from '@latchkey/testkit/src/identity/farcasterRelay.js'
import { localProviders, localRegistry } from '@latchkey/testkit/src/identity/localProviders.js'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { visitor } from '@latchkey/testkit/src/server/device.ts'
import { createWallet } from '@latchkey/testkit/src/vault/client.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailer, type Mailer } from '../mail/mailer.js'
import type { FakeNode, NodeAnswer } from '../testing/fakeNode.js'
import { always } from '../testing/fakeNode.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { faults, startFaultyNode } from '../testing/upstreams.js'
import { takeAnswer } from './oauth/flows.js'

/* Every endpoint of the embedded wallet while whom it asks is broken: the mail server, a provider, Farcaster's relay, the node of its registry. */

const [kind] = databases
if (!kind) throw new Error('There is no database.')
const chainId = 31_337

/** What a mail server does that takes no mail. */
type MailFault = { readonly what: string; readonly serve: (socket: Socket) => void }
const says = (text: string) => (socket: Socket) => void socket.write(text)
const mailFaults: readonly MailFault[] = [
  { what: 'an error', serve: says('554 down\r\n') },
  { what: 'a limit', serve: says('421 too many\r\n') },
  { what: 'a page', serve: says('HTTP/1.1 200 OK\r\n\r\n<!doctype html><title>Sorry</title>\r\n') },
  { what: 'ten megabytes', serve: says('x'.repeat(10_000_000)) },
  {
    what: 'a greeting without an end',
    serve: (socket) => void setInterval(() => socket.writable && socket.write('220-wait\r\n'), 50).unref(),
  },
  { what: 'the end of the connection', serve: (socket) => void socket.end() },
  { what: 'a cut connection', serve: (socket) => void socket.destroy() },
  { what: 'silence', serve: () => {} },
  {
    what: 'silence once it has the mail',
    serve: (socket) => {
      socket.write('220 ready\r\n')
      socket.on('data', (chunk) => {
        const line = String(chunk)
        if (/^DATA/i.test(line)) socket.write('354 go on\r\n')
        else if (/^(?:EHLO|MAIL|RCPT)/i.test(line)) socket.write('250 good\r\n')
      })
    },
  },
]
/** What a server on HTTP does, and which chain the node says it is of. */
const broken: readonly { readonly what: string; readonly answer: NodeAnswer; readonly chain?: string }[] = [
  ...faults,
  { what: 'silence', answer: 'hang' },
  { what: 'another chain', answer: 'cut', chain: '0x1' },
]

/** Names of calls that ask nobody, or for whom nobody is asked before what they are for has happened: a notice by mail that fails is logged. */
const asksNobody = new Set<string>([
  ...['methods', 'device', 'otp', 'linkInspect', 'linkApprove', 'linkDeny', 'refresh', 'me', 'signOut', 'signOutEverywhere', 'sessions'],
  ...['revoke', 'audit', 'stepUpVerify', 'oauthRelease', 'oauthStatus', 'oauthRedeem', 'unlink', 'emailChangeSecondary', 'deleteAccount'],
])
/** Names of calls whose answer depends on somebody: each is in one of the tests below. */
const byMail = ['challenge', 'resend', 'stepUpStart', 'emailChange', 'emailChangePrimary']
const byProvider = ['oauthStart', 'oauthStartSigned', 'oauthLeave']
const byFarcaster = ['farcasterStart', 'farcasterStatus', 'farcasterVerify']

describe('the embedded wallet’s endpoints, while whom they ask is broken', () => {
  let database: TestDatabase
  let world: TestAccounts
  let node: FakeNode
  let service: Awaited<ReturnType<typeof startRecordedServer>>
  let answerOf: (path: string) => Recorded
  let smtp: Server
  let serve: (socket: Socket) => void
  let mailer: Mailer | undefined
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    ;[database, node, service] = await Promise.all([kind.open(), startFaultyNode('cut'), startRecordedServer((path) => answerOf(path))])
    smtp = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      serve(socket)
    })
    const port = await freePort()
    await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
    const farcaster = { relay: `${service.url}/farcaster`, rpcUrl: node.url, chainId, registry: localRegistry }
    const accounts = { farcaster, providers: localProviders(service.url), limits: { sendsPerAddressHour: 1_000 } }
    world = await openTestAccounts(database.options, { accounts, now: Date.now(), mailer: () => mailer })
    failingMailer = () =>
      createMailer({ smtp: `smtp://127.0.0.1:${port}`, from: 'wallet@example.com', name: 'Wallet' }, pino({ level: 'silent' }), {
        step: 100,
        mail: 200,
      })
  }, 60_000)
  let failingMailer: () => Mailer
  beforeEach(() => {
    world.clock.now += 3_600_000
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => smtp?.close(resolve))
    await world?.close()
    await Promise.all([node?.close(), service?.close(), database?.remove()])
  })

  /** Runs with a mail server that fails; before and after, the mailbox takes what is sent. */
  const whileMailFails = async <T>(how: (socket: Socket) => void, work: () => Promise<T>): Promise<T> => {
    serve = how
    mailer = failingMailer()
    try {
      return await work()
    } finally {
      mailer.close()
      mailer = undefined
    }
  }
  let count = 0
  const newEmail = () => `user${++count}@example.com`
  const signedIn = async () => {
    const [device, email] = [await world.device(), newEmail()]
    await world.signIn(device, email)
    return { device, email }
  }
  /** A device that may do everything: it has been known for a day, and its user has just proven themselves. */
  const trusted = async () => {
    const { device, email } = await signedIn()
    world.clock.now += 25 * 3_600_000
    await world.signIn(device, email)
    world.clock.now += 60_000
    const { challengeId } = await device.must(authRoutes.stepUpStart, {})
    await device.must(authRoutes.stepUpVerify, { challengeId, code: world.codeTo(email) })
    world.clock.now += 60_000
    return { device, email }
  }
  const notSent = { ok: false, error: { status: 503, code: 'mail_failed' } }

  describe.each(mailFaults)('a mail server that answers with $what', ({ serve: how }) => {
    test('error: challenge and resend say that the mail could not be sent, and the next try works', async () => {
      const [device, email] = [await world.device(), newEmail()]
      expect(await whileMailFails(how, () => device.call(authRoutes.challenge, { ...place, email }))).toMatchObject(notSent)
      world.clock.now += 60_000
      const started = await device.must(authRoutes.challenge, { ...place, email })
      if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
      world.clock.now += 60_000
      const { challengeId } = started
      expect(await whileMailFails(how, () => device.call(authRoutes.resend, { challengeId }))).toMatchObject(notSent)
      world.clock.now += 60_000
      expect(await device.code(authRoutes.resend, { challengeId })).toBe('ok')
    })

    test('error: stepUpStart, emailChange and emailChangePrimary say so, and nothing has changed', async () => {
      const { device, email } = await trusted()
      expect(await whileMailFails(how, () => device.call(authRoutes.stepUpStart, {}))).toMatchObject(notSent)
      world.clock.now += 60_000
      const next = { email: newEmail() }
      expect(await whileMailFails(how, () => device.call(authRoutes.emailChange, next))).toMatchObject(notSent)
      world.clock.now += 60_000
      const { challengeId } = await device.must(authRoutes.emailChange, next)
      const code = world.codeTo(email)
      world.clock.now += 60_000
      expect(await whileMailFails(how, () => device.call(authRoutes.emailChangePrimary, { challengeId, code }))).toMatchObject(notSent)
      expect(await device.must(authRoutes.me, {})).toMatchObject({ email })
    })

    test('behavior: what a mail only tells of happens all the same: a sign-in, a wallet, its export, the end of all sessions', async () => {
      const [device, email] = [await world.device(), newEmail()]
      const started = await device.must(authRoutes.challenge, { ...place, email })
      if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
      await device.must(authRoutes.linkApprove, { token: world.linkTo(email), number: started.number })
      const entered = { challengeId: started.challengeId, code: world.codeTo(email) }
      device.adopt(await whileMailFails(how, () => device.must(authRoutes.otp, entered)))
      await whileMailFails(how, () => createWallet(device))
      const other = await trusted()
      expect(await whileMailFails(how, () => other.device.code(vaultRoutes.exportAllowed, {}))).toBe('ok')
      expect(await whileMailFails(how, () => other.device.code(authRoutes.signOutEverywhere, {}))).toBe('ok')
      expect(await other.device.code(authRoutes.me, {})).toBe('invalid_token')
    })
  })

  const person = farcasterPerson('alice')
  const healthy = (done?: object) => (path: string) => ({
    body: JSON.stringify(
      path.endsWith('/status') ? (done ?? { state: 'pending' }) : { channelToken: 'token', url: 'https://relay.example' },
    ),
  })
  const startFarcaster = async (device: Device) => {
    answerOf = healthy()
    const { flow, ...words } = await device.must(authRoutes.farcasterStart, place)
    const { domain, uri, nonce } = words
    const message = signInMessage({ domain, siweUri: uri, nonce, chainId, address: person.account.address, fid: person.fid })
    return { flow, message, signature: await person.account.signMessage({ message }) }
  }
  const failed = { ok: false, error: { status: 502, code: 'provider_failed' } }

  describe.each(broken)('servers that answer with $what', ({ answer, chain = '0x7a69' }) => {
    const bad = (): Recorded => (typeof answer === 'string' ? answer : { body: answer.text ?? '', status: answer.status ?? 200 })
    beforeEach(() => {
      node.identity = { 'eth_chainId []': chain }
      node.answer = () => answer
      answerOf = bad
    })

    test('error: oauthStart and oauthStartSigned say that the provider failed', async () => {
      const { device } = await trusted()
      answerOf = bad
      const wanted = { provider: 'google' as const }
      const asked = [
        device.call(authRoutes.oauthStart, { ...place, ...wanted }),
        device.call(authRoutes.oauthStartSigned, { ...wanted, purpose: 'step-up' }),
      ]
      for (const one of await Promise.all(asked)) expect(one).toMatchObject(failed)
    })

    test('error: oauthLeave needs no provider that has no discovery; its answer is not believed', async () => {
      const device = await world.device()
      const { flow, url } = await device.must(authRoutes.oauthStart, { ...place, provider: 'github' })
      expect((await device.must(authRoutes.oauthLeave, { flow })).url).toContain(`${service.url}/auth?`)
      const params = new URLSearchParams({ code: 'code', state: new URL(url).searchParams.get('state') ?? '' })
      expect(await takeAnswer(world.accounts, 'github', params, visitor)).toMatchObject({ ok: false, error: 'provider_failed' })
      expect(await device.call(authRoutes.oauthStatus, { flow })).toMatchObject(failed)
      expect(await device.call(authRoutes.oauthRedeem, { flow })).toMatchObject(failed)
    })

    test('error: farcasterStart and farcasterStatus say so of the relay, and the flow goes on when it is back', async () => {
      const device = await world.device()
      answerOf = bad
      expect(await device.call(authRoutes.farcasterStart, place)).toMatchObject(failed)
      const { flow } = await startFarcaster(device)
      answerOf = bad
      expect(await device.call(authRoutes.farcasterStatus, { flow })).toMatchObject(failed)
      answerOf = healthy()
      expect(await device.must(authRoutes.farcasterStatus, { flow })).toMatchObject({ status: 'PENDING' })
    })

    test('error: farcasterVerify and farcasterStatus say that the registry failed, and not that the signature is wrong', async () => {
      const device = await world.device()
      const signed = await startFarcaster(device)
      const { flow, message, signature } = signed
      answerOf = healthy({ state: 'completed', message, signature })
      const asked = [
        device.call(authRoutes.farcasterVerify, signed),
        // What only the chain can tell to be a contract's.
        device.call(authRoutes.farcasterVerify, { ...signed, signature: `0x${'11'.repeat(100)}` }),
        device.call(authRoutes.farcasterStatus, { flow }),
      ]
      for (const one of await Promise.all(asked)) expect(one).toMatchObject(failed)
      // The flow is not spent: with the registry back the same signature signs in.
      node.identity = { 'eth_chainId []': '0x7a69' }
      node.answer = always(`0x${person.fid.toString(16).padStart(64, '0')}`)
      expect(await device.call(authRoutes.farcasterVerify, signed)).toMatchObject({ ok: true })
    })
  })

  test('error: a registry of another chain knows nobody here, whatever it holds', async () => {
    const device = await world.device()
    const signed = await startFarcaster(device)
    node.identity = { 'eth_chainId []': '0x1' }
    node.answer = always(`0x${person.fid.toString(16).padStart(64, '0')}`)
    expect(await device.call(authRoutes.farcasterVerify, signed)).toMatchObject(failed)
  })

  test('behavior: each call of the contract is in one of the lists; the vault asks nobody', () => {
    const listed = [...asksNobody, ...byMail, ...byProvider, ...byFarcaster]
    expect(listed.toSorted()).toEqual(Object.keys(authRoutes).toSorted())
  })
})
