import { nativeTokenAddress, type SwapContracts, type SwapTransaction } from '@latchkey/protocol'
import { concatHex, encodeAbiParameters, encodeEventTopics, encodeFunctionData, erc20Abi, type Hex, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeForRouter02, encodeForV2Router, packedPath, randomOf, router02Abi, routerItself } from '../../testing/routerCalls.js'
import type { Mismatch, SwapTerms } from '../swaps.js'
import { swaps } from './swaps.js'

/* What a provider built is read byte by byte: here by calldata that others than the reader write, honest and not. */

const router: Hex = '0x00000000000000000000000000000000000000a1'
const wrapped: Hex = '0x00000000000000000000000000000000000000a2'
const account: Hex = '0x00000000000000000000000000000000000000b1'
const stranger: Hex = '0x00000000000000000000000000000000000bad00'
const networkId = 'eip155:31337'

const oneInch = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)',
])
const lifiPart =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
const lifiHead = 'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount'
const pairs = ['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20'] as const
const lifi = parseAbi([
  `function swapTokensGeneric(${lifiHead}, ${lifiPart}[] swaps)`,
  `function swapTokensMultipleV3ERC20ToERC20(${lifiHead}, ${lifiPart}[] swaps)`,
  `function swapTokensMultipleV3ERC20ToNative(${lifiHead}, ${lifiPart}[] swaps)`,
  `function swapTokensMultipleV3NativeToERC20(${lifiHead}, ${lifiPart}[] swaps)`,
  `function swapTokensSingleV3ERC20ToERC20(${lifiHead}, ${lifiPart} swap)`,
  `function swapTokensSingleV3ERC20ToNative(${lifiHead}, ${lifiPart} swap)`,
  `function swapTokensSingleV3NativeToERC20(${lifiHead}, ${lifiPart} swap)`,
])

type Order = SwapTerms & { readonly recipient: Hex; readonly sold: bigint; readonly source: Hex; readonly target: Hex }

function encodeOneInch({ from, to, recipient, sold, source, target, minimum, contracts }: Order, flags = 0n): Hex {
  const isNative = (token: string) => token === nativeTokenAddress
  const desc = {
    srcToken: isNative(from) && source === contracts.wrapped ? (from as Hex) : source,
    dstToken: isNative(to) && target === contracts.wrapped ? (to as Hex) : target,
    srcReceiver: stranger,
    dstReceiver: recipient,
    amount: sold,
    minReturnAmount: minimum,
    flags,
  }
  return encodeFunctionData({ abi: oneInch, functionName: 'swap', args: [stranger, desc, '0x1234'] })
}

type LifiPart = {
  readonly sendingAssetId: Hex
  readonly receivingAssetId: Hex
  readonly fromAmount: bigint
  readonly requiresDeposit: boolean
}
function lifiCall(functionName: (typeof lifi)[number]['name'], receiver: Hex, minimum: bigint, parts: readonly LifiPart[]): Hex {
  const whole = parts.map((one) => ({ callTo: stranger, approveTo: stranger, callData: '0x12345678', ...one }))
  const swapData = functionName.includes('Single') ? whole[0] : whole
  const args = [`0x${'1'.repeat(64)}`, 'shop', '', receiver, minimum, swapData]
  return encodeFunctionData({ abi: lifi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])
}

/** A swap as LI.FI's contract takes it: by one exchange or by two, with a fee that is taken before, or by its older function. */
function encodeLifi({ from, to, recipient, sold, source, target, minimum, contracts }: Order, random: () => number): Hex {
  const asset = (token: Hex, pool: Hex) => (token === nativeTokenAddress && pool === contracts.wrapped ? zeroAddress : pool)
  const [sending, receiving] = [asset(from as Hex, source), asset(to as Hex, target)]
  const pair =
    `${from === nativeTokenAddress ? 'Native' : 'ERC20'}To${to === nativeTokenAddress ? 'Native' : 'ERC20'}` as (typeof pairs)[number]
  const between: Hex = '0x00000000000000000000000000000000000000c9'
  const first = { sendingAssetId: sending, receivingAssetId: receiving, fromAmount: sold, requiresDeposit: true }
  const kind = random()
  if (kind < 0.4) return lifiCall(`swapTokensSingleV3${pair}`, recipient, minimum, [{ ...first, requiresDeposit: kind < 0.2 }])
  const name = kind < 0.7 ? (`swapTokensMultipleV3${pair}` as const) : 'swapTokensGeneric'
  const rest = { ...first, fromAmount: sold - 1n, requiresDeposit: false }
  const parts =
    random() < 0.5
      ? [{ ...first, receivingAssetId: sending }, rest]
      : [
          { ...first, receivingAssetId: between },
          { ...rest, sendingAssetId: between },
        ]
  return lifiCall(name, recipient, minimum, parts)
}

const tokens: readonly string[] = [
  nativeTokenAddress,
  '0x00000000000000000000000000000000000000c1',
  '0x00000000000000000000000000000000000000c2',
]

function orderOf(kind: SwapContracts['kind'], random: () => number): Order {
  const from = tokens[Math.floor(random() * 3)] as Hex
  const to = tokens.filter((token) => token !== from)[Math.floor(random() * 2)] as Hex
  const amount = BigInt(Math.floor(random() * 2 ** 50)) * 10n ** BigInt(Math.floor(random() * 20)) + 2n
  const minimum = BigInt(Math.floor(random() * 2 ** 50)) + 1n
  const asPool = (token: Hex) => (token === nativeTokenAddress ? wrapped : token)
  return {
    ...{ networkId, account, from, to, amount, minimum, contracts: { router, kind, wrapped } },
    ...{ recipient: account, sold: amount, source: asPool(from), target: asPool(to) },
  }
}

const transactionOf = (order: Order, data: Hex, to: string = router): SwapTransaction => ({
  from: `${networkId}:${account}`,
  to: `${networkId}:${to}`,
  data,
  amount: String(order.minimum),
  eip155: { gas: '200000', gasPrice: '1' },
})

const encode = (order: Order, random: () => number): Hex => {
  const { kind } = order.contracts
  if (kind === 'lifi') return encodeLifi(order, random)
  return kind === 'swapRouter02' ? encodeForRouter02(order, random) : kind === 'v2Router' ? encodeForV2Router(order) : encodeOneInch(order)
}

const kinds = ['swapRouter02', 'v2Router', 'oneInch', 'lifi'] as const

describe('readSwap', () => {
  test.each(kinds)('behavior: what %s is called with is exactly what is shown, in a thousand orders', (kind) => {
    const random = randomOf(21)
    for (let round = 0; round < 1_000; round++) {
      const order = orderOf(kind, random)
      const data = encode(order, random)
      const { call, minimum } = swaps.readSwap(transactionOf(order, data), order)
      expect([minimum, call]).toEqual([order.minimum, { to: router, value: order.from === nativeTokenAddress ? order.amount : 0n, data }])
    }
  })

  const lies: readonly (readonly [string, Mismatch, (order: Order) => Partial<Order>])[] = [
    ['another recipient', 'recipient', () => ({ recipient: stranger })],
    ['another token in return', 'token', () => ({ target: stranger })],
    ['another token that is sold', 'token', () => ({ source: stranger })],
    ['more that is sold', 'amount', ({ sold }) => ({ sold: sold * 2n })],
    ['less that is sold', 'amount', ({ sold }) => ({ sold: sold - 1n })],
    ['a lower minimum, as of a negative slippage turned round', 'minimum', ({ minimum }) => ({ minimum: minimum - 1n })],
    ['no minimum', 'minimum', () => ({ minimum: 0n })],
  ]
  test.each(kinds.flatMap((kind) => lies.map((lie) => [kind, ...lie] as const)))('error: %s with %s', (kind, _what, mismatch, change) => {
    const random = randomOf(22)
    for (let round = 0; round < 50; round++) {
      const order = orderOf(kind, random)
      const changed = change(order)
      // The coin that is sold is in the value, which no provider decides.
      if (kind === 'v2Router' && changed.sold !== undefined && order.from === nativeTokenAddress) continue
      const data = encode({ ...order, ...changed }, random)
      expect(() => swaps.readSwap(transactionOf(order, data), order)).toThrow(expect.objectContaining({ mismatch }))
    }
  })

  const order = orderOf('swapRouter02', randomOf(3))
  const call = (name: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: router02Abi, functionName: name, args } as unknown as Parameters<typeof encodeFunctionData>[0])
  const token = {
    ...order,
    from: tokens[1] as Hex,
    to: tokens[2] as Hex,
    source: tokens[1] as Hex,
    target: tokens[2] as Hex,
    amount: 9n,
    sold: 9n,
  }
  const paid = call('exactInput', [
    { path: packedPath([token.source, token.target]), recipient: account, amountIn: 9n, amountOutMinimum: token.minimum },
  ])
  test.each<[string, Mismatch, Hex, Partial<SwapTransaction>]>([
    ['no calldata', 'unreadable', '0x', {}],
    ['an unknown function', 'unreadable', '0xdeadbeef', {}],
    [
      'a function that is not read',
      'unreadable',
      call('multicall', [
        1n,
        [call('exactOutput', [{ path: packedPath([token.source, token.target]), recipient: account, amountOut: 1n, amountInMaximum: 9n }])],
      ]),
      {},
    ],
    ['no multicall', 'unreadable', paid, {}],
    ['a second trade of what the router is allowed to take', 'amount', call('multicall', [1n, [paid, paid]]), {}],
    [
      'a trade that keeps what it gets in the router',
      'unreadable',
      call('multicall', [
        1n,
        [
          call('exactInput', [
            { path: packedPath([token.source, token.target]), recipient: routerItself, amountIn: 9n, amountOutMinimum: token.minimum },
          ]),
        ],
      ]),
      {},
    ],
    ['an approval of another token beside it', 'unreadable', concatHex([call('multicall', [1n, []]), '0x00']), {}],
    ['another contract', 'contract', call('multicall', [1n, [paid]]), { to: `${networkId}:${stranger}` }],
    ['another chain', 'contract', call('multicall', [1n, [paid]]), { to: `eip155:1:${router}` }],
    ['another account', 'account', call('multicall', [1n, [paid]]), { from: `${networkId}:${stranger}` }],
  ])('error: %s', (_what, mismatch, data, change) => {
    const transaction = { ...transactionOf(token, data), ...change }
    const isRefused = expect.objectContaining({ mismatch: mismatch === 'unreadable' ? expect.any(String) : mismatch })
    expect(() => swaps.readSwap(transaction, token)).toThrow(isRefused)
  })

  test('behavior: wrapping is a deposit of the amount, unwrapping a withdrawal of it, and neither needs an allowance', () => {
    const abi = parseAbi(['function deposit()', 'function withdraw(uint256)'])
    const wrap = { ...order, from: nativeTokenAddress, to: wrapped, amount: 7n, minimum: 7n }
    const data = encodeFunctionData({ abi, functionName: 'deposit' })
    expect(swaps.readSwap(transactionOf(wrap, data, wrapped), wrap).call).toEqual({ to: wrapped, value: 7n, data })
    const unwrap = { ...wrap, from: wrapped, to: nativeTokenAddress }
    const withdraw = (amount: bigint) =>
      transactionOf(unwrap, encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] }), wrapped)
    expect(swaps.readSwap(withdraw(7n), unwrap).minimum).toBe(7n)
    expect(() => swaps.readSwap(withdraw(8n), unwrap)).toThrow(expect.objectContaining({ mismatch: 'amount' }))
    expect([wrap, unwrap, token].map(swaps.needsAllowance)).toEqual([false, false, true])
  })

  const [one, two] = [tokens[1] as Hex, tokens[2] as Hex]
  const sells = { ...token, contracts: { router, kind: 'lifi' } } as const
  const sold = { sendingAssetId: one, receivingAssetId: two, fromAmount: 9n, requiresDeposit: true }
  test.each<[string, Mismatch, Hex, Partial<Order>]>([
    [
      'the coin in return, by a function that pays it whatever the parts say',
      'token',
      lifiCall('swapTokensSingleV3ERC20ToNative', account, token.minimum, [sold]),
      {},
    ],
    [
      'a token in return for the coin',
      'token',
      lifiCall('swapTokensMultipleV3ERC20ToERC20', account, token.minimum, [{ ...sold, receivingAssetId: zeroAddress }]),
      { to: nativeTokenAddress },
    ],
    [
      'another token that it takes, too',
      'token',
      lifiCall('swapTokensGeneric', account, token.minimum, [sold, { ...sold, sendingAssetId: stranger }]),
      {},
    ],
    ['a second part that it takes', 'amount', lifiCall('swapTokensMultipleV3ERC20ToERC20', account, token.minimum, [sold, sold]), {}],
    [
      'a token that it takes beside the coin',
      'token',
      lifiCall('swapTokensGeneric', account, token.minimum, [{ ...sold, sendingAssetId: zeroAddress }, sold]),
      { from: nativeTokenAddress },
    ],
    ['nothing that is swapped', 'unreadable', lifiCall('swapTokensGeneric', account, token.minimum, []), {}],
    ['a transfer over a bridge', 'unreadable', `0x${'5'.repeat(8)}`, {}],
  ])('error: of LI.FI, %s', (_what, mismatch, data, change) => {
    const terms = { ...sells, ...change }
    expect(() => swaps.readSwap(transactionOf(terms, data), terms)).toThrow(expect.objectContaining({ mismatch }))
  })

  test('error: of 1inch, an amount that may be filled in part', () => {
    const whole = orderOf('oneInch', randomOf(5))
    expect(() => swaps.readSwap(transactionOf(whole, encodeOneInch(whole, 1n)), whole)).toThrow(
      expect.objectContaining({ mismatch: 'amount' }),
    )
  })
})

describe('readApproval', () => {
  const terms = { ...orderOf('swapRouter02', randomOf(4)), from: tokens[1] as Hex }
  const approve = (spender: Hex, amount: bigint, change: object = {}) => ({
    from: `${networkId}:${terms.from}`,
    to: `${networkId}:${terms.from}`,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    value: '0',
    eip155: { gasPrice: '1' },
    ...change,
  })

  test('behavior: the router may take exactly the amount', () => {
    const transaction = approve(router, 100n)
    expect(swaps.readApproval(transaction, terms, 100n)).toEqual({ to: terms.from, value: 0n, data: transaction.data })
  })

  const abi = parseAbi(['function transfer(address, uint256)'])
  test.each<[string, Mismatch, ReturnType<typeof approve>]>([
    ['a foreign spender', 'spender', approve(stranger, 100n)],
    ['without a limit', 'amount', approve(router, 2n ** 256n - 1n)],
    ['of another token', 'token', approve(router, 100n, { from: `${networkId}:${stranger}` })],
    ['of a token of another chain', 'token', approve(router, 100n, { to: `eip155:1:${terms.from}` })],
    ['with coins', 'amount', approve(router, 100n, { value: '1' })],
    ['that is a transfer', 'unreadable', approve(router, 100n, { data: encodeFunctionData({ abi, args: [router, 100n] }) })],
    ['with more behind it', 'unreadable', approve(router, 100n, { data: `${approve(router, 100n).data}00` })],
  ])('error: %s', (_what, mismatch, transaction) => {
    expect(() => swaps.readApproval(transaction, terms, 100n)).toThrow(expect.objectContaining({ mismatch }))
  })
})

describe('received', () => {
  const transfers = parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Withdrawal(address indexed src, uint256 wad)',
  ])
  const data = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
  const transfer = (address: string, from: Hex, to: Hex, value: bigint) => ({
    address,
    topics: encodeEventTopics({ abi: transfers, eventName: 'Transfer', args: { from, to } }),
    data: data(value),
  })
  const withdrawal = (src: Hex, value: bigint) => ({
    address: wrapped,
    topics: encodeEventTopics({ abi: transfers, eventName: 'Withdrawal', args: { src } }),
    data: data(value),
  })
  const logsOf = (logs: readonly object[]) => ({ request: async () => ({ logs }) }) as never
  const contracts = { router, kind: 'swapRouter02', wrapped } as const

  test('behavior: the tokens that came to the account, less what left it; of the coin what was unwrapped for it', async () => {
    const to = tokens[1] as string
    const logs = [
      transfer(to, router, account, 70n),
      transfer(to, router, account, 30n),
      transfer(to, account, stranger, 1n),
      transfer(stranger, router, account, 5n),
      withdrawal(router, 8n),
    ]
    expect(await swaps.received(logsOf(logs), '0x1', { account, to, contracts })).toBe(99n)
    expect(await swaps.received(logsOf([...logs, withdrawal(stranger, 100n)]), '0x1', { account, to: nativeTokenAddress, contracts })).toBe(
      8n,
    )
    expect(await swaps.received(logsOf([]), '0x1', { account, to, contracts })).toBeUndefined()
  })

  test('behavior: of LI.FI the coins that its contract says it paid to the account, and nobody else says', async () => {
    const abi = parseAbi([
      'event LiFiGenericSwapCompleted(bytes32 indexed transactionId, string integrator, string referrer, address receiver, address fromAssetId, address toAssetId, uint256 fromAmount, uint256 toAmount)',
    ])
    const paid = (address: string, receiver: Hex, asset: Hex, value: bigint) => ({
      address,
      topics: encodeEventTopics({ abi, eventName: 'LiFiGenericSwapCompleted', args: { transactionId: `0x${'1'.repeat(64)}` } }),
      data: encodeAbiParameters(
        [...['string', 'string', 'address', 'address', 'address', 'uint256', 'uint256'].map((type) => ({ type }))],
        ['shop', '', receiver, one, asset, 1n, value],
      ),
    })
    const one = tokens[1] as Hex
    const logs = [paid(stranger, account, zeroAddress, 1n), paid(router, stranger, zeroAddress, 2n), paid(router, account, one, 4n)]
    const terms = { account, to: nativeTokenAddress, contracts: { router, kind: 'lifi' } } as const
    expect(await swaps.received(logsOf(logs), '0x1', terms)).toBeUndefined()
    expect(await swaps.received(logsOf([...logs, paid(router, account, zeroAddress, 8n)]), '0x1', terms)).toBe(8n)
  })
})
