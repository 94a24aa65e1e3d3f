import { expect, test, vi } from 'vitest'
import { warmSigning } from './warmSigning.js'

test.each(['eip155', 'solana'])(
  'behavior: the code of a signature on %s runs with keys made for it, which are wiped, and nothing comes of it',
  async (namespace) => {
    const made: Uint8Array[] = []
    const given = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      made.push(new Uint8Array((array as Uint8Array).buffer).fill(made.length + 1))
      return array
    })
    expect(await warmSigning(namespace, true)).toBeUndefined()
    given.mockRestore()
    // By turns a key, and what it signs.
    const [keys, signed] = [0, 1].map((turn) => made.filter((_bytes, index) => index % 2 === turn).map((bytes) => bytes.some(Boolean)))
    expect(keys?.length).toBeGreaterThan(1)
    expect(new Set(keys)).toEqual(new Set([false]))
    expect(new Set(signed)).toEqual(new Set([true]))
  },
)
