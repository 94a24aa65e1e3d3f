import { expect, test, vi } from 'vitest'
import { createProof } from './proof.js'

/** A device with these slots, on which somebody is signed in. */
function device(types: readonly string[], stepUpUntil: string | null = null) {
  let user = 'one'
  const given = vi.fn()
  const proof = createProof(
    { stored: async () => ({ user: { id: user } }) as never, facts: async () => ({ stepUpUntil }) as never },
    { vault: () => ({ slots: types.map((type) => ({ header: { type } })) }) as never },
    given,
  )
  const signIn = (id: string) => {
    user = id
  }
  return { proof, given, signIn }
}
const soon = () => Date.now() + 60_000

test.each([
  [['device', 'assist'], true],
  [['device', 'assist', 'passkey'], false],
  [['device', 'code'], false],
])('behavior: with slots %s, agreeing without a proof is %s', async (types, isEnough) => {
  expect(await device(types).proof.isEnough()).toBe(isEnough)
})

test('behavior: a proof counts until it is over, the server’s as well as one that was given here', async () => {
  expect(await device(['code'], new Date(soon()).toISOString()).proof.isEnough()).toBe(true)
  expect(await device(['code'], new Date(Date.now() - 1).toISOString()).proof.isEnough()).toBe(false)
  const { proof, given } = device(['code'])
  await proof.give(soon())
  expect(given).toHaveBeenCalledOnce()
  expect(await proof.isEnough()).toBe(true)
  await proof.give(Date.now() - 1)
  expect(await proof.isEnough()).toBe(false)
})

test('error: a proof of one user is none of the next', async () => {
  const { proof, signIn } = device(['passkey'])
  await proof.give(soon())
  signIn('two')
  expect(await proof.isEnough()).toBe(false)
})
