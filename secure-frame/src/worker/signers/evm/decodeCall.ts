import { readFunction } from './functions.js'
import type { Move } from './money.js'
import { bySelector } from './selectors.js'
import { unwrap } from './wrappers.js'

/** What a call does, as far as its bytes say so. Amounts are raw units. */
export type DecodedCall =
  | { readonly kind: 'native' }
  | { readonly kind: 'transfer'; readonly token: string; readonly to: string; readonly amount: bigint; readonly from?: string }
  | {
      readonly kind: 'approve'
      readonly token: string
      readonly spender: `0x${string}`
      readonly amount: bigint
      readonly increase: boolean
    }
  | { readonly kind: 'approveAll'; readonly token: string; readonly spender: string; readonly approved: boolean }
  | {
      readonly kind: 'nft'
      readonly token: string
      readonly to: string
      readonly ids: readonly bigint[]
      readonly amounts: readonly bigint[]
    }
  | { readonly kind: 'permit2'; readonly token: string; readonly spender: string; readonly amount: bigint; readonly until: bigint }
  | { readonly kind: 'wrap'; readonly token: string; readonly unwrap: boolean; readonly amount: bigint }
  | { readonly kind: 'multicall'; readonly calls: readonly DecodedCall[] }
  /** A function that is known by its name, with what its arguments say that it does. */
  | {
      readonly kind: 'known'
      readonly name: string
      readonly moves: readonly Move[]
      /** More may leave than its arguments say: shares for assets, or all that there is. */
      readonly isOpen: boolean
    }
  | { readonly kind: 'deploy' }
  | { readonly kind: 'unknown'; readonly selector: string }

/** The same address on every network. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** Wrappers in wrappers, so deep. */
export const mostLevels = 4

/** Permit2's own `approve` has other parameters than a token's. */
const findPermit2 = bySelector({ 'approve(address token, address spender, uint160 amount, uint48 expiration)': true })

type Call = { readonly to: string; readonly data: `0x${string}`; readonly value: bigint }
type Args = readonly unknown[]

type Read = (call: Call, args: Args) => DecodedCall

const transferItem: Read = ({ to }, args) => ({
  kind: 'nft',
  token: to,
  to: args[1] as string,
  ids: [args[2] as bigint],
  amounts: [args.length === 5 ? (args[3] as bigint) : 1n],
})
const approve =
  (increase: boolean): Read =>
  ({ to }, [spender, amount]) => ({ kind: 'approve', token: to, spender: spender as `0x${string}`, amount: amount as bigint, increase })

export const callTable: Readonly<Record<string, Read>> = {
  'transfer(address to, uint256 amount)': ({ to }, [receiver, amount]) => ({
    kind: 'transfer',
    token: to,
    to: receiver as string,
    amount: amount as bigint,
  }),
  'transferFrom(address from, address to, uint256 value)': ({ to }, [from, receiver, amount]) => ({
    kind: 'transfer',
    token: to,
    to: receiver as string,
    amount: amount as bigint,
    from: from as string,
  }),
  'approve(address spender, uint256 amount)': approve(false),
  'increaseAllowance(address spender, uint256 added)': approve(true),
  'increaseApproval(address spender, uint256 added)': approve(true),
  'setApprovalForAll(address operator, bool approved)': ({ to }, [spender, approved]) => ({
    kind: 'approveAll',
    token: to,
    spender: spender as string,
    approved: approved as boolean,
  }),
  'safeTransferFrom(address from, address to, uint256 id)': transferItem,
  'safeTransferFrom(address from, address to, uint256 id, bytes data)': transferItem,
  'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)': transferItem,
  'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)': ({ to }, args) => ({
    kind: 'nft',
    token: to,
    to: args[1] as string,
    ids: args[2] as readonly bigint[],
    amounts: args[3] as readonly bigint[],
  }),
  'deposit()': ({ to, value }) => ({ kind: 'wrap', token: to, unwrap: false, amount: value }),
  'withdraw(uint256 amount)': ({ to }, [amount]) => ({ kind: 'wrap', token: to, unwrap: true, amount: amount as bigint }),
}
const find = bySelector(callTable)

/** Reads a call. What is not known by name stays unknown: nothing is guessed. */
export function decodeCall(call: { readonly to?: string; readonly data: `0x${string}`; readonly value: bigint }, level = 0): DecodedCall {
  const { to, data, value } = call
  if (to === undefined) return { kind: 'deploy' }
  if (data === '0x') return { kind: 'native' }
  const unknown: DecodedCall = { kind: 'unknown', selector: data.slice(0, 10) }
  if (to.toLowerCase() === permit2) {
    const found = findPermit2(data)
    const [token, spender, amount, expiration] = (found?.args ?? []) as Args
    if (found)
      return {
        kind: 'permit2',
        token: token as string,
        spender: spender as string,
        amount: amount as bigint,
        until: BigInt(expiration as number),
      }
  }
  const wrapped = level < mostLevels ? unwrap(call) : null
  if (wrapped) return { kind: 'multicall', calls: wrapped.calls.map((inner) => decodeCall(inner, level + 1)) }
  if (level >= mostLevels && unwrap(call)) return unknown
  const found = find(data)
  if (found) return found.entry({ to, data, value }, found.args)
  const known = readFunction(to, data)
  return known ? { kind: 'known', ...known } : unknown
}
