import { nativeTokenAddress } from '@latchkey/protocol'
import { concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'

/* Calldata of the public routers, as others than the reader under test write it. */

export const router02Abi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  'function refundETH()',
])
export const v2RouterAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

/** How SwapRouter02 names itself as the recipient. */
export const routerItself: Hex = '0x0000000000000000000000000000000000000002'
/** A token that two pools have in common. */
const between: Hex = '0x00000000000000000000000000000000000000c9'

/** What is swapped. `source` and `target` are the tokens as pools know them. */
export type RouterOrder = {
  readonly from: string
  readonly to: string
  readonly sold: bigint
  readonly minimum: bigint
  readonly recipient: Hex
  readonly source: Hex
  readonly target: Hex
}

/** Numbers that look random and are the same in every run (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Tokens and fees in turn, packed, as v3 has them. */
export const packedPath = (tokens: readonly Hex[]) =>
  concatHex(tokens.flatMap((token, index) => (index === 0 ? [token] : [numberToHex(3_000, { size: 3 }), token])))

/** A swap as SwapRouter02 takes it, in one or two parts, over one or two pools of either version, each paid as it must be. */
export function encodeForRouter02(order: RouterOrder, random: () => number): Hex {
  const { recipient, sold, source, target, minimum, from, to } = order
  const parts = random() < 0.3 && sold > 1n ? [sold / 2n, sold - sold / 2n] : [sold]
  const paysAtEnd = to === nativeTokenAddress || parts.length > 1
  const trade = (tokens: readonly Hex[], amountIn: bigint, least: bigint, receiver: Hex) =>
    random() < 0.5
      ? encodeFunctionData({ abi: router02Abi, functionName: 'swapExactTokensForTokens', args: [amountIn, least, tokens, receiver] })
      : encodeFunctionData({
          abi: router02Abi,
          functionName: 'exactInput',
          args: [{ path: packedPath(tokens), recipient: receiver, amountIn, amountOutMinimum: least }],
        })
  const calls = parts.flatMap((amountIn) => {
    const [least, receiver] = paysAtEnd ? ([0n, routerItself] as const) : ([minimum, recipient] as const)
    const kind = random()
    if (kind < 0.4) return [trade([source, target], amountIn, least, receiver)]
    if (kind < 0.7) return [trade([source, between, target], amountIn, least, receiver)]
    return [trade([source, between], amountIn, 0n, routerItself), trade([between, target], 0n, least, receiver)]
  })
  const pay =
    to === nativeTokenAddress
      ? encodeFunctionData({ abi: router02Abi, functionName: 'unwrapWETH9', args: [minimum, recipient] })
      : encodeFunctionData({ abi: router02Abi, functionName: 'sweepToken', args: [target, minimum, recipient] })
  const refund = from === nativeTokenAddress ? [encodeFunctionData({ abi: router02Abi, functionName: 'refundETH' })] : []
  return encodeFunctionData({
    abi: router02Abi,
    functionName: 'multicall',
    args: [9n ** 9n, [...calls, ...(paysAtEnd ? [pay] : []), ...refund]],
  })
}

/** A swap as the router of Uniswap v2 takes it, over one or two pairs. */
export function encodeForV2Router(
  { from, to, recipient, sold, source, target, minimum }: RouterOrder,
  random: () => number = () => 1,
): Hex {
  const path = random() < 0.5 ? [source, between, target] : [source, target]
  if (from === nativeTokenAddress)
    return encodeFunctionData({ abi: v2RouterAbi, functionName: 'swapExactETHForTokens', args: [minimum, path, recipient, 9n ** 9n] })
  const functionName = to === nativeTokenAddress ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return encodeFunctionData({ abi: v2RouterAbi, functionName, args: [sold, minimum, path, recipient, 9n ** 9n] })
}
