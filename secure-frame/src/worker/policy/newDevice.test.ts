import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeContext } from '../../testing/fakeNode.js'
import { type ApprovalContent, type AssetChange, everything, type Grant, type Prepared } from '../approve/content.js'
import { memoryKeyValue } from '../storage/keyValue.js'
import { createWorth } from './caps.js'
import { createNewDevice } from './newDevice.js'

const { network } = fakeContext()
const token = '0x2222222222222222222222222222222222222222'
const day = 86_400_000
const out = (amount: string, of: Partial<AssetChange> = {}): AssetChange => ({ direction: 'out', amount, symbol: 'TOK', token, ...of })
const limit = (amount: bigint | null): Grant => ({ token, amount, until: null, lasts: false })
const request = (
  changes: readonly AssetChange[],
  grants: readonly Grant[] = [],
  kind: ApprovalContent['kind'] = 'transaction',
): Prepared => ({
  content: {
    title: { id: 'title.send' },
    kind,
    changes,
    preview: 'done',
    grants,
    warnings: [],
    rows: [],
    details: [],
    blocked: false,
    confirm: 'confirm',
    twice: false,
  },
  payload: new Uint8Array(),
  execute: async () => 'sent',
  counterparties: [],
})

/** A new device, and a server that knows one token: 6 decimals, 2 USD each. */
function device() {
  let now = 1_800_000_000_000
  const fungibles = [{ address: `eip155:1:${token}`, price: 2, decimals: 6 }]
  const worthOf = createWorth({ api: 'https://api.example', projectId: 'shop' }, (async () => Response.json({ fungibles })) as never)
  const rule = createNewDevice(memoryKeyValue(), 100, worthOf, () => now)
  const ask = (prepared: Prepared, user = 'one') => rule.within(prepared, { user, until: now + day, network })
  return {
    ask,
    /** Sends it when it may be sent. @returns whether it was */
    async send(prepared: Prepared, user?: string) {
      const { content, payload, execute } = await ask(prepared, user)
      if (!content.blocked) await execute(payload)
      return !content.blocked
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test.each<[string, Prepared, boolean]>([
  ['a message', request([], [], 'message'), true],
  ['as much as it may be', request([out('50')]), true],
  ['more', request([out('50.000001')]), false],
  ['what comes back does not count', request([out('50.1'), { ...out('1000'), direction: 'in' }]), false],
  ['an item', request([out('1', { tokenId: '7' })]), false],
  ['a coin that has no price', request([{ direction: 'out', amount: '0.01', symbol: 'ETH' }]), false],
  ['a limit for this visit', request([], [limit(50_000_000n)]), true],
  ['a larger limit for this visit', request([], [limit(50_000_001n)]), false],
  ['no limit', request([], [limit(null)]), false],
  ['what nobody could read', request([], [everything]), false],
  ['a limit and a payment, which are each within it', request([out('30')], [limit(30_000_000n)]), false],
  ['a signed payment, which stands in both', request([out('40')], [limit(40_000_000n)], 'typedData'), true],
])('behavior: on a new device: %s', async (_name, prepared, allowed) => {
  const { content } = await device().ask(prepared)
  expect(content.blocked).toBe(!allowed)
  expect(content.warnings.map(({ title }) => title.id)).toEqual(allowed ? [] : ['warn.newDevice'])
})

test('error: many small payments are one large one, whatever their order; the next day begins anew, and another user', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 12 }), async (amounts) => {
      const { send } = device()
      let sum = 0
      for (const amount of amounts) if (await send(request([out(String(amount))]))) sum += amount
      expect(sum * 2).toBeLessThanOrEqual(100)
    }),
    { numRuns: 40, seed: 42 },
  )
  const { send, pass } = device()
  expect(await send(request([out('50')]))).toBe(true)
  expect(await send(request([out('1')]))).toBe(false)
  expect(await send(request([out('1')]), 'two')).toBe(true)
  pass(day + 1)
  expect(await send(request([out('50')]))).toBe(true)
})

test('error: a limit that the user changes is judged as it is then', async () => {
  const withLimit = async (amount: string) => ({ ...request([], [limit(BigInt(amount))]), withLimit })
  const first = await device().ask({ ...request([], [limit(null)]), withLimit })
  expect(first.content.blocked).toBe(true)
  const lower = await first.withLimit?.('5')
  expect(lower?.content.blocked).toBe(false)
  expect((await lower?.withLimit?.('60000000'))?.content.blocked).toBe(true)
})
