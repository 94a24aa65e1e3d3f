import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { fakeContext } from '../../testing/fakeNode.js'
import { type ApprovalContent, everything, type Grant, type Prepared } from '../approve/content.js'
import { createWorth, withinCaps } from './caps.js'

const { network } = fakeContext()
const token = '0x2222222222222222222222222222222222222222'
const now = 1_800_000_000_000
const day = 86_400
const days = (count: number) => now / 1_000 + count * day
const content: ApprovalContent = {
  title: { id: 'title.allow' },
  kind: 'transaction',
  changes: [],
  preview: 'done',
  grants: [],
  warnings: [],
  rows: [],
  details: [],
  blocked: false,
  confirm: 'allow',
  twice: false,
}
const prepared = (grants: readonly Grant[], more: Partial<Prepared> = {}): Prepared => ({
  content: { ...content, grants },
  payload: new Uint8Array(),
  execute: async () => null,
  counterparties: [],
  ...more,
})
/** A server that knows one token: 6 decimals, 2 USD each. */
const send = vi.fn(async () =>
  Response.json({ fungibles: [{ address: `eip155:1:${token}`, price: 2, decimals: 6, name: '', symbol: '', iconUrl: '' }] }),
)
const worthOf = createWorth({ api: 'https://api.example', projectId: 'shop' }, send as never)
const blocked = async (grants: readonly Grant[], caps: { grantUsd?: number; grantDays?: number }) => {
  const result = await withinCaps(prepared(grants), caps, network, worthOf, now)
  return result.content.blocked ? result.content.warnings.map(({ text }) => text.id) : []
}

describe('what an operator capped', () => {
  test.each<[string, readonly Grant[], { grantUsd?: number; grantDays?: number }, readonly string[]]>([
    ['nothing is capped', [everything], {}, []],
    ['nothing is given', [], { grantUsd: 0, grantDays: 1 }, []],
    ['as long as it may last', [{ token, amount: 5n, until: days(7), lasts: true }], { grantDays: 7 }, []],
    ['longer', [{ token, amount: 5n, until: days(7) + 61, lasts: true }], { grantDays: 7 }, ['warn.cappedDaysText']],
    ['without an end', [{ token, amount: 5n, until: null, lasts: true }], { grantDays: 7 }, ['warn.cappedDaysText']],
    ['as much as it may be', [{ token, amount: 50_000_000n, until: null, lasts: true }], { grantUsd: 100 }, []],
    ['more', [{ token, amount: 50_000_001n, until: null, lasts: true }], { grantUsd: 100 }, ['warn.cappedUsdText']],
    ['all there is', [{ token, amount: null, until: null, lasts: true }], { grantUsd: 100 }, ['warn.cappedUsdText']],
    ['power over something else', [everything], { grantUsd: 100 }, ['warn.cappedUsdText']],
    ['what has no price', [{ amount: 1n, until: null, lasts: true }], { grantUsd: 100 }, ['warn.cappedUsdText']],
    ['both', [everything], { grantUsd: 100, grantDays: 7 }, ['warn.cappedDaysText', 'warn.cappedUsdText']],
  ])('behavior: %s', async (_name, grants, caps, warnings) => {
    expect(await blocked(grants, caps)).toEqual(warnings)
  })

  test('error: a server that does not answer, or with something else, prices nothing', async () => {
    for (const answer of [() => Promise.reject(new Error('offline')), async () => Response.json({ fungibles: [{ price: 0 }] })]) {
      const lying = createWorth({ api: 'https://api.example', projectId: 'shop' }, answer as never)
      const result = await withinCaps(prepared([{ token, amount: 1n, until: null, lasts: true }]), { grantUsd: 100 }, network, lying, now)
      expect(result.content.blocked).toBe(true)
    }
  })

  test('behavior: parts count together, however they are split', async () => {
    const parts = fc.array(fc.bigInt({ min: 0n, max: 40_000_000n }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(parts, async (amounts) => {
        const sum = amounts.reduce((left, right) => left + right, 0n)
        const over = await blocked(
          amounts.map((amount) => ({ token, amount, until: null, lasts: true })),
          { grantUsd: 100 },
        )
        expect(over.length > 0).toBe(sum > 50_000_000n)
      }),
      { numRuns: 60, seed: 42 },
    )
  })

  test('behavior: a lower limit that the user sets may be within it, and a higher one is not', async () => {
    const withLimit = async (amount: string) => prepared([{ token, amount: BigInt(amount), until: null, lasts: true }], { withLimit })
    const first = await withinCaps(prepared([everything], { withLimit }), { grantUsd: 100 }, network, worthOf)
    expect(first.content.blocked).toBe(true)
    const lower = await first.withLimit?.('5')
    expect(lower?.content.blocked).toBe(false)
    expect((await lower?.withLimit?.('60000000'))?.content.blocked).toBe(true)
  })
})
