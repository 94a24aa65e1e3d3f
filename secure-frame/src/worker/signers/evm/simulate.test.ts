import { describe, expect, test } from 'vitest'
import type { Rpc } from '../rpc.js'
import { addUp, simulate } from './simulate.js'
import { type Header, transactionTrial } from './trial.js'

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
  const last: Header = { number: 7n, timestamp: 1n, gasLimit: 30_000_000n, gasUsed: 15_000_000n, baseFeePerGas: 10n }
  const tx = {
    chainId: 1,
    type: 'eip1559',
    to: token,
    data: '0x',
    value: 0n,
    gas: 21_000n,
    nonce: 5,
    maxFeePerGas: 30n,
    maxPriorityFeePerGas: 1n,
  } as const
  const trialOf = (count: number) =>
    transactionTrial(
      me,
      Array.from({ length: count }, (_, index) => ({ ...tx, nonce: 5 + index })),
    )
  type Request = {
    readonly blockStateCalls: readonly [{ readonly calls: readonly NodeCall[] } & Readonly<Record<string, unknown>>]
    readonly validation: boolean
  }
  type NodeCall = { readonly from: string; readonly data: string } & Readonly<Record<string, unknown>>

  /** A node where the transactions did this, and where there is so much of each token before and after. */
  function nodeOf(results: readonly object[], balances: Readonly<Record<string, readonly [before: bigint, after: bigint]>> = {}) {
    const requests: Request[] = []
    const rpc: Rpc = async (_method, params) => {
      const [request] = params as readonly [Request]
      requests.push(request)
      const [{ calls }] = request.blockStateCalls
      const first = calls.findIndex(({ from }) => from === me)
      const own = [...results]
      const answerTo = ({ from, data }: NodeCall, index: number) => {
        if (from === me) return own.shift()
        const known = Object.entries(balances).find(([address]) => data.slice(26, 66) === address.slice(2).toLowerCase())
        return { status: '0x1', returnData: known ? `0x${word(known[1][index < first ? 0 : 1])}` : '0x' }
      }
      return [{ calls: calls.map(answerTo) }]
    }
    return { rpc, requests }
  }
  const gone = (amount: bigint) => ({ status: '0x1', gasUsed: '0x10', logs: [log(token, [transfer, mine, other], amount)] })

  test('behavior: exactly what is signed is tried: number, gas, fees and list, in the next block, and checked as that', async () => {
    const { rpc, requests } = nodeOf([{ status: '0x1' }])
    const accessList = [{ address: token, storageKeys: [] }] as const
    await simulate(rpc, transactionTrial(me, [{ ...tx, value: 3n, accessList }]), last, [])
    const [
      {
        blockStateCalls: [block],
        validation,
      } = expect.fail(),
    ] = requests
    expect(validation).toBe(true)
    expect(block).toMatchObject({ blockOverrides: { number: '0x8', baseFeePerGas: '0xa' }, stateOverrides: { [me]: { nonce: '0x5' } } })
    expect(block.calls.filter(({ from }) => from === me)).toEqual([
      {
        from: me,
        to: token,
        data: '0x',
        value: '0x3',
        gas: '0x5208',
        nonce: '0x5',
        maxFeePerGas: '0x1e',
        maxPriorityFeePerGas: '0x1',
        accessList,
      },
    ])
  })

  test('behavior: the next base fee follows from how full the newest block is', async () => {
    const { rpc, requests } = nodeOf([{ status: '0x1' }])
    await simulate(rpc, trialOf(1), { ...last, baseFeePerGas: 1_000n, gasUsed: 30_000_000n }, [])
    expect(requests[0]?.blockStateCalls[0]).toMatchObject({ blockOverrides: { baseFeePerGas: '0x465' } })
  })

  test('behavior: the questions around the trial come from a random address, another one each time', async () => {
    const { rpc, requests } = nodeOf([{ status: '0x1' }])
    await simulate(rpc, trialOf(1), last, [token])
    await simulate(rpc, trialOf(1), last, [token])
    const askers = requests.map(({ blockStateCalls: [{ calls }] }) => calls[0]?.from)
    expect(new Set(askers).size).toBe(2)
    expect(askers).not.toContain(me)
  })

  test('behavior: what is there afterwards counts, whatever the contract reports', async () => {
    const silent = { status: '0x1', logs: [] }
    expect(await simulate(nodeOf([silent], { [token]: [2n, 9n] }).rpc, trialOf(1), last, [token])).toMatchObject({
      tokens: [{ token: token.toLowerCase(), amount: 7n }],
    })
    expect(await simulate(nodeOf([gone(5n)], { [token]: [9n, 1n] }).rpc, trialOf(1), last, [])).toMatchObject({
      tokens: [{ token: token.toLowerCase(), amount: -8n }],
    })
    const lied = { status: '0x1', logs: [log(token, [transfer, other, mine], 1_000n)] }
    expect(await simulate(nodeOf([lied], { [token]: [9n, 9n] }).rpc, trialOf(1), last, [])).toMatchObject({ tokens: [] })
  })

  test('behavior: coins that leave beyond the fee are seen where the node traces none', async () => {
    const silent = { status: '0x1', logs: [] }
    const most = 21_000n * 30n
    expect(await simulate(nodeOf([silent], { [me]: [10n ** 18n, 10n ** 18n - most] }).rpc, trialOf(1), last, [])).toMatchObject({
      native: 0n,
    })
    expect(await simulate(nodeOf([silent], { [me]: [10n ** 18n, 0n] }).rpc, trialOf(1), last, [])).toMatchObject({ native: -(10n ** 18n) })
  })

  test('behavior: a failing call says why', async () => {
    const { rpc } = nodeOf([{ status: '0x0', error: { message: 'no' } }])
    expect(await simulate(rpc, trialOf(1), last, [])).toEqual({
      ok: false,
      error: 'no',
      native: 0n,
      tokens: [],
      collectibles: [],
      allowances: [],
    })
  })

  test('behavior: several calls happen one after the other, and their effects are added up', async () => {
    expect(await simulate(nodeOf([gone(2n), gone(3n)]).rpc, trialOf(2), last, [])).toEqual({
      ok: true,
      native: 0n,
      tokens: [{ token: token.toLowerCase(), amount: -5n }],
      collectibles: [],
      allowances: [],
      gas: [16n, 16n],
    })
  })

  test('error: one failing call of several fails them all', async () => {
    const { rpc } = nodeOf([{ status: '0x1' }, { status: '0x0', error: { message: 'no' } }])
    expect(await simulate(rpc, trialOf(2), last, [])).toMatchObject({ ok: false, error: 'no' })
  })

  test('error: more items than a card can show: null, and never a part of them', async () => {
    const data = `0x${[64n, 96n, 2_000n].map(word).join('')}`
    const { rpc } = nodeOf([{ status: '0x1', logs: [{ address: token, topics: [batch, mine, mine, other], data }] }])
    expect(await simulate(rpc, trialOf(1), last, [])).toBeNull()
  })

  test.each([
    ['answers for fewer calls than there are', async () => [{ calls: [] }]],
    ['cannot', () => Promise.reject(new Error('method not found'))],
    ['answers nothing', async () => []],
    ['answers nonsense', async () => ({})],
  ])('error: a node that %s: null, which is shown', async (_what, rpc) => {
    expect(await simulate(rpc, trialOf(1), last, [])).toBeNull()
  })

  test('error: a node that does not tell its newest block: null, which is shown', async () => {
    expect(await simulate(nodeOf([{ status: '0x1' }]).rpc, trialOf(1), null, [])).toBeNull()
  })
})
