import { type Address, concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import type { Exchange } from './findPools.js'
import type { Hop } from './quotePools.js'
import type { Leg, Route } from './route.js'

const router02Abi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable returns (uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
])
const v2RouterAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
export const wrapAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256)'])

/** How SwapRouter02 names itself as the recipient … */
const toRouter: Address = '0x0000000000000000000000000000000000000002'
/** … and all that it has of a token as the amount. */
const everything = 0n

export type SwapOrder = {
  readonly route: Route
  /** Whether the native coin is sold, or bought. */
  readonly sellsCoin: boolean
  readonly buysCoin: boolean
  readonly amount: bigint
  /** Less than this is never accepted. */
  readonly minimum: bigint
  readonly user: Address
  /** Seconds since 1970; later the transaction fails. */
  readonly deadline: bigint
}

const pathOf = ({ hops }: Pick<Leg, 'hops'>): readonly Address[] =>
  [hops[0]?.tokenIn, ...hops.map(({ tokenOut }) => tokenOut)] as readonly Address[]

/** Tokens and fees in turn, packed, as v3 has them. */
function packedPath(hops: readonly Hop[]): Hex {
  const first = hops[0]?.tokenIn as Address
  return concatHex([first, ...hops.flatMap(({ pool, tokenOut }) => [numberToHex(pool.fee, { size: 3 }), tokenOut as Address])])
}

type Trade = { readonly hops: readonly Hop[]; readonly amountIn: bigint; readonly minimum: bigint; readonly recipient: Address }

function encodeTrade({ hops, amountIn, minimum, recipient }: Trade): Hex {
  if (hops[0]?.pool.version === 'v3') {
    const params = { path: packedPath(hops), recipient, amountIn, amountOutMinimum: minimum }
    return encodeFunctionData({ abi: router02Abi, functionName: 'exactInput', args: [params] })
  }
  const args = [amountIn, minimum, pathOf({ hops }), recipient] as const
  return encodeFunctionData({ abi: router02Abi, functionName: 'swapExactTokensForTokens', args })
}

/** The calls of one leg: one for pools of the same version; else the router keeps what the first pool gives, and sells it all. */
function encodeLeg({ hops, amountIn }: Leg, minimum: bigint, recipient: Address): readonly Hex[] {
  const [first, second] = hops
  if (!first || !second || first.pool.version === second.pool.version) return [encodeTrade({ hops, amountIn, minimum, recipient })]
  return [
    encodeTrade({ hops: [first], amountIn, minimum: 0n, recipient: toRouter }),
    encodeTrade({ hops: [second], amountIn: everything, minimum, recipient }),
  ]
}

function encodeForRouter02({ route, sellsCoin, buysCoin, minimum, user, deadline }: SwapOrder): Hex {
  const [only] = route
  // With one payment to the user, the minimum is of the whole: one leg may give less when the other gives more.
  const isPaidAtEnd = buysCoin || route.length > 1
  const trades = route.flatMap((leg) => encodeLeg(leg, isPaidAtEnd ? 0n : minimum, isPaidAtEnd ? toRouter : user))
  const token = pathOf(only ?? { hops: [] }).at(-1) as Address
  const payment = buysCoin
    ? encodeFunctionData({ abi: router02Abi, functionName: 'unwrapWETH9', args: [minimum, user] })
    : encodeFunctionData({ abi: router02Abi, functionName: 'sweepToken', args: [token, minimum, user] })
  // A pool that took less than was sent leaves the rest with the router, where anybody could take it.
  const rest = sellsCoin ? [encodeFunctionData({ abi: router02Abi, functionName: 'refundETH' })] : []
  const data = [...trades, ...(isPaidAtEnd ? [payment] : []), ...rest]
  return encodeFunctionData({ abi: router02Abi, functionName: 'multicall', args: [deadline, data] })
}

function encodeForV2Router({ route, sellsCoin, buysCoin, amount, minimum, user, deadline }: SwapOrder): Hex {
  const path = pathOf(route[0] ?? { hops: [] })
  if (sellsCoin)
    return encodeFunctionData({ abi: v2RouterAbi, functionName: 'swapExactETHForTokens', args: [minimum, path, user, deadline] })
  const functionName = buysCoin ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return encodeFunctionData({ abi: v2RouterAbi, functionName, args: [amount, minimum, path, user, deadline] })
}

/** What the router is called with. Pure. */
export const encodeSwap = ({ router }: Pick<Exchange, 'router'>, order: SwapOrder): Hex =>
  router.kind === 'swapRouter02' ? encodeForRouter02(order) : encodeForV2Router(order)
