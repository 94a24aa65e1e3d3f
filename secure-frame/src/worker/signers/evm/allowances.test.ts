import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { evmAccount, type FakeNode, fakeContext } from '../../../testing/fakeNode.js'
import { renderCard } from '../../../testing/renderCard.js'
import { prepareSendCalls } from '../calls/sendCalls.js'
import { allowancesIn } from './allowances.js'
import { prepareTransaction } from './transaction.js'

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const apes = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const drainer = '0x00000000000000000000000000000000DeaDBeef'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const [me, them] = [topic(evmAccount), topic(drainer)]
type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }
const log = (address: string, topics: readonly string[], ...words: readonly bigint[]): Log => ({
  address,
  topics,
  data: `0x${words.map(word).join('')}`,
})
const limit = (amount: bigint, token = usdc) => log(token, [approval, me, them], amount)

describe('allowancesIn', () => {
  test('behavior: what others may take of one account afterwards, every kind of it, the last word of each', () => {
    const logs = [
      limit(1n),
      limit(7n),
      log(apes, [approvalForAll, me, them], 1n),
      log(apes, [approval, me, them, `0x${word(42n)}`]),
      log(usdc, [approval, them, me], 9n),
      // A token of before there were indexes.
      log(drainer, [approval], BigInt(me), BigInt(them), 5n),
    ]
    expect(allowancesIn(logs, evmAccount)).toEqual([
      { token: usdc, spender: drainer, amount: 7n },
      { token: apes, spender: drainer, amount: null },
      { token: apes, spender: drainer, id: 42n },
      { token: drainer.toLowerCase(), spender: drainer, amount: 5n },
    ])
  })

  test('behavior: what is taken back is none', () => {
    const logs = [
      limit(7n),
      limit(0n),
      log(apes, [approvalForAll, me, them], 1n),
      log(apes, [approvalForAll, me, them], 0n),
      log(apes, [approval, me, them, `0x${word(42n)}`]),
      log(apes, [approval, me, topic('0x0'), `0x${word(42n)}`]),
    ]
    expect(allowancesIn(logs, evmAccount)).toEqual([])
  })

  test('error: more than a card can show is an error, and never a part of it', () => {
    const logs = Array.from({ length: 100 }, (_, index) => log(apes, [approval, me, them, `0x${word(BigInt(index))}`]))
    expect(() => allowancesIn(logs, evmAccount)).toThrow(RangeError)
  })
})

type Tried = { readonly from: string; readonly data: string }
/** A node that finds these logs. Left out: it does not say how much the drainer may take before and after. */
const on = (logs: readonly Log[], limits?: readonly [before: bigint, after: bigint]): FakeNode => ({
  tokens: { [usdc]: { symbol: 'USDC', decimals: 6, balance: 50_000_000n, supply: 10n ** 16n }, [apes]: { symbol: 'BAYC' } },
  contracts: [drainer],
  answers: {
    eth_simulateV1: ([given]) => {
      const [{ calls } = { calls: [] }] = (given as { blockStateCalls: { calls: Tried[] }[] }).blockStateCalls
      const isQuestion = ({ from }: Tried) => from !== evmAccount
      const isOfLimits = ({ data }: Tried) => /dd62ed3e|e985e9c5/.test(data)
      const first = calls.findIndex((call) => !isQuestion(call))
      return [
        {
          calls: calls.map((call, index) => {
            if (!isQuestion(call)) return { status: '0x1', gasUsed: '0x5208', logs: index === first ? logs : [] }
            return limits && isOfLimits(call)
              ? { status: '0x1', returnData: `0x${word(limits[index < first ? 0 : 1])}` }
              : { status: '0x0' }
          }),
        },
      ]
    },
  },
})
const of = async (data: string, node: FakeNode, to = usdc) =>
  (await prepareTransaction([{ from: evmAccount, to, gas: '0x5208', data }], fakeContext(node))).content
const dark = '0x4e71d92d'
const warned = ({ warnings }: Awaited<ReturnType<typeof of>>) => warnings.map(({ tone, title }) => `${tone} ${title.id}`)
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 added)',
  'function increaseApproval(address spender, uint256 added)',
  'function decreaseApproval(address spender, uint256 subtracted)',
  'function setApprovalForAll(address operator, bool approved)',
  'function allow(address manager, bool isAllowed)',
  'function hope(address usr)',
])

describe('a function that nobody knows', () => {
  test('error: says that it cannot be read, even when nothing moves', async () => {
    expect(warned(await of(dark, on([])))).toEqual(['warn warn.unread'])
  })

  test.each<[string, Log, string]>([
    ['a limit', limit(7_000_000n), '7 USDC'],
    ['a limit without end', limit(maxUint256), '∞ USDC'],
    ['all items', log(apes, [approvalForAll, me, them], 1n), '∞ BAYC'],
    ['one item', log(apes, [approval, me, them, `0x${word(42n)}`]), 'BAYC #42'],
  ])('error: %s that it sets is on the card, in red, and asked for twice', async (_what, one, text) => {
    const content = await of(dark, on([one]))
    const { facts } = renderCard(content)
    expect(facts).toContain(text)
    expect(facts).toContain(drainer)
    expect(warned(content)).toEqual(expect.arrayContaining(['warn warn.unread', 'neg warn.delegate']))
    expect(content).toMatchObject({ confirm: 'allowAnyway', twice: true })
  })

  test('error: a user, not a contract, who may spend by it is pointed out', async () => {
    const content = await of(dark, { ...on([limit(7n)]), contracts: [] })
    expect(warned(content)).toContain('neg warn.person')
  })

  test.each<[string, FakeNode]>([
    ['only gets smaller, as every transfer makes it', on([limit(5n)], [9n, 5n])],
    ['was there before', on([limit(maxUint256)], [maxUint256, maxUint256])],
    ['is used up by what the call itself does', on([limit(5n)], [0n, 0n])],
    ['of all items was there before', on([log(apes, [approvalForAll, me, them], 1n)], [1n, 1n])],
  ])('behavior: a limit that %s is nothing to warn of', async (_what, node) => {
    const content = await of(dark, node)
    expect(warned(content)).toEqual(['warn warn.unread'])
    expect(content.twice).toBe(false)
  })

  test('error: that cannot be tried is not taken for one that could', async () => {
    const content = await of(dark, { contracts: [drainer] })
    expect(warned(content)).toEqual(['neg warn.noPreview', 'neg warn.unread'])
    expect(content.twice).toBe(true)
  })
})

describe('what a call says itself', () => {
  const encode = (functionName: string, args: readonly unknown[]) => encodeFunctionData({ abi, functionName, args } as never)

  const [item, items] = [log(apes, [approval, me, them, `0x${word(42n)}`]), log(apes, [approvalForAll, me, them], 1n)]
  test.each<[string, string, FakeNode, string]>([
    ['approve', encode('approve', [drainer, 7_000_000n]), on([limit(7_000_000n)], [3n, 7_000_000n]), usdc],
    ['approve of a token that answers nothing', encode('approve', [drainer, 7_000_000n]), on([limit(7_000_000n)]), usdc],
    ['approve of a token that counts in fewer bits', encode('approve', [drainer, maxUint256]), on([limit(2n ** 96n - 1n)]), usdc],
    ['increaseAllowance', encode('increaseAllowance', [drainer, 4n]), on([limit(7n)], [3n, 7n]), usdc],
    ['increaseApproval', encode('increaseApproval', [drainer, 4n]), on([limit(7n)], [3n, 7n]), usdc],
    ['approve of an item', encode('approve', [drainer, 42n]), on([item]), apes],
    ['approve of an item that a token would call an amount', encode('approve', [drainer, 42n]), on([limit(42n, apes)]), apes],
    ['setApprovalForAll', encode('setApprovalForAll', [drainer, true]), on([items], [0n, 1n]), apes],
  ])('behavior: %s is not said twice', async (_what, data, node, to) => {
    const content = await of(data, node, to)
    expect(warned(content)).not.toContain('neg warn.delegate')
    expect(content.rows.filter(({ label }) => label === 'row.spender')).toHaveLength(1)
    expect(content.twice).toBe(false)
  })

  test('error: a larger limit than it says is on the card', async () => {
    const content = await of(encode('approve', [drainer, 1_000_000n]), on([limit(9_000_000n)], [0n, 9_000_000n]))
    expect(renderCard(content).facts).toContain('9 USDC')
    expect(warned(content)).toContain('neg warn.delegate')
    expect(content.twice).toBe(true)
  })

  test('behavior: a permit that was signed before, and is used by the call, is a limit like others', async () => {
    const permit = encodeFunctionData({
      abi: parseAbi(['function selfPermit(address, uint256, uint256, uint8, bytes32, bytes32)']),
      args: [usdc, 7_000_000n, 1n, 27, `0x${word(1n)}`, `0x${word(1n)}`],
    })
    const content = await of(permit, on([limit(7_000_000n)], [0n, 7_000_000n]), drainer)
    expect(renderCard(content).facts).toContain('7 USDC')
    expect(content).toMatchObject({ confirm: 'allow', twice: false, warnings: [{ title: { id: 'warn.unknown' } }] })
  })

  test('behavior: several calls of one batch together make a limit', async () => {
    const calls = [encode('approve', [drainer, 5n]), encode('increaseAllowance', [drainer, 7n])].map((data) => ({ to: usdc, data }))
    const request = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls }
    const { content } = await prepareSendCalls([request], fakeContext(on([limit(12n)], [0n, 12n])))
    expect(warned(content)).not.toContain('neg warn.delegate')
  })

  test.each([
    ['increaseApproval', encode('increaseApproval', [drainer, maxUint256])],
    ['allow (Compound III)', encode('allow', [drainer, true])],
    ['hope (Maker)', encode('hope', [drainer])],
  ])('error: %s lets somebody spend without limit, and says so', async (_what, data) => {
    const content = await of(data, on([]))
    expect(renderCard(content).facts).toContain(drainer)
    expect(warned(content)).toContain('warn warn.noLimit')
    expect(content.confirm).toBe('allowAnyway')
  })

  test('behavior: decreaseApproval is a limit that gets smaller', async () => {
    const content = await of(encode('decreaseApproval', [drainer, 4_000_000n]), on([]))
    expect(renderCard(content).facts).toContain('4 USDC')
    expect(warned(content)).toEqual([])
  })
})
