import { stolenWallet } from '@latchkey/services/src/vault/testing/stolen.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromBase64url } from '../vault/bytes.js'
import { addressesOf } from '../vault/derive.js'
import { openEnvelope, openSeed } from '../vault/envelope.js'
import { openVisits } from '../vault/testing/visits.js'

/* What somebody can do who has everything that the server keeps: the whole database, and the root of the key store. */

let visits: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  visits = await openVisits()
})
beforeEach(() => visits.tick())
afterAll(() => visits?.close())

/** Tries each pair of key shares that can be unsealed on each slot. Nothing of the user's is used. */
async function attack(walletId: string): Promise<{ readonly tried: number; readonly addresses: unknown }> {
  const { vault, shares } = await stolenWallet(visits.world, walletId)
  const secrets = shares.flatMap(({ share, assistShare }) => (assistShare ? [share, assistShare] : [share]))
  let tried = 0
  for (const { slotId, share } of shares)
    for (const secret of secrets) {
      tried += 1
      const found = await openEnvelope(vault, slotId, { userShare: fromBase64url(secret), serverShare: share }).catch(() => undefined)
      if (found) return { tried, addresses: await addressesOf(await openSeed(found.key, vault)) }
    }
  return { tried, addresses: null }
}

async function newUser() {
  const page = await visits.visit()
  await page.signIn(visits.newEmail())
  const addresses = await page.wallet.open()
  return { page, addresses, walletId: page.wallet.vault()?.walletId ?? '' }
}
const context = new AbortController()

describe('an attacker with the database and the KMS root', () => {
  test('behavior: DOES open an operator-assisted wallet: that is what this class means, and it is called by that name', async () => {
    const { page, addresses, walletId } = await newUser()
    expect(await page.security.overview(undefined, context)).toMatchObject({ custody: 'operator-assisted' })
    expect((await attack(walletId)).addresses).toEqual(addresses)
  })

  test('behavior: still DOES, when a recovery code was added and nothing was given up', async () => {
    const { page, addresses, walletId } = await newUser()
    const { code } = await page.security.addCode(undefined, context)
    await page.security.proveCode({ code }, context)
    expect((await attack(walletId)).addresses).toEqual(addresses)
  })

  test('error: does NOT open it after "only you": the operator’s key share and its key are gone from every table', async () => {
    const { page, walletId } = await newUser()
    const { code } = await page.security.addCode(undefined, context)
    await page.security.proveCode({ code }, context)
    await page.security.takeCustody(undefined, context)
    expect(await page.security.overview(undefined, context)).toMatchObject({ custody: 'user' })
    const result = await attack(walletId)
    expect(result.addresses).toBeNull()
    // It did try: two slots, each with both key shares that are left.
    expect(result.tried).toBe(4)
    const { assistKey, rotations } = await stolenWallet(visits.world, walletId)
    expect({ assistKey, rotations }).toEqual({ assistKey: null, rotations: [] })
  })

  test('error: does NOT open it after "only you" and another lock either', async () => {
    const { page, addresses, walletId } = await newUser()
    const { code } = await page.security.addCode(undefined, context)
    await page.security.proveCode({ code }, context)
    await page.security.takeCustody(undefined, context)
    await page.security.rotate({ code }, context)
    expect((await attack(walletId)).addresses).toBeNull()
    expect(await page.wallet.open()).toEqual(addresses)
  })
})
