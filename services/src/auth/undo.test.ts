import { authRoutes, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { startIdentityProvider } from '@latchkey/testkit/src/identity/identityProvider.js'
import { visitProvider } from '@latchkey/testkit/src/identity/visitProvider.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { visitor } from '@latchkey/testkit/src/server/device.ts'
import { urls } from '@latchkey/testkit/src/server/services.ts'
import { addBody, createWallet, loadWallet, openWallet } from '@latchkey/testkit/src/vault/client.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileTimePasses } from '../testing/clock.js'
import { takeAnswer } from './oauth/flows.js'

/* What the owner of an account can take back, played by a thief who has it and an owner who has the mailbox. */

const day = 86_400_000
let number = 0
const newEmail = (who = 'owner') => `${who}${++number}@example.com`

describe.each(databases)('taking back what a thief changed, on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  let identity: Awaited<ReturnType<typeof startIdentityProvider>>
  beforeAll(async () => {
    database = await open()
    identity = await startIdentityProvider({ port: await freePort(), secure: urls.secure })
    const limits = { failuresPerEmail: 5, sendsPerAddressHour: 10_000, verifiesPerAddressHour: 10_000, flowsPerAddressHour: 10_000 }
    world = await openTestAccounts(database.options, { accounts: { providers: identity.providers, limits }, replicas: 2, now: Date.now() })
  })
  beforeEach(() => {
    world.clock.now += 3 * day
  })
  afterAll(async () => {
    await world?.close()
    await identity?.stop()
    await database?.remove()
  })

  const signedIn = async (email: string) => {
    const device = await world.device()
    const session = await world.signIn(device, email)
    return { device, session, email }
  }
  const wait = () => {
    world.clock.now += 31_000
  }
  /** Moves the account to another address: the thief reads both mailboxes at that moment. */
  const move = async (device: Device, from: string, to: string) => {
    wait()
    const first = await device.must(authRoutes.emailChange, { email: to })
    const second = await device.must(authRoutes.emailChangePrimary, { challengeId: first.challengeId, code: world.codeTo(from) })
    await device.must(authRoutes.emailChangeSecondary, { challengeId: second.challengeId, code: world.codeTo(to) })
    return world.linkTo(from)
  }
  const stepUp = async (device: Device, email: string) => {
    wait()
    const { challengeId } = await device.must(authRoutes.stepUpStart, {})
    await device.must(authRoutes.stepUpVerify, { challengeId, code: world.codeTo(email) })
  }
  const arrive = async (started: { url: string; flow: string }, name: string) => {
    const answer = await visitProvider(started.url, urls.secure, { name })
    const result = await takeAnswer(world.accounts, 'google', answer.params, visitor)
    if (!result.ok) throw new Error(result.error)
    return { flow: started.flow, ticket: result.ticket }
  }
  const addGoogle = async (device: Device, name: string) => {
    const started = await device.must(authRoutes.oauthStartSigned, { provider: 'google', purpose: 'link' })
    return device.must(authRoutes.oauthRedeem, await arrive(started, name))
  }
  const byGoogle = async (name: string) => {
    const device = await world.device()
    const started = await device.must(authRoutes.oauthStart, { ...place, provider: 'google' })
    return device.call(authRoutes.oauthRedeem, await arrive(started, name))
  }
  const kindsOf = async (device: Device) => (await device.must(authRoutes.me, {})).identities.map(({ kind }) => kind).sort()
  const lastMail = (to: string) => world.mails.find((mail) => mail.to === to)?.text ?? ''

  test('error: "It wasn’t me" on the link of a changed address is refused and spends nothing; the undo still works', async () => {
    const { device, email, session } = await signedIn(newEmail())
    const token = await move(device, email, newEmail('thief'))
    expect(await device.code(authRoutes.linkDeny, { token })).toBe('invalid_request')
    // The address is still nobody else's.
    const stranger = await world.device()
    wait()
    await expect(world.signIn(stranger, email)).rejects.toThrow('email_changed')
    await stranger.must(authRoutes.linkApprove, { token })
    wait()
    expect((await world.signIn(stranger, email)).user.id).toBe(session.user.id)
  })

  test.each(['cancel-deletion', 'unlock'] as const)('error: the link %s cannot be denied away either', async (kind) => {
    const { device, email } = await signedIn(newEmail())
    if (kind === 'cancel-deletion') await device.must(authRoutes.deleteAccount, {})
    else {
      wait()
      const { challengeId } = await device.must(authRoutes.stepUpStart, {})
      const code = world.codeTo(email) === '000000' ? '000001' : '000000'
      for (let tries = 0; tries < 5; tries += 1) await device.code(authRoutes.stepUpVerify, { challengeId, code })
      await (await world.device()).must(authRoutes.challenge, { ...place, email })
    }
    const token = world.linkTo(email)
    expect(await device.must(authRoutes.linkInspect, { token })).toMatchObject({ kind })
    expect(await device.code(authRoutes.linkDeny, { token })).toBe('invalid_request')
    expect(await device.code(authRoutes.linkApprove, { token })).toBe('ok')
  })

  test('behavior: after the undo nothing that was begun since counts: sessions, tickets, codes, devices and their key shares', async () => {
    const { device, email } = await signedIn(newEmail())
    const made = await createWallet(device)
    wait()
    const mine = newEmail('thief')
    const token = await move(device, email, mine)
    wait()
    // The thief signs in on a device of their own, opens the wallet there, and has more on the way.
    const thief = await world.device()
    const stolen = await world.signIn(thief, mine)
    const slot = (await addBody(thief, made, 'device')).body
    await thief.must(vaultRoutes.add, slot)
    await stepUp(thief, mine)
    const ticket = await arrive(await thief.must(authRoutes.oauthStartSigned, { provider: 'google', purpose: 'step-up' }), 'Mallory')
    wait()
    const code = await thief.must(authRoutes.stepUpStart, {})
    world.mails.length = 0
    const owner = await world.device()
    await owner.must(authRoutes.linkApprove, { token })
    expect(lastMail(email)).toContain('was undone')
    expect(await thief.code(authRoutes.me, {})).toBe('invalid_token')
    expect(await thief.code(authRoutes.refresh, { refreshToken: stolen.refreshToken })).toBe('invalid_token')
    expect(await thief.code(authRoutes.oauthRedeem, ticket)).toBe('flow_gone')
    expect(await thief.code(authRoutes.stepUpVerify, { challengeId: code.challengeId, code: '000000' })).toBe('invalid_token')
    wait()
    const again = await world.signIn(owner, email)
    expect(again.user.email).toBe(email)
    // The thief's own share of the key is noise; the owner's device of before is untouched.
    const slots = await world.db.query.vaultSlots.findMany()
    const shareOf = (jkt: string) => slots.find(({ header }) => header.jkt === jkt)?.shareCt
    expect(shareOf(thief.jkt)).toBe('')
    expect(shareOf(device.jkt)).not.toBe('')
    const assist = (await loadWallet(owner)).slots.find(({ header }) => header.type === 'assist')?.header.slotId ?? ''
    expect((await openWallet(owner, await loadWallet(owner), assist, undefined)).addresses).toEqual(made.addresses)
  })

  test('error: of the links that one change sends, whichever is followed ends the others too', async () => {
    const { device, email } = await signedIn(newEmail())
    const name = `Owner ${number}`
    await addGoogle(device, name)
    world.clock.now += 3 * day
    wait()
    await world.signIn(device, email)
    const token = await whileTimePasses(world.clock, () => move(device, email, newEmail('thief')))
    const other = world.linkTo(`owner.${number - 1}@people.example`)
    await device.must(authRoutes.linkApprove, { token: other })
    expect(await device.code(authRoutes.linkApprove, { token })).toBe('link_gone')
  })

  test('error: a thief who moves the account twice cannot undo the owner’s undo', async () => {
    const { device, email, session } = await signedIn(newEmail())
    const [first, second] = [newEmail('thief'), newEmail('thief')]
    const token = await move(device, email, first)
    const theirs = await move(device, first, second)
    const owner = await world.device()
    await owner.must(authRoutes.linkApprove, { token })
    expect(await owner.code(authRoutes.linkApprove, { token: theirs })).toBe('link_gone')
    wait()
    expect((await world.signIn(owner, email)).user.id).toBe(session.user.id)
  })

  test('error: a login that the thief added meanwhile goes too, and one that they removed comes back', async () => {
    const { device, email, session } = await signedIn(newEmail())
    const mine = `Owner ${number}`
    await addGoogle(device, mine)
    world.clock.now += 3 * day
    wait()
    await world.signIn(device, email)
    const token = await move(device, email, newEmail('thief'))
    const google = (await device.must(authRoutes.me, {})).identities.find(({ kind }) => kind === 'google')
    await device.must(authRoutes.unlink, { id: google?.id ?? '' })
    await addGoogle(device, `Mallory ${number}`)
    await device.must(authRoutes.linkApprove, { token })
    const owner = await byGoogle(mine)
    expect(owner).toMatchObject({ ok: true, value: { user: { id: session.user.id, email } } })
    expect(await byGoogle(`Mallory ${number}`)).not.toMatchObject({ value: { user: { id: session.user.id } } })
  })

  test.each(['revert', 'cancel-deletion', 'keep-devices'] as const)(
    'error: the newer of two mails (%s) does not leave the login that the thief added first; the page and the mail name it',
    async (second) => {
      const { device, email, session } = await signedIn(newEmail())
      const first = `Mallory ${++number}`
      const label = `mallory.${number}@people.example`
      await addGoogle(device, first)
      const older = world.linkTo(email)
      world.clock.now += 60_000
      world.mails.length = 0
      if (second === 'revert') await move(device, email, newEmail('thief'))
      else if (second === 'cancel-deletion') {
        wait()
        await stepUp(device, email)
        await device.must(authRoutes.deleteAccount, {})
      } else {
        wait()
        await createWallet(device)
        await stepUp(device, email)
        await device.must(authRoutes.signOutEverywhere, {})
      }
      const newer = world.linkTo(email)
      expect(newer).not.toBe(older)
      const owner = await world.device()
      const { removes } = await owner.must(authRoutes.linkInspect, { token: newer })
      expect(removes).toContainEqual({ kind: 'google', label: expect.stringContaining(label) })
      world.mails.length = 0
      await owner.must(authRoutes.linkApprove, { token: newer })
      for (const text of ['Taken away again: ', `Google (${label})`]) expect(lastMail(email)).toContain(text)
      expect(await byGoogle(first)).not.toMatchObject({ value: { user: { id: session.user.id } } })
      expect(await owner.code(authRoutes.linkApprove, { token: older })).toBe('link_gone')
      wait()
      expect((await world.signIn(owner, email)).user.id).toBe(session.user.id)
      expect(await kindsOf(owner)).toEqual(['email'])
    },
  )

  test('behavior: a change whose time to be undone is over stays', async () => {
    const { device, email } = await signedIn(newEmail())
    await addGoogle(device, `Owner ${++number}`)
    world.clock.now += 3 * day
    wait()
    await world.signIn(device, email)
    await move(device, email, newEmail('thief'))
    const token = world.linkTo(email)
    expect(await device.must(authRoutes.linkInspect, { token })).toMatchObject({ restores: [{ kind: 'email', label: email }] })
    await device.must(authRoutes.linkApprove, { token })
    wait()
    await world.signIn(device, email)
    expect(await kindsOf(device)).toEqual(['email', 'google'])
  })

  test('behavior: a deletion that somebody else asked for is undone: the account stays, and every session ends', async () => {
    const { device, email } = await signedIn(newEmail())
    await device.must(authRoutes.deleteAccount, {})
    const token = world.linkTo(email)
    world.mails.length = 0
    await device.must(authRoutes.linkApprove, { token })
    expect(await device.code(authRoutes.me, {})).toBe('invalid_token')
    expect(lastMail(email)).toContain('deletion of your wallet was undone')
    wait()
    expect((await world.signIn(device, email)).user.deleteAt).toBeNull()
  })

  test('behavior: a new way to sign in is told with a way back, which removes it again', async () => {
    const { device, email } = await signedIn(newEmail())
    const name = `Mallory ${number}`
    world.mails.length = 0
    await addGoogle(device, name)
    expect(lastMail(email)).toContain('Google')
    const token = world.linkTo(email)
    expect(await device.must(authRoutes.linkInspect, { token })).toMatchObject({
      kind: 'revert-login',
      removes: [{ kind: 'google' }],
      restores: [],
    })
    await device.must(authRoutes.linkApprove, { token })
    expect(await device.code(authRoutes.me, {})).toBe('invalid_token')
    wait()
    await world.signIn(device, email)
    expect(await kindsOf(device)).toEqual(['email'])
    expect(await byGoogle(name)).toMatchObject({ ok: true, value: { user: { email: null } } })
  })

  test('behavior: a removed way to sign in is told with a way back, and is kept for its owner until then', async () => {
    const { device, email, session } = await signedIn(newEmail())
    const name = `Owner ${number}`
    await addGoogle(device, name)
    world.clock.now += 3 * day
    wait()
    await world.signIn(device, email)
    const id = (await device.must(authRoutes.me, {})).identities.find(({ kind }) => kind === 'email')?.id ?? ''
    await device.must(authRoutes.unlink, { id })
    const token = world.linkTo(email)
    expect(lastMail(email)).toContain('removed')
    const owner = await world.device()
    await expect(world.signIn(owner, email)).rejects.toThrow('email_changed')
    expect(await owner.must(authRoutes.linkInspect, { token })).toMatchObject({ restores: [{ kind: 'email', label: email }], removes: [] })
    await owner.must(authRoutes.linkApprove, { token })
    wait()
    expect((await world.signIn(owner, email)).user.id).toBe(session.user.id)
    expect(await kindsOf(owner)).toEqual(['email', 'google'])
  })

  test('error: the owner removes the thief’s login: the thief gets no way back by it', async () => {
    const { device, email } = await signedIn(newEmail())
    const name = `Mallory ${++number}`
    wait()
    await addGoogle(device, name)
    const theirs = `mallory.${number}@people.example`
    const id = (await device.must(authRoutes.me, {})).identities.find(({ kind }) => kind === 'google')?.id ?? ''
    world.mails.length = 0
    await device.must(authRoutes.unlink, { id })
    expect(world.linkTo(email)).not.toBe('')
    expect(lastMail(theirs)).toContain('removed')
    expect(world.linkTo(theirs)).toBe('')
  })

  test('error: a login that was just added does not open the wallet on a new device before its owner could take it back', async () => {
    const { device, email } = await signedIn(newEmail())
    const made = await createWallet(device)
    wait()
    await addGoogle(device, `Mallory ${number}`)
    world.clock.now += 3_600_000
    const thief = await world.device()
    const started = await thief.must(authRoutes.oauthStart, { ...place, provider: 'google' })
    thief.adopt(await thief.must(authRoutes.oauthRedeem, await arrive(started, `Mallory ${number}`)))
    const slotId = (await loadWallet(thief)).slots.find(({ header }) => header.type === 'assist')?.header.slotId ?? ''
    expect(await thief.code(vaultRoutes.share, { walletId: made.walletId, slotId })).toBe('assist_held')
    const owner = await world.device()
    await world.signIn(owner, email)
    expect(await owner.code(vaultRoutes.share, { walletId: made.walletId, slotId })).toBe('ok')
  })

  test('error: the owner of the old address is told of what the thief does next, with a way back', async () => {
    const { device, email } = await signedIn(newEmail())
    await move(device, email, newEmail('thief'))
    world.mails.length = 0
    await addGoogle(device, `Mallory ${number}`)
    expect(lastMail(email)).toContain('Google')
    expect(world.linkTo(email)).not.toBe('')
    await device.must(authRoutes.deleteAccount, {})
    expect(lastMail(email)).toContain('destroyed')
  })

  test('error: one of many clicks undoes; a link of the undone change is worth nothing afterwards', async () => {
    const { device, email } = await signedIn(newEmail())
    const token = await move(device, email, newEmail('thief'))
    const all = await Promise.all(Array.from({ length: 6 }, () => device.code(authRoutes.linkApprove, { token })))
    expect(all.filter((code) => code === 'ok')).toHaveLength(1)
    expect(all.filter((code) => code === 'link_gone')).toHaveLength(5)
    wait()
    await world.signIn(device, email)
  })
})
