import { namespaceIds } from '@latchkey/protocol'
import type { SignedIn, SignInMessage } from '@latchkey/protocol/siwx'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siwxNonces, siwxSessions } from '../db/schema.js'
import { evil, openTestSiwx, shop, type TestSiwx } from './testing/openTestSiwx.js'
import { type TestWallet, testWallets } from './testing/wallets.js'

const reasonOf = ({ body }: { readonly body: unknown }) => (body as { reasons: { field: string }[] }).reasons[0]?.field

describe.each(everyDatabase)('sign-in on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestSiwx
  let wallets: readonly TestWallet[]
  let wallet: TestWallet
  beforeAll(async () => {
    wallets = await testWallets()
    wallet = wallets[0] as TestWallet
    database = await open()
    world = await openTestSiwx(database.options)
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  test('behavior: an account of every kind signs in, and an independent library agrees', async () => {
    for (const each of wallets) {
      const { session } = await world.signIn(each)
      expect(session, each.name).toMatchObject({ address: each.address, networkId: each.networkId, domain: 'shop.example.com' })
      expect(await each.holds(session.message, session.signature), each.name).toBe(true)
    }
  })

  test('error: a signature of another text, of another account, cut or turned is none, whatever the account', async () => {
    for (const each of wallets) {
      const message = world.messageOf(each, await world.nonce())
      const { signature, ...proof } = await world.proofOf(each, message)
      const ofAnother = await each.sign(`${message} `)
      const other = wallets.find(({ family }) => family !== each.family) as TestWallet
      const turned = signature.startsWith('0x')
        ? `${signature.slice(0, 20)}${signature[20] === '0' ? '1' : '0'}${signature.slice(21)}`
        : `${signature.slice(0, 20)}${signature[20] === 'A' ? 'B' : 'A'}${signature.slice(21)}`
      const wrong = [ofAnother, turned, signature.slice(0, -4), '', '0x', `0x${'00'.repeat(65)}`, await other.sign(message)]
      for (const bad of wrong) {
        const answer = await world.submit({ ...proof, signature: bad })
        // A text that could be a contract's signature asks the chain, which is not configured here.
        expect([each.name, bad, answer.status, ['bad_signature', 'unknown_chain'].includes(reasonOf(answer) ?? '')]).toEqual([
          each.name,
          bad,
          401,
          true,
        ])
      }
      // None of them has spent the nonce.
      expect((await world.submit({ ...proof, signature })).status, each.name).toBe(200)
    }
  })

  const minute = 60_000
  const iso = (offset: number) => new Date(world.clock.now + offset).toISOString()
  const wrongs: readonly (readonly [string, () => Partial<SignInMessage>, string])[] = [
    ['another domain', () => ({ domain: 'evil.example' }), 'wrong_domain'],
    ['a subdomain', () => ({ domain: 'a.shop.example.com' }), 'wrong_domain'],
    ['another port', () => ({ domain: 'shop.example.com:8443' }), 'wrong_domain'],
    ['another scheme', () => ({ scheme: 'http' }), 'wrong_domain'],
    ['an address elsewhere', () => ({ uri: 'https://evil.example/' }), 'wrong_uri'],
    ['an address that begins like ours', () => ({ uri: 'https://shop.example.com.evil.example/' }), 'wrong_uri'],
    ['an address of no web site', () => ({ uri: 'did:key:z6Mk' }), 'wrong_uri'],
    ['another network', () => ({ chainId: '10' }), 'wrong_chain'],
    ['another family', () => ({ family: 'Solana' }), 'wrong_account'],
    ['an address in small letters', () => ({ address: wallet.address.toLowerCase() }), 'wrong_account'],
    ['a time that has passed', () => ({ expirationTime: iso(0) }), 'expired'],
    ['a time to come', () => ({ notBefore: iso(minute) }), 'not_yet_valid'],
    ['a date to come', () => ({ issuedAt: iso(5 * minute) }), 'not_yet_valid'],
    ['a nonce of its own', () => ({ nonce: 'aaaaaaaaaaaaaaaa' }), 'wrong_nonce'],
    ['a statement of two lines', () => ({ statement: 'Sign in\nNonce: 1' }), 'malformed_message'],
    ['a day that does not exist', () => ({ issuedAt: '2025-02-29T00:00:00Z' }), 'malformed_message'],
    ['no version', () => ({ version: '2' as '1' }), 'malformed_message'],
  ]
  test('error: a message is refused for what it says, whoever signed it', async () => {
    for (const [what, change, reason] of wrongs) {
      const answer = await world.submit(await world.proofOf(wallet, world.messageOf(wallet, await world.nonce(), change())))
      expect([what, answer.status, reasonOf(answer)]).toEqual([what, 401, reason])
    }
  })

  /** What is wrong with a message in every chain family alike. */
  const common = [
    'another domain',
    'another scheme',
    'an address elsewhere',
    'a time that has passed',
    'a time to come',
    'a nonce of its own',
  ]
  test('error: the account of every chain family is refused for another domain, URI, network, time and nonce, and for a replay', async () => {
    const ofEach = [...new Map(wallets.map((each) => [each.family, each])).values()]
    expect(ofEach).toHaveLength(namespaceIds.length)
    for (const each of ofEach) {
      const isEvm = each.networkId.startsWith('eip155:')
      const otherNetwork = isEvm ? '10' : 'f'.repeat(32)
      const cases = [
        ...wrongs.filter(([what]) => common.includes(what)),
        ['another network', () => ({ chainId: otherNetwork }), 'wrong_chain'],
        ['another family', () => ({ family: isEvm ? 'Solana' : 'Ethereum' }), 'wrong_account'],
      ] as const
      expect(cases).toHaveLength(common.length + 2)
      for (const [what, change, reason] of cases) {
        const answer = await world.submit(await world.proofOf(each, world.messageOf(each, await world.nonce(), change())))
        expect([each.name, what, answer.status, reasonOf(answer)]).toEqual([each.name, what, 401, reason])
      }
      const proof = await world.proofOf(each, world.messageOf(each, await world.nonce()))
      expect([(await world.submit(proof)).status, reasonOf(await world.submit(proof))], each.name).toEqual([200, 'replayed'])
    }
  })

  test('error: a nonce counts once, in its time, for its page and its project; of ten requests at once one succeeds', async () => {
    const proof = await world.proofOf(wallet, world.messageOf(wallet, await world.nonce()))
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.submit(proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(reasonOf))).toEqual(new Set(['replayed']))
    expect(reasonOf(await world.submit(proof))).toBe('replayed')

    const late = await world.proofOf(wallet, world.messageOf(wallet, await world.nonce()))
    world.clock.now += 11 * minute
    expect(reasonOf(await world.submit(late))).toBe('expired')

    const elsewhere = { projectId: 'open', origin: 'http://localhost:3000' }
    const theirs = await world.nonce(elsewhere)
    expect(reasonOf(await world.submit(await world.proofOf(wallet, world.messageOf(wallet, theirs))))).toBe('wrong_nonce')
    // What was used is forgotten when it would be refused for its age.
    expect(await world.db.select().from(siwxNonces)).not.toHaveLength(0)
    world.clock.now += 60 * minute
    await world.sweep()
    expect(await world.db.select().from(siwxNonces)).toHaveLength(0)
  })

  test('error: a page that the project does not allow gets no nonce and no session', async () => {
    const foreign = { ...shop, origin: 'https://evil.example' }
    expect((await world.call('GET', `/siwx/nonce?origin=${foreign.origin}`)).status).toBe(403)
    const proof = await world.proofOf(
      wallet,
      world.messageOf(wallet, await world.nonce(), { domain: 'evil.example', uri: 'https://evil.example' }),
    )
    expect((await world.submit(proof, foreign)).status).toBe(403)
    expect((await world.call('GET', '/siwx/me?domain=shop.example.com', { projectId: 'nobody' })).status).toBe(401)
  })

  test('behavior: the token proves the session to any server with the published keys, after a restart too', async () => {
    const { token, session } = await world.signIn(wallet)
    const keys = await world.call('GET', '/siwx/jwks.json')
    expect(JSON.stringify(keys.body)).not.toContain('"d"')
    expect(keys.headers.get('cache-control')).toBe('public, max-age=3600')
    const options = { issuer: world.config.urls.api, audience: shop.origin, currentDate: new Date(world.clock.now) }
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys.body), options)
    expect(payload).toMatchObject({ sub: `eip155:1:${wallet.address}`, address: wallet.address, network: 'eip155:1', project: 'listed' })
    expect(decodeProtectedHeader(token).alg).toBe('EdDSA')
    await expect(jwtVerify(token, createLocalJWKSet(keys.body), { ...options, audience: 'https://other.example' })).rejects.toThrow()
    await world.restart()
    const me = await world.call('GET', '/siwx/me?domain=shop.example.com', { token })
    expect(me).toMatchObject({ status: 200, body: session })
    expect(me.headers.get('cache-control')).toBe('no-store')
    expect((await world.call('GET', '/siwx/jwks.json')).body).toEqual(keys.body)
  })

  test('behavior: a session ends with a sign-out, with its time and with the message’s own; another project cannot use it', async () => {
    const first = await world.signIn(wallet)
    expect(reasonOf(await world.call('GET', '/siwx/me?domain=shop.example.com', { token: first.token, projectId: 'open' }))).toBe(
      'wrong_project',
    )
    expect((await world.call('POST', '/siwx/sign-out', { token: first.token, projectId: 'open' })).status).toBe(403)
    expect((await world.call('GET', '/siwx/me?domain=shop.example.com', { token: first.token })).status).toBe(200)
    expect((await world.call('POST', '/siwx/sign-out', { token: first.token })).status).toBe(200)
    expect(reasonOf(await world.call('GET', '/siwx/me?domain=shop.example.com', { token: first.token }))).toBe('no_session')
    expect((await world.call('POST', '/siwx/sign-out', { token: first.token })).status).toBe(401)

    const short = await world.signIn(wallet, { expirationTime: iso(5 * minute) })
    const long = await world.signIn(wallet)
    world.clock.now += 6 * minute
    const me = async ({ token }: SignedIn) => (await world.call('GET', '/siwx/me?domain=shop.example.com', { token })).status
    expect([await me(short), await me(long)]).toEqual([401, 200])
    world.clock.now += 7 * 86_400_000
    expect(await me(long)).toBe(401)
    await world.sweep()
    expect(await world.db.select().from(siwxSessions)).toHaveLength(0)
  })

  test('error: a token that was made on another page of the project, and a question without a domain', async () => {
    const { token } = await world.signIn(wallet, {}, evil)
    const me = (domain: string) => world.call('GET', `/siwx/me?domain=${domain}`, { token })
    for (const domain of [
      'shop.example.com',
      'example.com',
      'evil.example.com.',
      'EVIL.example.com.shop',
      'https://evil.example.com',
      '%00',
    ])
      expect(reasonOf(await me(domain)), domain).toBe('wrong_domain')
    expect((await me('evil.example.com')).status).toBe(200)
    expect((await world.call('GET', '/siwx/me', { token })).status).toBe(400)
    expect((await me('')).status).toBe(400)
  })

  test('error: a token that was changed, unsigned or signed by somebody else is none', async () => {
    const { token } = await world.signIn(wallet)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const changed = encode({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), address: '0x0' })
    const none = encode({ alg: 'none', typ: 'JWT' })
    for (const forged of [
      '',
      'a.b.c',
      `${head}.${changed}.${signature}`,
      `${none}.${claims}.`,
      `${encode({ alg: 'HS256' })}.${claims}.${signature}`,
    ])
      expect(reasonOf(await world.call('GET', '/siwx/me?domain=shop.example.com', { token: forged }))).toBe('no_session')
  })

  test('behavior: POST /verify tells a server with its own nonces who signed, and stores nothing', async () => {
    const before = (await world.db.select().from(siwxSessions)).length
    for (const each of wallets) {
      const proof = await world.proofOf(each, world.messageOf(each, 'ourOwnNonce1'))
      const body = { ...proof, domain: 'shop.example.com', nonce: 'ourOwnNonce1' }
      const answer = await world.call('POST', '/verify', { body })
      expect([each.name, answer.status]).toEqual([each.name, 200])
      expect(answer.body).toMatchObject({ address: each.address, networkId: each.networkId, nonce: 'ourOwnNonce1' })
    }
    const proof = await world.proofOf(wallet, world.messageOf(wallet, 'ourOwnNonce1'))
    const asked = (change: object) =>
      world.call('POST', '/verify', { body: { ...proof, domain: 'shop.example.com', nonce: 'ourOwnNonce1', ...change } })
    expect(reasonOf(await asked({ nonce: 'another12345' }))).toBe('wrong_nonce')
    expect(reasonOf(await asked({ domain: 'evil.example' }))).toBe('wrong_domain')
    expect(reasonOf(await asked({ uri: 'https://shop.example.com/account' }))).toBe('wrong_uri')
    expect((await asked({ uri: 'https://shop.example.com/cart' })).status).toBe(200)
    expect(reasonOf(await asked({ networkId: 'eip155:10' }))).toBe('wrong_chain')
    expect(reasonOf(await asked({ networkId: 'eip155:x' }))).toBe('wrong_chain')
    expect((await asked({ message: 7 })).status).toBe(400)
    expect((await world.db.select().from(siwxSessions)).length).toBe(before)
  })
})
