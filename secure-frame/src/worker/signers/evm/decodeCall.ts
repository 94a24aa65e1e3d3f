import { decodeFunctionData, parseAbi } from 'viem'

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
  | { readonly kind: 'permit2'; readonly token: string; readonly spender: string; readonly amount: bigint }
  | { readonly kind: 'wrap'; readonly token: string; readonly unwrap: boolean; readonly amount: bigint }
  | { readonly kind: 'multicall'; readonly calls: readonly DecodedCall[] }
  | { readonly kind: 'deploy' }
  | { readonly kind: 'unknown'; readonly selector: string }

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 value)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 added)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
])
/** Permit2's own `approve` has other parameters than a token's. */
const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
/** The same address on every network. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const depth = 4

type Call = { readonly to: string; readonly data: `0x${string}`; readonly value: bigint }
type Args = readonly unknown[]

const readers: Readonly<Record<string, (call: Call, args: Args, level: number) => DecodedCall>> = {
  transfer: ({ to }, [receiver, amount]) => ({ kind: 'transfer', token: to, to: receiver as string, amount: amount as bigint }),
  transferFrom: ({ to }, [from, receiver, amount]) => ({
    kind: 'transfer',
    token: to,
    to: receiver as string,
    amount: amount as bigint,
    from: from as string,
  }),
  approve: ({ to }, [spender, amount]) => ({
    kind: 'approve',
    token: to,
    spender: spender as `0x${string}`,
    amount: amount as bigint,
    increase: false,
  }),
  increaseAllowance: ({ to }, [spender, amount]) => ({
    kind: 'approve',
    token: to,
    spender: spender as `0x${string}`,
    amount: amount as bigint,
    increase: true,
  }),
  setApprovalForAll: ({ to }, [spender, approved]) => ({
    kind: 'approveAll',
    token: to,
    spender: spender as string,
    approved: approved as boolean,
  }),
  safeTransferFrom: ({ to }, args) => ({
    kind: 'nft',
    token: to,
    to: args[1] as string,
    ids: [args[2] as bigint],
    amounts: [args.length === 5 ? (args[3] as bigint) : 1n],
  }),
  safeBatchTransferFrom: ({ to }, args) => ({
    kind: 'nft',
    token: to,
    to: args[1] as string,
    ids: args[2] as readonly bigint[],
    amounts: args[3] as readonly bigint[],
  }),
  deposit: ({ to, value }) => ({ kind: 'wrap', token: to, unwrap: false, amount: value }),
  withdraw: ({ to }, [amount]) => ({ kind: 'wrap', token: to, unwrap: true, amount: amount as bigint }),
  multicall: ({ to }, args, level) => ({
    kind: 'multicall',
    calls: (args.at(-1) as readonly `0x${string}`[]).map((data) => decodeCall({ to, data, value: 0n }, level + 1)),
  }),
  aggregate3: (_call, [calls], level) => ({
    kind: 'multicall',
    calls: (calls as readonly { target: string; callData: `0x${string}`; value?: bigint }[]).map(({ target, callData, value }) =>
      decodeCall({ to: target, data: callData, value: value ?? 0n }, level + 1),
    ),
  }),
}

/** Reads a call. What is not known by name stays unknown: nothing is guessed. */
export function decodeCall(call: { readonly to?: string; readonly data: `0x${string}`; readonly value: bigint }, level = 0): DecodedCall {
  const { to, data } = call
  if (to === undefined) return { kind: 'deploy' }
  if (data === '0x') return { kind: 'native' }
  const unknown: DecodedCall = { kind: 'unknown', selector: data.slice(0, 10) }
  if (level >= depth) return unknown
  try {
    if (to.toLowerCase() === permit2) {
      const { args } = decodeFunctionData({ abi: permit2Abi, data })
      return { kind: 'permit2', token: args[0], spender: args[1], amount: args[2] }
    }
    const { functionName, args } = decodeFunctionData({ abi, data })
    const reader = readers[functionName === 'aggregate3Value' ? 'aggregate3' : functionName]
    return reader?.({ to, data, value: call.value }, (args ?? []) as Args, level) ?? unknown
  } catch {
    return unknown
  }
}
