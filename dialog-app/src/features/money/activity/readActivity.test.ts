import type { HistoryTransaction, HistoryTransfer } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Activity } from '../../../state/activity.js'
import { formatTransfer } from '../amounts.js'
import { groupByMonth, isSpam, joinFirst, mergeTransfers, readPage, signOf, sortActivities } from './readActivity.js'

const chain = 'eip155:31337'

const moved = (direction: 'in' | 'out', numeric: string | null, more: Partial<HistoryTransfer> = {}): HistoryTransfer => ({
  fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: null },
  nft_info: null,
  direction,
  quantity: { numeric },
  value: Number(numeric),
  price: 1,
  address: `${chain}:0xa`,
  ...more,
})
const picture = (is_spam: boolean) =>
  moved('in', '1', { fungible_info: null, nft_info: { name: 'Art', content: null, flags: { is_spam } }, value: null, price: null })

const transaction = (
  id: string,
  transfers: readonly HistoryTransfer[],
  more: Partial<HistoryTransaction['metadata']> = {},
): HistoryTransaction => ({
  id,
  metadata: {
    operationType: 'receive',
    hash: id,
    minedAt: '2026-03-02T12:00:00Z',
    sentFrom: '0x1',
    sentTo: '0x2',
    status: 'confirmed',
    nonce: 0,
    application: null,
    chain,
    ...more,
  },
  transfers,
})
const read = (...transfers: readonly HistoryTransfer[]) => readPage([transaction('a', transfers)], chain)[0] as Activity

const at = (id: string, minute: number, status: Activity['status'] = 'confirmed'): Activity => ({
  ...read(moved('in', '1')),
  id,
  status,
  at: minute * 60_000,
})
const ids = (activities: readonly Activity[] | undefined) => activities?.map(({ id }) => id).join(' ')

describe('readPage', () => {
  test('behavior: amounts are exact, however many decimals they have', () => {
    expect(read(moved('in', '0.000000000000000001')).transfers[0]).toMatchObject({ amount: 1n, decimals: 18 })
    expect(read(moved('in', '5')).transfers[0]).toMatchObject({ amount: 5n, decimals: 0, value: 5_000_000n })
  })
  test('error: what has no amount is a transfer all the same, and has no value', () => {
    const [transfer] = read(moved('in', null, { fungible_info: { name: '', symbol: '', icon: null }, value: null })).transfers
    expect(transfer).toMatchObject({ direction: 'in', symbol: '0xa', contract: '0xa' })
    expect([transfer?.amount, transfer?.value]).toEqual([undefined, undefined])
  })
  test('behavior: only what happened on the network that is asked for', () => {
    expect(readPage([transaction('a', []), transaction('b', [], { chain: 'eip155:1' })], chain).map(({ id }) => id)).toEqual(['a'])
  })
  test('security: names cannot turn the line round', () => {
    expect(read(moved('in', '1', { fungible_info: { name: '', symbol: 'US\u202eCD', icon: null } })).transfers[0]?.symbol).toBe('USCD')
  })
  test('behavior: spam is what moved nothing but NFTs that are', () => {
    expect(isSpam(read(picture(true), picture(true)))).toBe(true)
    expect(isSpam(read(picture(true), picture(false)))).toBe(false)
    expect(isSpam(read(picture(true), moved('in', '1')))).toBe(false)
    expect(isSpam(read())).toBe(false)
  })
})

describe('mergeTransfers', () => {
  test('behavior: what comes back of the same token is taken off what went', () => {
    expect(read(moved('out', '10.5'), moved('in', '0.25')).transfers).toMatchObject([
      { direction: 'out', amount: 1025n, decimals: 2, value: 10_250_000n },
    ])
    expect(read(moved('out', '1'), moved('in', '3')).transfers).toMatchObject([{ direction: 'in', amount: 2n }])
  })
  test('behavior: all of it came back: nothing was moved', () => {
    expect(read(moved('out', '1'), moved('in', '1')).transfers).toEqual([])
  })
  test('error: amounts that are not known are told once for each direction, and never added to others', () => {
    const other = { address: `${chain}:0xb` }
    const { transfers } = read(moved('in', null), moved('in', null), moved('out', null), moved('in', '2', other), moved('in', null, other))
    expect(transfers.map(({ direction, amount, contract }) => [direction, amount, contract])).toEqual([
      ['in', undefined, '0xa'],
      ['out', undefined, '0xa'],
      ['in', 2n, '0xb'],
      ['in', undefined, '0xb'],
    ])
    expect(mergeTransfers(transfers)).toEqual(transfers)
  })
  test('behavior: other tokens and NFTs stay as they are', () => {
    const { transfers } = read(moved('out', '1'), moved('in', '2', { address: `${chain}:0xb` }), picture(false), picture(false))
    expect(transfers).toHaveLength(4)
    expect(mergeTransfers(transfers)).toEqual(transfers)
  })
})

describe('sortActivities', () => {
  test('behavior: pending ones first, 99 at most, then the newest; each once', () => {
    expect(ids(sortActivities([at('old', 1), at('new', 3), at('wait', 2, 'pending'), at('new', 0)]))).toBe('wait new old')
    const many = Array.from({ length: 120 }, (_, index) => at(`${index}`, index, 'pending'))
    expect(sortActivities(many)).toHaveLength(99)
  })
})

describe('joinFirst', () => {
  test('behavior: what is new comes on top, what is older stays; what was pending and is not there any more is gone', () => {
    const known = [at('w', 9, 'pending'), at('c', 3), at('b', 2), at('a', 1)]
    expect(ids(joinFirst([at('d', 4), at('c', 3), at('b', 2)], known, false))).toBe('d c b a')
  })
  test('behavior: what the chain took back is gone', () => {
    expect(ids(joinFirst([at('d', 4), at('b', 2)], [at('c', 3), at('b', 2), at('a', 1)], false))).toBe('d b a')
  })
  test('behavior: a gap makes what was known worthless; the last page is everything', () => {
    expect(joinFirst([at('z', 9)], [at('b', 2)], false)).toBeUndefined()
    expect(ids(joinFirst([at('z', 9)], [at('b', 2)], true))).toBe('z')
  })
})

test('behavior: signs as specified; of the others by what was moved', () => {
  for (const operation of ['receive', 'deposit', 'borrow', 'claim'] as const) expect(signOf(operation, 'out')).toBe('+')
  for (const operation of ['withdraw', 'repay', 'burn'] as const) expect(signOf(operation, 'in')).toBe('−')
  expect([signOf('send', 'out'), signOf('trade', 'in'), signOf('execute', 'self')]).toEqual(['−', '+', ''])
})

test('behavior: by year, then month', () => {
  const dated = (id: string, year: number, month: number) => ({ ...at(id, 0), at: new Date(year, month, 15).getTime() })
  const months = groupByMonth([dated('a', 2026, 2), dated('b', 2026, 2), dated('c', 2026, 0), dated('d', 2025, 0)])
  expect(months.map(({ entries }) => ids(entries))).toEqual(['a b', 'c', 'd'])
})

test('behavior: three decimals, cut and never rounded up', () => {
  expect(formatTransfer(1_999_999n, 6)).toBe('1.999')
  expect(formatTransfer(5n, 0)).toBe('5.000')
  expect(formatTransfer(1n, 18)).toBe('<0.001')
  expect(formatTransfer(10n ** 77n, 0)).toBe('1E77')
})
