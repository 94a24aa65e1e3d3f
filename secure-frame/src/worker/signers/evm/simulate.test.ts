import { describe, expect, test } from 'vitest'
import { addUp, simulate } from './simulate.js'

const me = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const other = topic('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const mine = topic(me)
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const token = '0x00000000000000000000000000000000000000AA'
const log = (address: string, topics: readonly string[], ...words: readonly bigint[]) => ({
  address,
  topics,
  data: `0x${words.map(word).join('')}`,
})

describe('addUp', () => {
  test('behavior: what leaves and comes of one account, every kind of it', () => {
    const logs = [
      log('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', [transfer, mine, other], 5n),
      log(token, [transfer, other, mine], 7n),
      log(token, [transfer, mine, other], 2n),
      log(token, [transfer, other, other], 1_000n),
      log(token, [transfer, mine, other, `0x${word(42n)}`]),
      log(token, [single, other, other, mine], 9n, 3n),
      log(token, [batch, other, mine, other], 64n, 160n, 2n, 1n, 2n, 2n, 10n, 20n),
    ]
    expect(addUp(logs, me)).toEqual({
      native: -5n,
      tokens: [{ token: token.toLowerCase(), amount: 5n }],
      collectibles: [
        { token: token.toLowerCase(), id: 42n, amount: -1n },
        { token: token.toLowerCase(), id: 9n, amount: 3n },
        { token: token.toLowerCase(), id: 1n, amount: -10n },
        { token: token.toLowerCase(), id: 2n, amount: -20n },
      ],
    })
  })

  test('behavior: what only passes through is nothing', () => {
    expect(addUp([log(token, [transfer, other, mine], 3n), log(token, [transfer, mine, other], 3n)], me)).toEqual({
      native: 0n,
      tokens: [],
      collectibles: [],
    })
  })
})

describe('simulate', () => {
  const call = { to: token, data: '0x', value: 0n }

  test('behavior: a failing call says why', async () => {
    const rpc = async () => [{ calls: [{ status: '0x0', error: { message: 'no' } }] }]
    expect(await simulate(rpc, me, [call])).toEqual({ ok: false, error: 'no', native: 0n, tokens: [], collectibles: [], allowances: [] })
  })

  test('behavior: several calls happen one after the other, and their effects are added up', async () => {
    const gone = (amount: bigint) => ({ status: '0x1', gasUsed: '0x10', logs: [log(token, [transfer, mine, other], amount)] })
    const rpc = async () => [{ calls: [gone(2n), gone(3n)] }]
    expect(await simulate(rpc, me, [call, call])).toEqual({
      ok: true,
      native: 0n,
      tokens: [{ token: token.toLowerCase(), amount: -5n }],
      collectibles: [],
      allowances: [],
      gas: [16n, 16n],
    })
  })

  test('error: one failing call of several fails them all', async () => {
    const rpc = async () => [{ calls: [{ status: '0x1' }, { status: '0x0', error: { message: 'no' } }] }]
    expect(await simulate(rpc, me, [call, call])).toMatchObject({ ok: false, error: 'no' })
  })

  test('error: more items than a card can show: null, and never a part of them', async () => {
    const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
    const data = `0x${[64n, 96n, 2_000n].map((value) => value.toString(16).padStart(64, '0')).join('')}`
    const rpc = async () => [{ calls: [{ status: '0x1', logs: [{ address: token, topics: [batch, mine, mine, other], data }] }] }]
    expect(await simulate(rpc, me, [call])).toBeNull()
  })

  test.each([
    ['answers for fewer calls than there are', async () => [{ calls: [] }]],
    ['cannot', () => Promise.reject(new Error('method not found'))],
    ['answers nothing', async () => []],
    ['answers nonsense', async () => ({})],
  ])('error: a node that %s: null, which is shown', async (_what, rpc) => {
    expect(await simulate(rpc, me, [call])).toBeNull()
  })
})
