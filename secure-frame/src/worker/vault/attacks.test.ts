import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { KeyValue } from '../storage/keyValue.js'
import { addressesOf } from './derive.js'
import { readRecoveryCode } from './recoveryCode.js'
import { durable, openVisits, type Visit, type VisitOptions } from './testing/visits.js'

/* Attacks on the wallet by its own server, by other users on the device, and by pages that end at any step (SECURITY.md). Named after their rules. */

let visits: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  visits = await openVisits()
})
beforeEach(() => visits.tick())
afterAll(() => visits?.close())

const reasonOf = (run: Promise<unknown>) =>
  run.then(
    () => 'ok',
    (error: { data?: { reason?: string } }) => error.data?.reason ?? 'no reason',
  )
const newUser = async (options?: VisitOptions) => {
  const page = await visits.visit(options)
  const email = visits.newEmail()
  await page.signIn(email)
  return { page, email, addresses: await page.wallet.open() }
}
const read = async (response: Response) => (await response.json()) as object

describe('a server that lies', () => {
  test('error: a device that saw a wallet makes no second one when the server has lost the first', async () => {
    const { page } = await newUser()
    const lost = (path: string, response: Response) => (path === vaultRoutes.get.path ? Response.json({ wallet: null }) : response)
    const later = await visits.visit({ storage: page.storage, answer: lost })
    expect(await reasonOf(later.wallet.open())).toBe('rollback')
    expect(await reasonOf((await visits.visit({ storage: page.storage })).wallet.open())).toBe('ok')
  })

  test('error: a device that saw a wallet takes no other one, even one that opens', async () => {
    const made: Record<string, object> = {}
    const listen = async (path: string, response: Response) => {
      if (response.ok && (path === vaultRoutes.get.path || path === vaultRoutes.share.path)) {
        const body = await read(response.clone())
        if (path === vaultRoutes.get.path || 'assistShare' in body) made[path] = body
      }
      return response
    }
    // The operator's own wallet, without a device's slot: its seed is known to them.
    await newUser({ storage: { ...durable(), durable: false }, answer: listen })
    const { page, email } = await newUser()
    const swapped = async (path: string, response: Response) => (made[path] ? Response.json(made[path]) : response)
    const later = await visits.visit({ storage: page.storage, answer: swapped })
    expect(await reasonOf(later.wallet.open())).toBe('rollback')
    // Limit, said in the README: a device that never saw the account's wallet cannot know.
    visits.world.clock.now += 60_000
    const fresh = await visits.visit({ answer: swapped })
    await fresh.signIn(email)
    expect(await reasonOf(fresh.wallet.open())).not.toBe('rollback')
  })

  test('error: an older state of the wallet is refused by the device that saw the newer one', async () => {
    const { page } = await newUser()
    const old = page.wallet.vault()
    await page.factors.addCode()
    const rolledBack = (path: string, response: Response) => (path === vaultRoutes.get.path ? Response.json({ wallet: old }) : response)
    const later = await visits.visit({ storage: page.storage, answer: rolledBack })
    expect(await reasonOf(later.wallet.open())).toBe('rollback')
  })

  test('error: key shares of another slot, or with any byte changed, open nothing', async () => {
    const { page } = await newUser()
    for (let at = 0; at < 32; at += 1) {
      const tampered = async (path: string, response: Response) => {
        if (path !== vaultRoutes.share.path) return response
        const body = (await read(response)) as { share: string }
        const bytes = Buffer.from(body.share, 'base64url')
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return Response.json({ ...body, share: bytes.toString('base64url') })
      }
      const later = await visits.visit({ storage: page.storage, answer: tampered })
      expect([at, await reasonOf(later.wallet.open())]).toEqual([at, 'damaged'])
    }
  })
})

describe('several users on one device', () => {
  test('error: whoever signs in gets their own wallet, whatever is still in memory', async () => {
    const { page, addresses } = await newUser()
    visits.world.clock.now += 60_000
    await page.storage.delete('last-email-login')
    await page.signIn(visits.newEmail())
    const theirs = await page.wallet.open()
    expect(theirs.eip155).not.toBe(addresses.eip155)
    expect(await page.wallet.withSeed(addressesOf)).toEqual(theirs)
  })

  test('error: a tab whose user signed out in another tab opens nothing more', async () => {
    const { page } = await newUser()
    const tab = await visits.visit({ storage: page.storage })
    await tab.wallet.open()
    await page.session.end()
    expect(await reasonOf(tab.wallet.withSeed(addressesOf))).toBe('session_expired')
  })

  test('error: a tab follows the user who signed in elsewhere, never with the keys of the one before', async () => {
    const { page, addresses } = await newUser()
    const tab = await visits.visit({ storage: page.storage })
    visits.world.clock.now += 60_000
    await page.storage.delete('last-email-login')
    expect(await tab.wallet.open()).toEqual(addresses)
    await page.signIn(visits.newEmail())
    const theirs = await page.wallet.open()
    expect(await tab.wallet.open()).toEqual(theirs)
    expect(await tab.wallet.withSeed(addressesOf)).toEqual(theirs)
  })

  /** Another user signs in on a device, in a tab of its own. */
  async function signInAnother(storage: KeyValue) {
    visits.world.clock.now += 60_000
    await storage.delete('last-email-login')
    const tab = await visits.visit({ storage })
    await tab.signIn(visits.newEmail())
    return tab
  }

  test('error: a change of the wallet of the one who signed in elsewhere leaves no keys of the one before', async () => {
    const { page } = await newUser()
    const other = await signInAnother(page.storage)
    const theirs = await other.wallet.open()
    await page.factors.addCode()
    expect(await page.wallet.open()).toEqual(theirs)
    expect(await page.wallet.withSeed(addressesOf)).toEqual(theirs)
  })

  test('error: a key or a seed that was meant for one user is not another one’s', async () => {
    const { page, addresses } = await newUser()
    const use = (bytes: Uint8Array) => bytes.length
    expect(await page.wallet.withKey('evm', use, addresses.eip155)).toBe(32)
    const other = await signInAnother(page.storage)
    await other.wallet.open()
    expect(await reasonOf(page.wallet.withKey('evm', use, addresses.eip155))).toBe('session_expired')
    expect(await reasonOf(page.wallet.withSeed(addressesOf, addresses.eip155))).toBe('session_expired')
  })

  test('behavior: whoever signs in while the wallet of the one before still opens gets their own', async () => {
    const { page: first } = await newUser()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let reads = 0
    const page = await visits.visit({
      storage: first.storage,
      async answer(path, response) {
        if (path !== vaultRoutes.get.path) return response
        reads += 1
        if (reads === 1) await held
        return response
      },
    })
    const before = reasonOf(page.wallet.open())
    await vi.waitFor(() => expect(reads).toBe(1))
    const other = await signInAnother(page.storage)
    const theirs = await other.wallet.open()
    const opened = page.wallet.open()
    release()
    expect(await before).toBe('session_expired')
    expect(await opened).toEqual(theirs)
  })

  test('behavior: a key can be used while the stored wallet is read for a change', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = false
    const { page, addresses } = await newUser({
      async answer(path, response) {
        if (isHeld && path === vaultRoutes.get.path) await held
        return response
      },
    })
    isHeld = true
    const change = page.factors.addCode()
    let lent: string | undefined
    void reasonOf(page.wallet.withKey('evm', () => undefined, addresses.eip155)).then((reason) => {
      lent = reason
    })
    await vi.waitFor(() => expect(lent).toBe('ok'))
    release()
    await change
  })
})

describe('several tabs of one user', () => {
  test('behavior: a tab that opens while another one stores a change is not told of an older wallet', async () => {
    const { page, addresses } = await newUser()
    let isFirst = true
    const meanwhile = async (path: string, response: Response) => {
      // This tab has read the wallet; the other one adds a way in before this one opens it.
      if (path === vaultRoutes.get.path && isFirst) {
        isFirst = false
        await page.factors.addCode()
      }
      return response
    }
    const tab = await visits.visit({ storage: page.storage, answer: meanwhile })
    expect(await tab.wallet.open()).toEqual(addresses)
    expect(tab.wallet.vault()?.epoch).toBe(page.wallet.vault()?.epoch)
  })

  test('error: what a tab opened before another one’s change does not make the device forget that', async () => {
    const { page } = await newUser()
    const old = page.wallet.vault()
    const seen = `seen:${old?.walletId}`
    const storage: KeyValue = {
      ...page.storage,
      async get(key) {
        const value = await page.storage.get(key)
        // The other tab adds a way in when this one has checked the age of what it opens.
        if (key === seen && page.wallet.vault()?.epoch === old?.epoch) await page.factors.addCode()
        return value
      },
    }
    const tab = await visits.visit({ storage })
    await tab.wallet.open()
    expect(await page.storage.get(seen)).toMatchObject({ epoch: page.wallet.vault()?.epoch })
  })
})

/** A page that ends at its n-th step: before a call is sent, before its answer arrives, or before something is stored. Nothing of it goes on. */
function ending(storage: KeyValue) {
  let left = Number.POSITIVE_INFINITY
  let steps = 0
  const step = () => {
    steps += 1
    left -= 1
    if (left < 0) throw new TypeError('The page is gone.')
  }
  const options: VisitOptions = {
    storage: {
      ...storage,
      async set(key, value) {
        step()
        await storage.set(key, value)
      },
    },
    intercept: step,
    answer(_path, response) {
      step()
      return response
    },
  }
  return {
    options,
    endAfter(count: number) {
      left = count
      steps = 0
    },
    steps: () => steps,
  }
}

const works: Readonly<Record<string, (page: Visit, code: string) => Promise<unknown>>> = {
  create: (page) => page.wallet.open(),
  'adding a code': (page) => page.factors.addCode(),
  'the move to "only you"': (page) => page.factors.takeCustody(),
  rotation: (page, code) => page.factors.rotate(code),
}

/** Every step is looked at by the slow tests. */
const stride = process.env.LATCHKEY_LONG ? 1 : 3

describe.each(Object.keys(works))('a page that is closed during %s', (name) => {
  test('error: at whichever step, the wallet still opens, or never had an address', { timeout: 60_000 }, async () => {
    const work = works[name]
    if (!work) throw new Error('unreachable')
    let steps = 0
    for (let end = 0; ; end += stride) {
      visits.tick()
      const storage = durable()
      const life = ending(storage)
      const page = await visits.visit(life.options)
      const email = visits.newEmail()
      await page.signIn(email)
      const shown = name === 'create' ? undefined : await page.wallet.open()
      const code = name === 'create' || name === 'adding a code' ? '' : await page.factors.addCode()
      if (code) await page.factors.proveCode(code)
      life.endAfter(end)
      const done = await work(page, code).then(
        () => true,
        () => false,
      )
      const next = await visits.visit({ storage })
      // The session may have ended with a token whose successor was lost: then the user signs in again, on a device that is known.
      if ((await reasonOf(next.wallet.open())) === 'session_expired') {
        await storage.delete('last-email-login')
        visits.world.clock.now += 60_000
        await next.signIn(email)
      }
      const addresses = await next.wallet.open()
      expect([end, addresses]).toEqual([end, shown ?? addresses])
      expect(await next.wallet.withSeed(addressesOf)).toEqual(addresses)
      expect(next.wallet.vault()?.state).toBe('active')
      if (code) expect(await next.wallet.openWith('code', await readRecoveryCode(code))).toEqual(addresses)
      if (done) {
        steps = life.steps()
        break
      }
    }
    expect(steps).toBeGreaterThan(1)
  })
})
