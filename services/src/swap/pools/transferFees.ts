import { LRUCache } from 'lru-cache'
import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, multicall3Abi, numberToHex } from 'viem'
import type { Chain } from '../../config/chains.js'
import { type AskChain, NodeError } from '../../gateway/askChain.js'

const keptFor = 3_600_000
const mostKept = 20_000
/** Nobody's account: what it receives in a call that nobody sends is lost to nobody. */
const receiver: Address = '0x00000000000000000000000000000000000a11ce'
/** Part of the pool's tokens that is moved: enough that a fee of a hundredth of a percent shows. */
const moved = 1_000n

/**
 * Finds tokens that keep a part of each transfer: what a pool's quote says of them is more than arrives. The pool itself moves some of its tokens in a
 * call that nobody sends, for which its code is replaced by Multicall3's.
 */
export function createTransferFees(ask: AskChain) {
  const kept = new LRUCache<string, boolean>({ max: mostKept, ttl: keptFor })
  const codes = new LRUCache<string, Hex>({ max: 1_000 })

  async function codeOf(chain: Chain): Promise<Hex | undefined> {
    if (!chain.multicall3) return undefined
    const known = codes.get(chain.caipNetworkId)
    if (known) return known
    const code = (await ask(chain.caipNetworkId, 'eth_getCode', [chain.multicall3, 'latest'])) as Hex
    codes.set(chain.caipNetworkId, code)
    return code
  }

  async function call(chain: Chain, pool: Address, code: Hex, calls: readonly { readonly target: Address; readonly callData: Hex }[]) {
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls.map((one) => ({ ...one, allowFailure: true }))],
    })
    const answer = await ask(chain.caipNetworkId, 'eth_call', [
      { to: pool, data, gas: numberToHex(3_000_000) },
      'latest',
      { [pool]: { code } },
    ])
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer as Hex })
  }

  const balance = (of: Address) => encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [of] })
  const numberIn = (result: { readonly success: boolean; readonly returnData: Hex } | undefined) =>
    result?.success && result.returnData.length === 66 ? BigInt(result.returnData) : undefined

  async function measure(chain: Chain, target: Address, pool: Address): Promise<boolean> {
    const code = await codeOf(chain)
    if (!code) return false
    const [held] = await call(chain, pool, code, [{ target, callData: balance(pool) }])
    const amount = (numberIn(held) ?? 0n) / moved
    if (amount === 0n) return false
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] })
    const answers = await call(chain, pool, code, [
      { target, callData: balance(receiver) },
      { target, callData: transfer },
      { target, callData: balance(receiver) },
    ])
    const [before, after] = [numberIn(answers[0]), numberIn(answers[2])]
    if (before === undefined || after === undefined) return false
    // A token that counts in shares may be a unit short.
    return after - before + 2n < amount
  }

  /**
   * @param pool that holds the token
   * @returns false, too, when the node cannot tell
   */
  return async function keepsPart(chain: Chain, token: string, pool: string): Promise<boolean> {
    const key = `${chain.caipNetworkId} ${token}`
    const known = kept.get(key)
    if (known !== undefined) return known
    try {
      const keeps = await measure(chain, token as Address, pool as Address)
      kept.set(key, keeps)
      return keeps
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      // A node that replaces no code says so. One that does not answer is asked again.
      if (error.retryAfter === undefined) kept.set(key, false)
      return false
    }
  }
}
