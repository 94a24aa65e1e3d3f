import { authRoutes, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { base58 } from '@scure/base'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomBytes, toBase64url } from '../vault/bytes.js'
import { addressesOf } from '../vault/derive.js'
import { openKit } from '../vault/kit.js'
import { readRecoveryCode } from '../vault/recoveryCode.js'
import { openVisits, type Visit, type VisitOptions } from '../vault/testing/visits.js'

/* What the wallet's own window can do, against the real accounts service. */

let visits: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  visits = await openVisits()
})
beforeEach(() => visits.tick())
afterAll(() => visits?.close())

const context = new AbortController()
const minutes = 60_000

async function newUser(options?: VisitOptions) {
  const page = await visits.visit(options)
  const email = visits.newEmail()
  await page.signIn(email)
  return { page, email, addresses: await page.wallet.open(), security: page.security }
}
/** Another device of the same user. */
async function another(email: string) {
  visits.world.clock.now += minutes
  const page = await visits.visit()
  await page.signIn(email)
  return page
}
const failure = (run: unknown) =>
  Promise.resolve(run).then(
    () => 'ok',
    (error: { data?: { reason?: string; field?: string } }) => error.data?.field ?? error.data?.reason ?? 'no reason',
  )
const overview = ({ security }: Pick<Visit, 'security'>) => security.overview(undefined, context)
async function withCode({ security }: Pick<Visit, 'security'>): Promise<string> {
  const { code } = await security.addCode(undefined, context)
  await security.proveCode({ code }, context)
  return code
}
const newPasskey = () => ({ credId: toBase64url(randomBytes(16)), secret: randomBytes(32) })
const copy = ({ credId, secret }: ReturnType<typeof newPasskey>) => ({ credId, secret: secret.slice() })

describe('another user who signs in on the device while the window is open', () => {
  async function signInAnother({ storage }: Visit) {
    visits.world.clock.now += minutes
    await storage.delete('last-email-login')
    const other = await visits.visit({ storage })
    await other.signIn(visits.newEmail())
    await other.wallet.open()
    return other
  }

  test('error: nothing in it is about them', async () => {
    const { page, security } = await newUser()
    await overview(page)
    const other = await signInAnother(page)
    expect(await failure(security.addCode(undefined, context))).toBe('session_expired')
    expect(await failure(security.deleteAccount(undefined, context))).toBe('session_expired')
    expect(await overview(other)).toMatchObject({ factors: [], user: { deleteAt: null } })
    // A window that is opened for them works.
    await overview(page)
    expect(await failure(security.addCode(undefined, context))).toBe('ok')
  })

  test('error: their secrets are not shown by a yes to somebody else', async () => {
    let page: Visit | undefined
    const { page: opened, security } = await newUser({
      async answer(path, response) {
        if (path === vaultRoutes.exportAllowed.path && page) await signInAnother(page)
        return response
      },
    })
    page = opened
    expect(await failure(security.exportSecrets(undefined, context))).toBe('session_expired')
  })
})

describe('the recovery code', () => {
  test('behavior: counts after it was typed back, in any form; the one before opens nothing then', async () => {
    const { page, security } = await newUser()
    const { code: first } = await security.addCode(undefined, context)
    expect((await overview(page)).factors).toMatchObject([{ type: 'code', proven: false }])
    await security.proveCode({ code: ` ${first.toLowerCase().replaceAll('-', ' ')} ` }, context)
    expect((await overview(page)).factors).toMatchObject([{ type: 'code', proven: true }])
    const second = await withCode(page)
    expect((await overview(page)).factors).toMatchObject([{ type: 'code', proven: true }])
    expect(await failure(security.proveCode({ code: first }, context))).toBe('other_factor')
    await security.proveCode({ code: second }, context)
  })

  test('error: the one before, typed back in the place of the one that was shown, is another code; both still work', async () => {
    const { page, security } = await newUser()
    const first = await withCode(page)
    const { code: shown } = await security.addCode(undefined, context)
    expect(await failure(security.proveCode({ code: first, shown }, context))).toBe('other_factor')
    expect((await overview(page)).factors).toMatchObject([{ proven: true }, { proven: false }])
    await security.proveCode({ code: shown.toLowerCase(), shown }, context)
    expect((await overview(page)).factors).toMatchObject([{ proven: true }])
    expect(await failure(security.proveCode({ code: first }, context))).toBe('other_factor')
  })

  test('error: a wrong letter, another wallet’s code, and too many tries each have their own word', async () => {
    const { page, security } = await newUser()
    const theirs = await withCode((await newUser()).page)
    const code = await withCode(page)
    expect(await failure(security.proveCode({ code: `${code.slice(0, -1)}?` }, context))).toBe('code_typo')
    for (let left = 4; left > 0; left -= 1) expect(await failure(security.proveCode({ code: theirs }, context))).toBe('other_factor')
    expect(await failure(security.proveCode({ code }, context))).toBe('slot_releases_spent')
  })
})

describe('a fresh proof of the user', () => {
  test('behavior: after five minutes nothing powerful works until a code from the mailbox was typed', async () => {
    const { page, email, security } = await newUser()
    expect((await overview(page)).stepUpUntil).toBeGreaterThan(Date.now())
    visits.world.clock.now += 6 * minutes
    expect(await failure(security.addCode(undefined, context))).toBe('step_up_required')
    expect(await failure(security.exportSecrets(undefined, context))).toBe('step_up_required')
    expect(await failure(security.deleteAccount(undefined, context))).toBe('step_up_required')
    expect(await failure(security.rotate({}, context))).toBe('step_up_required')
    await security.stepUpStart(undefined, context)
    const code = visits.world.codeTo(email)
    expect(await failure(security.stepUpVerify({ code: code === '000000' ? '111111' : '000000' }, context))).toBe('otp_wrong')
    await security.stepUpVerify({ code }, context)
    expect(await failure(security.exportSecrets(undefined, context))).toBe('ok')
  })

  test('error: a device that is new to the wallet shows and changes nothing for 24 hours', async () => {
    const { email } = await newUser()
    const other = await another(email)
    await other.wallet.open()
    const { quarantinedUntil } = await overview(other)
    expect(quarantinedUntil).toBeGreaterThan(visits.world.clock.now + 23 * 60 * minutes)
    expect(await failure(other.security.exportSecrets(undefined, context))).toBe('quarantined')
    expect(await failure(other.security.addCode(undefined, context))).toBe('quarantined')
  })
})

describe('a passkey', () => {
  test('behavior: opens "only you" on a new device, and another secret does not', async () => {
    const { page, email, addresses, security } = await newUser()
    const passkey = newPasskey()
    expect((await security.passkeys(undefined, context)).salt.length).toBe(32)
    await security.addPasskey(copy(passkey), context)
    await security.provePasskey(copy(passkey), context)
    await security.takeCustody(undefined, context)
    const other = await another(email)
    expect(await overview(other)).toMatchObject({ locked: true, custody: 'user', factors: [{ type: 'passkey' }] })
    expect((await other.security.passkeys(undefined, context)).credIds).toEqual([passkey.credId])
    expect(await failure(other.security.unlock({ passkey: { ...passkey, secret: randomBytes(32) } }, context))).toBe('damaged')
    await other.security.unlock({ passkey: copy(passkey) }, context)
    expect(await other.wallet.open()).toEqual(addresses)
    expect(await (await visits.visit({ storage: other.storage })).wallet.open()).toEqual(addresses)
    expect((await overview(page)).locked).toBe(false)
  })

  test('error: its secret is overwritten once it was used', async () => {
    const { security } = await newUser()
    const passkey = newPasskey()
    await security.addPasskey(passkey, context)
    expect([...passkey.secret]).toEqual(new Array(32).fill(0))
  })
})

describe('export', () => {
  test('behavior: words and keys open the same addresses elsewhere; it is written down, and mailed', async () => {
    const { addresses, email, security } = await newUser()
    const secrets = await security.exportSecrets(undefined, context)
    expect(mnemonicToAccount(secrets.words).address).toBe(addresses.eip155)
    expect(privateKeyToAccount(secrets.evm as `0x${string}`).address).toBe(addresses.eip155)
    expect(base58.encode(base58.decode(secrets.solana).slice(32))).toBe(addresses.solana)
    const { entries } = await security.log({}, context)
    expect(entries.map(({ event }) => event)).toEqual(expect.arrayContaining(['export-allowed', 'exported']))
    expect(visits.world.mails.find(({ to }) => to === email)?.text).toContain('keys of your wallet were shown')
  })

  test('error: a server that does not allow it gets no keys shown', async () => {
    const cut = (path: string) => {
      if (path === vaultRoutes.exportAllowed.path) throw new TypeError('cut off')
    }
    const { security } = await newUser({ intercept: cut })
    expect(await failure(security.exportSecrets(undefined, context))).toBe('offline')
  })
})

describe('the recovery kit', () => {
  test('behavior: the code alone opens it; another wallet’s code makes none', async () => {
    const { page, addresses, security } = await newUser()
    const code = await withCode(page)
    expect(await failure(security.kit({ code: await withCode((await newUser()).page) }, context))).toBe('other_factor')
    const { name, text } = await security.kit({ code }, context)
    expect(name).toMatch(/^latchkey-kit-\d{4}-\d\d-\d\d\.json$/)
    expect(await addressesOf(await openKit(await readRecoveryCode(code), JSON.parse(text)))).toEqual(addresses)
  })
})

describe('devices', () => {
  test('behavior: each with when and where; one that is shut out is signed out, and its key opens nothing', async () => {
    const { page, email, security } = await newUser()
    const other = await another(email)
    await other.wallet.open()
    await overview(page)
    const devices = await security.devices(undefined, context)
    expect(devices.map(({ current, hasKey, seen }) => [current, hasKey, seen?.origin])).toEqual([
      [true, true, 'http://app.localhost'],
      [false, true, 'http://app.localhost'],
    ])
    await security.revokeDevice({ id: other.jkt }, context)
    expect((await security.devices(undefined, context)).map(({ id }) => id)).toEqual([page.jkt])
    expect(await failure(other.session.call(authRoutes.me, {}))).toBe('session_expired')
    expect(page.wallet.vault()?.slots.map(({ header }) => header.jkt)).not.toContain(other.jkt)
  })

  test('behavior: one that came while the window was open is shown with its key, and loses that too', async () => {
    const { page, email, security } = await newUser()
    await overview(page)
    const other = await another(email)
    await other.wallet.open()
    const devices = await security.devices(undefined, context)
    expect(devices.map(({ current, hasKey }) => [current, hasKey])).toEqual([
      [true, true],
      [false, true],
    ])
    const late = await another(email)
    await late.wallet.open()
    await security.revokeDevice({ id: late.jkt }, context)
    await overview(page)
    expect(page.wallet.vault()?.slots.map(({ header }) => header.jkt)).not.toContain(late.jkt)
    expect((await security.devices(undefined, context)).map(({ id }) => id)).not.toContain(late.jkt)
  })

  test('behavior: signing out everywhere ends this one too; a new sign-in opens the wallet again', async () => {
    const { page, email, addresses, security } = await newUser()
    await security.signOutEverywhere(undefined, context)
    expect(await page.session.stored()).toBeNull()
    const again = await another(email)
    expect(await again.wallet.open()).toEqual(addresses)
  })
})

describe('another lock', () => {
  test('behavior: ways in that were used for it stay, the others are gone', async () => {
    const { page, email, addresses, security } = await newUser()
    const passkey = newPasskey()
    await security.addPasskey(copy(passkey), context)
    await security.provePasskey(copy(passkey), context)
    const code = await withCode(page)
    await security.takeCustody(undefined, context)
    await security.rotate({ passkey: copy(passkey) }, context)
    expect((await overview(page)).factors).toMatchObject([{ type: 'passkey', proven: true }])
    const other = await another(email)
    expect(await failure(other.security.unlock({ code }, context))).toBe('factor_needed')
    await other.security.unlock({ passkey: copy(passkey) }, context)
    expect(await other.wallet.open()).toEqual(addresses)
  })

  test('behavior: every other device is signed out, and opens the wallet again after a sign-in', async () => {
    const { email, addresses, security } = await newUser()
    const other = await another(email)
    await other.wallet.open()
    await security.rotate({}, context)
    expect(await failure(other.session.call(authRoutes.me, {}))).toBe('session_expired')
    visits.world.clock.now += minutes
    await other.storage.delete('last-email-login')
    await other.signIn(email)
    expect(await other.wallet.open()).toEqual(addresses)
  })

  test('error: "only you" without any way in is refused, and nothing changes', async () => {
    const { page, addresses, security } = await newUser()
    const code = await withCode(page)
    await security.takeCustody(undefined, context)
    const before = page.wallet.vault()?.epoch
    expect(await failure(security.rotate({}, context))).toBe('factor_missing')
    const [factor] = (await overview(page)).factors
    expect(await failure(security.removeFactor({ slotId: factor?.slotId ?? '' }, context))).toBe('factor_missing')
    expect((await overview(page)).factors).toHaveLength(1)
    expect(page.wallet.vault()?.epoch).toBe(before)
    await security.proveCode({ code }, context)
    expect(await page.wallet.open()).toEqual(addresses)
  })
})

describe('deletion', () => {
  test('behavior: in seven days, signed out at once; signing in again keeps the wallet', async () => {
    const { page, email, addresses, security } = await newUser()
    const { deleteAt } = await security.deleteAccount(undefined, context)
    expect(Math.round((deleteAt - visits.world.clock.now) / (24 * 60 * minutes))).toBe(7)
    expect(await page.session.stored()).toBeNull()
    const again = await another(email)
    expect(await again.wallet.open()).toEqual(addresses)
    expect((await overview(again)).user.deleteAt).toBeNull()
  })
})
