import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { cardOfCall, cardOfCalls } from '../../../testing/cardOf.js'
import { answerTrial, evmAccount, fakeContext } from '../../../testing/fakeNode.js'

const [usdc, weth, steth, shares] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}`) as [Hex, Hex, Hex, Hex]
const [apes, router, vault, stranger, friend] = ['55', '66', '77', '88', '99'].map((byte) => `0x${byte.repeat(20)}`) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const coins = `0x${'ee'.repeat(20)}`
const me = evmAccount
const contracts = {
  tokens: [
    { address: usdc, symbol: 'USDC', decimals: 6 },
    { address: weth, symbol: 'WETH', decimals: 18 },
    { address: steth, symbol: 'stETH', decimals: 18 },
  ],
  wrapped: weth,
  others: [router, vault, apes],
}
const tokens = {
  [usdc]: { symbol: 'USDC', decimals: 6 },
  [weth]: { symbol: 'WETH', decimals: 18 },
  [steth]: { symbol: 'stETH', decimals: 18 },
  [shares]: { symbol: 'vUSDC', decimals: 6 },
  [apes]: { symbol: 'BAYC' },
}
const topic = (text: string) => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const moved = (token: string, from: string, to: string, amount: bigint) => ({
  address: token,
  topics: [transfer, topic(from), topic(to)],
  data: toHex(amount, { size: 32 }),
})
const item = (token: string, from: string, to: string, id: bigint) => ({
  address: token,
  topics: [transfer, topic(from), topic(to), toHex(id, { size: 32 })],
  data: '0x',
})
const call = (signature: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args: args as never })
type Log = ReturnType<typeof item>

const on = (logs: readonly Log[] | null) =>
  fakeContext(
    {
      tokens,
      contracts: [router, vault, stranger],
      ...(logs ? { answers: { eth_simulateV1: answerTrial([{ status: '0x1', gasUsed: '0x1', logs }]) as never } } : {}),
    },
    { contracts },
  )
async function warned(tx: { readonly to: string; readonly data?: Hex; readonly value?: bigint }, logs: readonly Log[] | null) {
  const { content } = await cardOfCall({ ...tx, value: toHex(tx.value ?? 0n) }, on(logs))
  return content.warnings.map(({ tone, title }) => `${tone} ${title.id.replace('warn.', '')}`)
}
const ether = 10n ** 18n
const swap = (to: string, least: bigint) =>
  call('swapExactETHForTokens(uint256 a, address[] b, address c, uint256 d)', [least, [weth, usdc], to, 9n])
const out = (to: string, amount = ether) => moved(coins, me, to, amount)

describe('what a trial means', () => {
  const payment = call('transfer(address a, uint256 b)', [friend, 100n * ether])
  test.each<[string, { readonly to: string; readonly data?: Hex; readonly value?: bigint }, readonly Log[], readonly string[]]>([
    ['a payment', { to: friend, value: ether }, [out(friend)], []],
    ['a payment that takes more', { to: friend, value: ether }, [out(friend), out(stranger)], ['neg differs', 'neg onlyOut']],
    ['tokens', { to: steth, data: payment }, [moved(steth, me, friend, 100n * ether)], []],
    ['tokens of which a little less moves', { to: steth, data: payment }, [moved(steth, me, friend, 100n * ether - 2n)], []],
    ['tokens of which a part moves', { to: steth, data: payment }, [moved(steth, me, friend, 50n * ether)], ['neg differs']],
    ['tokens of which more moves', { to: steth, data: payment }, [moved(steth, me, friend, 101n * ether)], ['neg differs', 'neg onlyOut']],
    [
      'an item',
      { to: apes, data: call('transferFrom(address a, address b, uint256 c)', [me, friend, 7n]) },
      [item(apes, me, friend, 7n)],
      [],
    ],
    [
      'another item',
      { to: apes, data: call('transferFrom(address a, address b, uint256 c)', [me, friend, 7n]) },
      [item(apes, me, friend, 8n)],
      ['neg differs', 'neg onlyOut'],
    ],
    [
      'a limit that moves tokens',
      { to: usdc, data: call('approve(address a, uint256 b)', [vault, 5n]) },
      [moved(usdc, me, stranger, 5n)],
      ['neg differs', 'neg onlyOut'],
    ],
    ['a purchase', { to: router, data: swap(me, 900n), value: ether }, [out(router), moved(usdc, router, me, 950n)], []],
    [
      'one that brings less than it says',
      { to: router, data: swap(me, 900n), value: ether },
      [out(router), moved(usdc, router, me, 800n)],
      ['neg differs'],
    ],
    [
      'one that brings something else',
      { to: router, data: swap(me, 900n), value: ether },
      [out(router), moved(shares, router, me, 900n)],
      ['neg differs', 'neg onlyOut', 'warn unverified'],
    ],
    [
      'one of a contract that is not listed',
      { to: stranger, data: swap(me, 900n), value: ether },
      [out(stranger), moved(usdc, router, me, 950n)],
      ['warn unknown'],
    ],
    ['one that is another’s', { to: router, data: swap(friend, 900n), value: ether }, [out(router)], ['warn otherReceiver', 'neg onlyOut']],
    [
      'a deposit for shares, in a listed vault',
      { to: vault, data: call('deposit(uint256 a, address b)', [100n, me]) },
      [moved(usdc, me, vault, 100n), moved(shares, vault, me, 99n)],
      ['warn onlyOut', 'warn unverified'],
    ],
    [
      'the same in a vault that is not listed',
      { to: stranger, data: call('deposit(uint256 a, address b)', [100n, me]) },
      [moved(usdc, me, stranger, 100n), moved(shares, stranger, me, 99n)],
      ['neg onlyOut', 'warn unverified'],
    ],
    [
      'tokens that are made again on another network, for the account',
      { to: vault, data: call('depositForBurn(uint256 a, uint32 b, bytes32 c, address d)', [100n, 3, topic(me), usdc]) },
      [moved(usdc, me, vault, 100n)],
      ['warn onlyOut'],
    ],
    [
      'the same for another',
      { to: vault, data: call('depositForBurn(uint256 a, uint32 b, bytes32 c, address d)', [100n, 3, topic(friend), usdc]) },
      [moved(usdc, me, vault, 100n)],
      ['warn otherReceiver', 'neg onlyOut'],
    ],
    [
      'coins beside a payment of tokens',
      { to: usdc, data: call('transfer(address a, uint256 b)', [friend, 5n]), value: ether },
      [out(usdc), moved(usdc, me, friend, 5n)],
      ['neg coinsAlong', 'warn onlyOut'],
    ],
    [
      'a function that nothing leaves by, of a contract that is not listed',
      { to: stranger, data: call('delegate(address a)', [me]) },
      [],
      ['warn unknown'],
    ],
    ['a function that is not known', { to: stranger, data: '0x4e71d92d' }, [], ['warn unread']],
  ])('behavior: %s', async (_what, tx, logs, expected) => {
    expect((await warned(tx, logs)).filter((id) => id !== 'warn whole')).toEqual(expected)
  })
})

describe('what could not be tried is always said', () => {
  test.each<[string, { readonly to: string; readonly data?: Hex; readonly value?: bigint }, readonly string[]]>([
    ['a call of a listed contract', { to: router, data: swap(me, 900n), value: ether }, ['warn noPreview']],
    ['a call of another', { to: stranger, data: swap(me, 900n), value: ether }, ['neg noPreview']],
    ['a call that is not known', { to: router, data: '0x4e71d92d' }, ['neg noPreview', 'neg unread']],
    [
      'a payment of a token that is not listed',
      { to: shares, data: call('transfer(address a, uint256 b)', [friend, 5n]) },
      ['warn unverified', 'neg noPreview'],
    ],
  ])('error: %s', async (_what, tx, expected) => {
    // What is not tried is not red for what leaves.
    expect((await warned(tx, null)).sort()).toEqual([...expected].sort())
  })

  test('behavior: of a payment, without a warning', async () => {
    for (const tx of [
      { to: friend, value: '0x1' },
      { to: usdc, data: call('transfer(address a, uint256 b)', [friend, 5n]) },
    ]) {
      const { content, severity } = await cardOfCall(tx, on(null))
      expect([severity, content.notes]).toEqual(['ordinary', [{ id: 'note.untried' }]])
    }
    const { content } = await cardOfCalls([{ to: friend, value: '0x1' }], on(null))
    expect(content.notes).toEqual([{ id: 'note.untried' }])
  })
})
