import { nativeTokenAddress, type SwapContracts } from '@latchkey/protocol'
import {
  type Abi,
  type DecodeFunctionDataReturnType,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  slice,
  zeroAddress,
} from 'viem'
import { type Mismatch, MismatchError, type SwapTerms } from '../swaps.js'

/* What calls of the routers do. Every part of a call is read: what is not understood is refused. */

const router02Abi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  'function refundETH()',
])
const v2RouterAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const oneInchAbi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)',
])
const lifiPart =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
const lifiHead = 'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount'
const lifiAbi = parseAbi([
  `function swapTokensGeneric(${lifiHead}, ${lifiPart}[] swaps)`,
  `function swapTokensMultipleV3ERC20ToERC20(${lifiHead}, ${lifiPart}[] swaps)`,
  `function swapTokensMultipleV3ERC20ToNative(${lifiHead}, ${lifiPart}[] swaps)`,
  `function swapTokensMultipleV3NativeToERC20(${lifiHead}, ${lifiPart}[] swaps)`,
  `function swapTokensSingleV3ERC20ToERC20(${lifiHead}, ${lifiPart} swap)`,
  `function swapTokensSingleV3ERC20ToNative(${lifiHead}, ${lifiPart} swap)`,
  `function swapTokensSingleV3NativeToERC20(${lifiHead}, ${lifiPart} swap)`,
])
/** Of 1inch: a part of the amount may be left unsold. */
const partialFill = 1n

/** How SwapRouter02 names itself as the recipient. */
const router02Itself = '0x0000000000000000000000000000000000000002'
/** Bytes of a token and of a fee in a path of v3. */
const tokenBytes = 20
const hopBytes = 23

const check = (isRight: boolean, mismatch: Mismatch) => {
  if (!isRight) throw new MismatchError(mismatch)
}
const same = (a: string | undefined, b: string | undefined) => a !== undefined && a.toLowerCase() === b?.toLowerCase()
const isNative = (token: string) => token === nativeTokenAddress
/** The token as pools know it. */
const traded = (token: string, { contracts }: SwapTerms) => (isNative(token) ? contracts.wrapped : token)

/**
 * Decodes a call in the canonical ABI encoding only: of any other encoding, our decoder and the contract might read different values.
 *
 * @throws MismatchError for more behind it, or parts of it elsewhere; what viem throws for another function
 */
export function decodeExactly<const abi extends Abi>(abi: abi, data: Hex): DecodeFunctionDataReturnType<abi> {
  const decoded = decodeFunctionData({ abi: abi as Abi, data })
  const written = encodeFunctionData({ abi: abi as Abi, ...decoded })
  check(written === data.toLowerCase(), 'unreadable')
  return decoded as DecodeFunctionDataReturnType<abi>
}

/** One trade of SwapRouter02. `amount` 0n: all that the router has. */
type Trade = {
  readonly first: string | undefined
  readonly last: string | undefined
  readonly amount: bigint
  readonly minimum: bigint
  readonly recipient: string
}
type Payment = { readonly token: string | undefined; readonly minimum: bigint; readonly recipient: string }

type Part = { readonly trade: Trade } | { readonly payment: Payment } | 'refund'

function readPart(data: Hex, terms: SwapTerms): Part {
  const { functionName, args } = decodeExactly(router02Abi, data)
  switch (functionName) {
    case 'exactInput': {
      const [{ path, recipient, amountIn: amount, amountOutMinimum: minimum }] = args
      const size = (path.length - 2) / 2
      check((size - tokenBytes) % hopBytes === 0 && size > hopBytes, 'unreadable')
      return { trade: { first: slice(path, 0, tokenBytes), last: slice(path, size - tokenBytes), amount, minimum, recipient } }
    }
    case 'swapExactTokensForTokens': {
      const [amount, minimum, path, recipient] = args
      return { trade: { first: path[0], last: path.at(-1), amount, minimum, recipient } }
    }
    case 'unwrapWETH9':
      check(isNative(terms.to), 'token')
      return { payment: { token: terms.contracts.wrapped, minimum: args[0], recipient: args[1] } }
    case 'sweepToken':
      check(!isNative(terms.to), 'token')
      return { payment: { token: args[0], minimum: args[1], recipient: args[2] } }
    case 'refundETH':
      return 'refund'
    default:
      throw new MismatchError('unreadable')
  }
}

function readRouter02(data: Hex, terms: SwapTerms): bigint {
  const whole = decodeExactly(router02Abi, data)
  if (whole.functionName !== 'multicall') throw new MismatchError('unreadable')
  const parts = whole.args[1].map((part) => readPart(part, terms))
  const trades = parts.flatMap((part) => (part !== 'refund' && 'trade' in part ? [part.trade] : []))
  const payments = parts.flatMap((part) => (part !== 'refund' && 'payment' in part ? [part.payment] : []))
  // The order is: trade, pay out, refund. A payout before the trade leaves the proceeds in the router, where anybody can take them; after an earlier
  // refund the trade takes wrapped coins.
  const ranks = parts.map((part) => (part === 'refund' ? 2 : 'payment' in part ? 1 : 0))
  check(
    ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] ?? 0)),
    'unreadable',
  )
  const [source, target] = [traded(terms.from, terms), traded(terms.to, terms)]
  const sold = trades.filter(({ first }) => same(first, source))
  check(sold.length > 0, 'token')
  // Of the token that is sold each trade names its amount; of the tokens between it takes what the trade before gave.
  check(
    trades.every((trade) => sold.includes(trade) === trade.amount > 0n),
    'amount',
  )
  check(sold.reduce((sum, { amount }) => sum + amount, 0n) === terms.amount, 'amount')
  const direct = trades.filter(({ recipient }) => !same(recipient, router02Itself))
  check(
    direct.every(({ recipient }) => same(recipient, terms.account)) && payments.every(({ recipient }) => same(recipient, terms.account)),
    'recipient',
  )
  // What the router keeps it pays out at the end, or sells in the next trade: nothing else may be left with it.
  const isUsed = ({ last }: Trade, index: number) =>
    same(last, target) || trades.slice(index + 1).some((next) => next.amount === 0n && same(next.first, last))
  check(
    trades.every((trade, index) => direct.includes(trade) || isUsed(trade, index)),
    'token',
  )
  // Exactly one thing reaches the user, and names its minimum.
  const [end, ...more] = [...direct.map(({ last, minimum }) => ({ token: last, minimum })), ...payments]
  if (!end || more.length > 0) throw new MismatchError('unreadable')
  check(same(end.token, target), 'token')
  // A trade pays wrapped coins, never the coin itself.
  check(!isNative(terms.to) || payments.length === 1, 'token')
  return end.minimum
}

function readV2Router(data: Hex, terms: SwapTerms): bigint {
  const { functionName, args } = decodeExactly(v2RouterAbi, data)
  const expected = isNative(terms.from)
    ? 'swapExactETHForTokens'
    : isNative(terms.to)
      ? 'swapExactTokensForETH'
      : 'swapExactTokensForTokens'
  check(functionName === expected, 'token')
  const [amount, minimum, path, recipient] = functionName === 'swapExactETHForTokens' ? [terms.amount, args[0], args[1], args[2]] : args
  check(same(path[0], traded(terms.from, terms)) && same(path.at(-1), traded(terms.to, terms)), 'token')
  check(amount === terms.amount, 'amount')
  check(same(recipient, terms.account), 'recipient')
  return minimum
}

function readOneInch(data: Hex, terms: SwapTerms): bigint {
  const { args } = decodeFunctionData({ abi: oneInchAbi, data })
  const { srcToken, dstToken, dstReceiver, amount, minReturnAmount, flags } = args[1]
  check(same(srcToken, terms.from) && same(dstToken, terms.to), 'token')
  check(amount === terms.amount && (flags & partialFill) === 0n, 'amount')
  check(same(dstReceiver, terms.account), 'recipient')
  return minReturnAmount
}

/**
 * LI.FI's contract takes the token, has exchanges of its own list trade it, and pays all that came out to the receiver, or fails below the minimum.
 * So what the exchanges are called with needs no reading: it can only make the swap fail.
 */
function readLifi(data: Hex, terms: SwapTerms): bigint {
  const { functionName, args } = decodeFunctionData({ abi: lifiAbi, data })
  const [, , , receiver, minimum, given] = args
  const isOne = 'callTo' in given
  const swaps = isOne ? [given] : given
  const [first, last] = [swaps[0], swaps.at(-1)]
  if (!first || !last) throw new MismatchError('unreadable')
  const asset = (token: string) => (isNative(token) ? zeroAddress : token)
  const isCoinSold = isNative(terms.from)
  // All but one of the functions say by their name whether they take and pay the coin or a token, whatever the parts say.
  const pair = `${isCoinSold ? 'Native' : 'ERC20'}To${isNative(terms.to) ? 'Native' : 'ERC20'}`
  check(functionName === 'swapTokensGeneric' || functionName.endsWith(pair), 'token')
  check(same(first.sendingAssetId, asset(terms.from)) && same(last.receivingAssetId, asset(terms.to)), 'token')
  // What it takes from the account: of a single swap always its token, of several what is marked so.
  const taken = swaps.filter(({ requiresDeposit }) => isOne || requiresDeposit)
  check(
    taken.every(({ sendingAssetId }) => same(sendingAssetId, asset(terms.from))),
    'token',
  )
  const sold = isCoinSold ? first.fromAmount : taken.reduce((sum, { fromAmount }) => sum + fromAmount, 0n)
  check(sold === terms.amount, 'amount')
  check(same(receiver, terms.account), 'recipient')
  return minimum
}

const readers: Readonly<Record<SwapContracts['kind'], (data: Hex, terms: SwapTerms) => bigint>> = {
  swapRouter02: readRouter02,
  v2Router: readV2Router,
  oneInch: readOneInch,
  lifi: readLifi,
}

/**
 * The least that a call of a router gives to the user.
 *
 * @throws MismatchError for a call that does anything else than the user was shown; what viem throws for one that it cannot read
 */
export function readRouterCall(data: Hex, terms: SwapTerms): bigint {
  return readers[terms.contracts.kind](data, terms)
}
