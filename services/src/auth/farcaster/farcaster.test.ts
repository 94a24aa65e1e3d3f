import { authRoutes } from '@latchkey/protocol/schemas/account'
import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { farcasterPerson, register, signInMessage } from '@latchkey/testkit/src/identity/farcasterRelay.js'
import { startIdentityProvider } from '@latchkey/testkit/src/identity/identityProvider.js'
import { localRegistry } from '@latchkey/testkit/src/identity/localProviders.js'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

describe.each(databases)('sign-in with Farcaster on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  let chain: Anvil
  let identity: Awaited<ReturnType<typeof startIdentityProvider>>
  beforeAll(async () => {
    database = await open()
    chain = await startAnvil()
    identity = await startIdentityProvider({ port: await freePort(), secure: urls.secure, node: chain.url, chainId: chain.chainId })
    const farcaster = { relay: `${identity.url}/farcaster`, rpcUrl: chain.url, chainId: chain.chainId, registry: localRegistry }
    world = await openTestAccounts(database.options, { accounts: { farcaster }, now: Date.now() })
  })
  beforeEach(() => {
    world.clock.now += 3_600_000
  })
  afterAll(async () => {
    await world?.close()
    await identity?.stop()
    await chain?.stop()
    await database?.remove()
  })

  const start = (device: Device) => device.must(authRoutes.farcasterStart, place)
  type Started = Awaited<ReturnType<typeof start>>
  /** A message as a Farcaster app signs it, with what the test changes. */
  const sign = async (started: Started, name: string, changes: object = {}) => {
    const { account, fid } = farcasterPerson(name)
    const words = {
      domain: started.domain,
      siweUri: started.uri,
      nonce: started.nonce,
      chainId: started.chainId,
      address: account.address,
      fid,
    }
    const message = signInMessage({ ...words, ...changes })
    return { flow: started.flow, message, signature: await account.signMessage({ message }) }
  }
  const verify = (device: Device, body: Awaited<ReturnType<typeof sign>>) => device.code(authRoutes.farcasterVerify, body)

  test('behavior: through the relay, by the page that plays the app', async () => {
    const device = await world.device()
    const started = await start(device)
    expect(started).toMatchObject({ domain: 'secure.localhost', uri: urls.secure, expiresIn: 300 })
    expect(await device.must(authRoutes.farcasterStatus, { flow: started.flow })).toMatchObject({ status: 'PENDING' })
    await fetch(started.url ?? '', { method: 'POST', body: new URLSearchParams({ decision: 'approve', name: 'alice' }) })
    const polled = await device.must(authRoutes.farcasterStatus, { flow: started.flow })
    if (polled.status !== 'CONNECTED') throw new Error('still pending')
    expect(polled.session).toMatchObject({ provider: 'farcaster', user: { email: null, userName: `fid ${farcasterPerson('alice').fid}` } })
    const again = await start(device)
    const direct = await device.must(authRoutes.farcasterVerify, await sign(again, 'alice'))
    expect(direct.user.id).toBe(polled.session.user.id)
  })

  test('behavior: an answer to a poll that was lost is given once more, to the same device', async () => {
    const [device, thief] = [await world.device(), await world.device()]
    const { flow, url } = await start(device)
    await fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ decision: 'approve', name: 'alice' }) })
    const id = crypto.randomUUID()
    const first = await device.call(authRoutes.farcasterStatus, { flow }, { id })
    expect(first).toMatchObject({ ok: true, value: { status: 'CONNECTED' } })
    expect(await device.call(authRoutes.farcasterStatus, { flow }, { id })).toEqual(first)
    expect(await thief.call(authRoutes.farcasterStatus, { flow }, { id })).toMatchObject({ error: { code: 'flow_gone' } })
    expect(await device.code(authRoutes.farcasterStatus, { flow })).toBe('flow_gone')
  })

  test('error: declining in the app ends it', async () => {
    const device = await world.device()
    const { flow, url } = await start(device)
    await fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ decision: 'deny' }) })
    expect(await device.code(authRoutes.farcasterStatus, { flow })).toBe('flow_denied')
  })

  test('error: a signature counts once, for its nonce, on the device that started, within 5 minutes', async () => {
    await register(chain.url, farcasterPerson('bob'))
    const [device, thief] = [await world.device(), await world.device()]
    const started = await start(device)
    const body = await sign(started, 'bob')
    expect(await verify(thief, body)).toBe('flow_gone')
    expect(await verify(device, { ...body, flow: (await start(device)).flow })).toBe('farcaster_failed')
    const all = await Promise.all(Array.from({ length: 5 }, () => verify(device, body)))
    expect(all.filter((code) => code === 'ok')).toHaveLength(1)
    const late = await start(device)
    const signed = await sign(late, 'bob')
    world.clock.now += 301_000
    expect(await verify(device, signed)).toBe('flow_gone')
  })

  test('error: another domain, address, chain, id or signer is refused, and so is an id that the registry does not know', async () => {
    const people = ['carol', 'dave'].map(farcasterPerson)
    for (const person of people) await register(chain.url, person)
    const device = await world.device()
    const started = await start(device)
    for (const changes of [
      { domain: 'evil.example' },
      { siweUri: 'https://evil.example' },
      { chainId: 1 },
      { nonce: 'f'.repeat(32) },
      { fid: people[1]?.fid },
      { address: people[1]?.account.address },
    ])
      expect(await verify(device, await sign(started, 'carol', changes))).toBe('farcaster_failed')
    expect(await verify(device, await sign(started, 'nobody registered'))).toBe('farcaster_failed')
    expect(await verify(device, { ...(await sign(started, 'carol')), message: 'no message' })).toBe('farcaster_failed')
    expect(await verify(device, await sign(started, 'carol'))).toBe('ok')
  })
})
