import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, type Hex, pad, parseAbi, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { WireFrame, WireLog, WireReceipt, WireTrace, WireTransaction } from '../node/wire.js'
import { fromFrame, fromTraces, type InternalTransfer } from './calls.js'
import { readLogs } from './logs.js'
import type { Operation } from './rows.js'
import { decodeTransaction } from './transaction.js'

const [me, you, pool, token, other, entryPoint]: Hex[] = [
  ...[1, 2, 3, 4, 5].map((number): Hex => `0x${number.toString(16).padStart(40, 'a')}`),
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
]
const zero: Hex = `0x${'0'.repeat(40)}`
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'event Borrow(address reserve, address user, address onBehalfOf, uint256 amount, uint8 mode, uint256 rate, uint16 referral)',
  'event Staked(address indexed user, uint256 amount)',
  'event UserOperationEvent(bytes32 indexed hash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 cost, uint256 gas)',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function withdraw(uint256 wad)',
  'function getReward()',
  'function anything(uint256)',
])

const hash = pad('0x1', { size: 32 })
const logOf = (address: Hex, topics: readonly Hex[], data: Hex, index = 0): WireLog => ({
  address,
  topics,
  data,
  logIndex: `0x${index.toString(16)}`,
  transactionHash: hash,
  blockNumber: '0x1',
  blockHash: hash,
})
let places = 0
const words = (...values: bigint[]): Hex => `0x${values.map((value) => value.toString(16).padStart(64, '0')).join('')}`
const topicOf = (address: Hex) => pad(address, { size: 32 })
const transfer = (address: Hex, from: Hex, to: Hex, value = 5n) =>
  logOf(address, encodeEventTopics({ abi, eventName: 'Transfer', args: { from, to } }) as Hex[], words(value), ++places)
const approval = (owner: Hex) =>
  logOf(token as Hex, encodeEventTopics({ abi, eventName: 'Approval', args: { owner, spender: pool } }) as Hex[], words(5n), ++places)
const swap = () =>
  logOf(pool as Hex, encodeEventTopics({ abi, eventName: 'Swap', args: { sender: me, to: me } }) as Hex[], words(1n, 0n, 0n, 1n))

type Case = {
  readonly tx?: Partial<WireTransaction>
  readonly logs?: readonly WireLog[]
  readonly calls?: readonly InternalTransfer[] | null
  readonly status?: Hex
  readonly created?: Hex
}
function decode({ tx = {}, logs = [], calls = [], status = '0x1', created }: Case) {
  const full: WireTransaction = {
    hash,
    from: me as Hex,
    to: pool as Hex,
    value: '0x0',
    nonce: '0x7',
    input: '0x12345678',
    transactionIndex: '0x0',
    blockNumber: '0x1',
    blockHash: hash,
    ...tx,
  }
  const receipt: WireReceipt = {
    transactionHash: hash,
    blockHash: hash,
    blockNumber: '0x1',
    status,
    gasUsed: '0x5208',
    effectiveGasPrice: '0x2',
    contractAddress: created ?? null,
    logs,
  }
  return decodeTransaction({ block: { number: '0x1', timestamp: '0x64' }, tx: full, receipt, calls })
}
const operationFor = (address: Hex | undefined, what: Case): Operation | undefined =>
  decode(what).activity.find((one) => one.address === address)?.operation

const cases: readonly (readonly [string, Hex | undefined, Operation | undefined, Case])[] = [
  ['coins sent', me, 'send', { tx: { to: you as Hex, value: '0x5', input: '0x' } }],
  ['coins received', you, 'receive', { tx: { to: you as Hex, value: '0x5', input: '0x' } }],
  ['coins from a contract', you, 'receive', { calls: [{ from: pool as Hex, to: you as Hex, amount: 1n }] }],
  ['coins for a call of a contract', me, 'execute', { tx: { value: '0x5' } }],
  ['tokens sent', me, 'send', { logs: [transfer(token as Hex, me as Hex, you as Hex)] }],
  ['tokens received', you, 'receive', { logs: [transfer(token as Hex, me as Hex, you as Hex)] }],
  ['tokens that somebody else takes', you, 'send', { logs: [transfer(token as Hex, you as Hex, other as Hex)] }],
  [
    'a token for another',
    me,
    'trade',
    { logs: [transfer(token as Hex, me as Hex, pool as Hex), transfer(other as Hex, pool as Hex, me as Hex)] },
  ],
  ['coins for a token', me, 'trade', { tx: { value: '0x5' }, logs: [transfer(token as Hex, pool as Hex, me as Hex)] }],
  ['a swap whose result goes to somebody else', me, 'trade', { logs: [transfer(token as Hex, me as Hex, pool as Hex), swap()] }],
  [
    'the same token back and forth',
    me,
    'send',
    { logs: [transfer(token as Hex, me as Hex, pool as Hex), transfer(token as Hex, pool as Hex, me as Hex, 1n)] },
  ],
  [
    'an approval',
    me,
    'approve',
    {
      tx: { to: token as Hex, input: encodeFunctionData({ abi, functionName: 'approve', args: [pool as Hex, 5n] }) },
      logs: [approval(me as Hex)],
    },
  ],
  ['an approval with a transfer', me, 'send', { logs: [approval(me as Hex), transfer(token as Hex, me as Hex, pool as Hex)] }],
  ['an approval in the name of somebody else', you, undefined, { logs: [approval(you as Hex)] }],
  ['tokens made by oneself', me, 'mint', { logs: [transfer(token as Hex, zero, me as Hex)] }],
  ['tokens made by somebody else', you, 'receive', { logs: [transfer(token as Hex, zero, you as Hex)] }],
  ['tokens destroyed', me, 'burn', { logs: [transfer(token as Hex, me as Hex, zero)] }],
  ['a contract made', me, 'deploy', { tx: { to: null }, created: other as Hex }],
  ['a contract that was not made', me, 'deploy', { tx: { to: null }, status: '0x0' }],
  ['nothing to oneself', me, 'cancel', { tx: { to: me as Hex, input: '0x' } }],
  ['something to oneself', me, 'send', { tx: { to: me as Hex, input: '0x', value: '0x1' } }],
  ['a call without effects', me, 'execute', {}],
  ['a call that failed', me, 'execute', { status: '0x0' }],
  [
    'a transfer that failed',
    me,
    'send',
    { status: '0x0', tx: { input: encodeFunctionData({ abi, functionName: 'transfer', args: [you as Hex, 1n] }) } },
  ],
  ['whom a failed transfer was for', you, undefined, { status: '0x0', tx: { to: you as Hex, value: '0x5', input: '0x' } }],
  ['an amount of nothing in the name of somebody else', you, undefined, { logs: [transfer(token as Hex, you as Hex, other as Hex, 0n)] }],
  [
    'a loan',
    me,
    'borrow',
    {
      logs: [
        transfer(token as Hex, pool as Hex, me as Hex),
        logOf(pool as Hex, [toEventSelector('Borrow(address,address,address,uint256,uint8,uint256,uint16)')], '0x'),
      ],
    },
  ],
  [
    'a stake',
    me,
    'stake',
    {
      logs: [
        transfer(token as Hex, me as Hex, pool as Hex),
        logOf(pool as Hex, encodeEventTopics({ abi, eventName: 'Staked', args: { user: me } }) as Hex[], words(5n)),
      ],
    },
  ],
  [
    'a reward',
    me,
    'claim',
    { tx: { input: encodeFunctionData({ abi, functionName: 'getReward' }) }, logs: [transfer(token as Hex, pool as Hex, me as Hex)] },
  ],
]

describe('what a transaction is to whom', () => {
  test.each(cases)('behavior: %s', (_, address, operation, what) => expect(operationFor(address, what)).toBe(operation))

  test('behavior: the fee is paid also for what failed, and nothing moved', () => {
    const failed = decode({ status: '0x0', tx: { value: '0x5' }, logs: [transfer(token as Hex, me as Hex, you as Hex)] })
    expect(failed).toMatchObject({ success: false, fee: 42_000n, transfers: [], minedAt: 100_000 })
  })

  const operation = (success: boolean) => {
    const topics = encodeEventTopics({ abi, eventName: 'UserOperationEvent', args: { hash, sender: you, paymaster: zero } }) as Hex[]
    const data = encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
      [0n, success, 1n, 1n],
    )
    return logOf(entryPoint as Hex, topics, data)
  }

  test('behavior: what a smart account pays for its transaction is a fee, which is no transfer, and not what it sold or sent', () => {
    const fee = { from: you as Hex, to: entryPoint as Hex, amount: 9n }
    const swapped = decode({
      logs: [operation(true), transfer(token as Hex, you as Hex, pool as Hex), swap(), transfer(other as Hex, pool as Hex, you as Hex)],
      calls: [fee],
    })
    expect(swapped.transfers.filter(({ from }) => from === you)).toMatchObject([{ token, amount: 5n }])
    expect(swapped.activity).toContainEqual({ address: you, operation: 'trade', success: true })
    const sent = decode({ logs: [operation(true)], calls: [fee, { from: you as Hex, to: other as Hex, amount: 5n }] })
    expect(sent.transfers).toMatchObject([{ from: you, to: other, amount: 5n }])
    // Somebody who is no sender of a user operation pays the entry point what they like.
    const paid = decode({ logs: [operation(true)], calls: [{ ...fee, from: other as Hex }] })
    expect(paid.transfers).toHaveLength(1)
  })

  test('behavior: a smart account is the one who acted, and its own failure is its own', () => {
    expect(decode({ logs: [operation(true)] }).activity).toContainEqual({ address: you, operation: 'execute', success: true })
    expect(decode({ logs: [operation(false)] }).activity).toContainEqual({ address: you, operation: 'execute', success: false })
    const liar = { ...operation(true), address: other as Hex }
    expect(decode({ logs: [liar] }).activity.map(({ address }) => address)).toEqual([me])
  })

  test('behavior: a token that goes to many who did not send for it is an airdrop', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        transfer(token as Hex, pool as Hex, `0x${(index + 1_000).toString(16).padStart(40, '0')}`),
      )
    expect(decode({ logs: many(30) }).airdrops).toEqual([token])
    expect(decode({ logs: many(29) }).airdrops).toEqual([])
  })
})

describe('wrapped coins', () => {
  const event = (eventName: 'Deposit' | 'Withdrawal', wad: bigint) =>
    logOf(
      token as Hex,
      encodeEventTopics({ abi, eventName, args: { dst: me, src: me } } as Parameters<typeof encodeEventTopics>[0]) as Hex[],
      words(wad),
      9,
    )
  const withdraw = encodeFunctionData({ abi, functionName: 'withdraw', args: [5n] })
  const tokens = (what: Case) => decode(what).transfers.filter(({ kind }) => kind === 'erc20')

  test('behavior: wrapping and unwrapping move the token as well as the coins, and are trades', () => {
    const wrap = { tx: { to: token as Hex, value: '0x5' as Hex }, logs: [event('Deposit', 5n)] }
    expect(tokens(wrap)).toMatchObject([{ token, from: zero, to: me, amount: 5n }])
    expect(operationFor(me, wrap)).toBe('trade')
    const unwrap = { tx: { to: token as Hex }, logs: [event('Withdrawal', 5n)], calls: [{ from: token as Hex, to: me as Hex, amount: 5n }] }
    expect(tokens(unwrap)).toMatchObject([{ token, from: me, to: zero, amount: 5n }])
    expect(operationFor(me, unwrap)).toBe('trade')
  })

  test('behavior: where calls are unknown, the call of withdraw is believed', () => {
    expect(tokens({ tx: { to: token as Hex, input: withdraw }, logs: [event('Withdrawal', 5n)], calls: null })).toHaveLength(1)
    expect(tokens({ tx: { to: token as Hex, input: withdraw }, logs: [event('Withdrawal', 5n)], calls: [] })).toEqual([])
  })

  test('behavior: an event of that form without its coins is not of a wrapped coin, and one with a Transfer beside it counts once', () => {
    expect(tokens({ tx: { to: token as Hex, value: '0x4' }, logs: [event('Deposit', 5n)] })).toEqual([])
    const both = { tx: { to: token as Hex, value: '0x5' as Hex }, logs: [transfer(token as Hex, zero, me as Hex), event('Deposit', 5n)] }
    expect(tokens(both)).toHaveLength(1)
  })
})

describe('logs that are not what they look like', () => {
  const topic = toEventSelector('Transfer(address,address,uint256)')
  const batch = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')
  const dirty = `0x01${topicOf(me as Hex).slice(4)}` as Hex
  const named = [topicOf(me as Hex), topicOf(me as Hex), topicOf(you as Hex)]

  test.each<[string, Hex[], Hex]>([
    ['half a word', [topic, ...named.slice(1)], '0x00'],
    ['no value', [topic, ...named.slice(1)], '0x'],
    ['two values', [topic, ...named.slice(1)], words(1n, 2n)],
    ['more than an address', [topic, dirty, topicOf(you as Hex)], words(1n)],
    ['one address', [topic, topicOf(me as Hex)], words(1n)],
    ['no topics', [], words(1n)],
    ['a batch of offsets beyond everything', [batch, ...named], words(2n ** 256n - 1n, 2n ** 255n)],
    ['a batch of lengths beyond everything', [batch, ...named], words(64n, 64n, 2n ** 256n - 1n, 1n)],
    ['a batch of half words', [batch, ...named], words(33n, 33n, 1n, 1n)],
    ['a batch of different lengths', [batch, ...named], words(64n, 128n, 1n, 1n, 2n, 1n, 1n)],
  ])('error: %s', (_, topics, data) => expect(readLogs([logOf(token as Hex, topics, data)])).toEqual([]))

  test('behavior: of a batch at most a thousand items are read', () => {
    const list = Array.from({ length: 5_000 }, () => 1n)
    const data = encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [list, list])
    expect(readLogs([logOf(token as Hex, [batch, ...named], data)])).toHaveLength(1_000)
  })

  test('behavior: the largest amount there is stays what it is', () => {
    expect(readLogs([transfer(token as Hex, me as Hex, you as Hex, 2n ** 256n - 1n)])[0]?.amount).toBe(2n ** 256n - 1n)
  })
})

describe('coins that calls move', () => {
  const call = (traceAddress: number[], more: Partial<WireTrace> = {}, value: Hex = '0x1'): WireTrace => ({
    type: 'call',
    traceAddress,
    action: { callType: 'call', from: me as Hex, to: you as Hex, value },
    ...more,
  })

  test('behavior: the outermost call, borrowed values and what a failed call took back do not count', () => {
    const traces = [
      call([]),
      call([0]),
      call([1], { error: 'Reverted' }),
      call([1, 0]),
      call([2], { action: { callType: 'delegatecall', from: me as Hex, to: you as Hex, value: '0x1' } }),
      call([2, 0], {}, '0x7'),
    ]
    expect(fromTraces(traces).map(({ amount }) => amount)).toEqual([1n, 7n])
  })

  test('behavior: both ways of tracing tell the same', () => {
    const frame = (more: Partial<WireFrame> = {}): WireFrame => ({ type: 'CALL', from: me as Hex, to: you as Hex, value: '0x1', ...more })
    const root = frame({
      calls: [
        frame({ calls: [frame({ value: '0x2' }), frame({ type: 'STATICCALL', value: '0x9' })] }),
        frame({ error: 'execution reverted', calls: [frame({ value: '0x8' })] }),
        frame({ type: 'CREATE', value: '0x3' }),
        frame({ type: 'SELFDESTRUCT', value: '0x4' }),
      ],
    })
    expect(fromFrame(root).map(({ amount }) => amount)).toEqual([1n, 2n, 3n, 4n])
    const traces = [
      call([]),
      call([0]),
      call([0, 0], {}, '0x2'),
      call([1], { error: 'Reverted' }),
      call([1, 0], {}, '0x8'),
      call([2], { type: 'create', action: { from: me as Hex, value: '0x3' }, result: { address: you as Hex } }),
      call([3], { type: 'suicide', action: { address: me as Hex, refundAddress: you as Hex, balance: '0x4' } }),
    ]
    expect(fromTraces(traces)).toEqual(fromFrame(root))
    expect(fromFrame(frame({ error: 'out of gas', calls: [frame()] }))).toEqual([])
  })

  test('behavior: calls may nest as deep as the chain lets them', () => {
    let deep: WireFrame = { type: 'CALL', from: me as Hex, to: you as Hex, value: '0x1' }
    for (let depth = 0; depth < 20_000; depth += 1) deep = { type: 'CALL', from: me as Hex, to: you as Hex, value: '0x1', calls: [deep] }
    expect(fromFrame(deep)).toHaveLength(20_000)
  })

  test('security: one call may have as many calls in it as a block has gas for, in their order', () => {
    const callOf = (index: number): WireFrame => ({ type: 'CALL', from: me as Hex, to: you as Hex, value: `0x${index.toString(16)}` })
    const calls = Array.from({ length: 300_000 }, (_, index) => callOf(index + 1))
    const found = fromFrame({ type: 'CALL', from: me as Hex, to: you as Hex, calls: [{ type: 'CALL', from: me as Hex, calls }] })
    expect([found.length, found[0]?.amount, found.at(-1)?.amount]).toEqual([300_000, 1n, 300_000n])
  })
})
