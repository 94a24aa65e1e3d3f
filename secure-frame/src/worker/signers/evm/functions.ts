import { getAddress } from 'viem'
import type { Move } from './money.js'
import { bySelector } from './selectors.js'

/* Functions that are known by name beyond plain tokens: what they do with money, and who gets power by them. */

type Read = (args: readonly unknown[], to: string) => readonly Move[]
type Args = readonly unknown[]
const a = (value: unknown) => value as string
const n = (value: unknown) => BigInt(value as bigint)

const control: Read = (args) => [{ kind: 'control', who: a(args.find((arg) => typeof arg === 'string' && arg.length === 42)) }]
/** The contract that is called obeys its own new rules from then on. */
const controlOf: Read = (_args, to) => [{ kind: 'control', who: to }]
const send =
  (to: number, amount: number): Read =>
  (args, token) => [{ kind: 'send', token, to: a(args[to]), amount: n(args[amount]) }]
const sendFrom =
  (from: number, to: number, amount: number): Read =>
  (args, token) => [{ kind: 'send', token, from: a(args[from]), to: a(args[to]), amount: n(args[amount]) }]
const spend =
  (spender: number, amount: number): Read =>
  (args, token) => [{ kind: 'spend', token, spender: a(args[spender]), amount: n(args[amount]) }]
const spendAll: Read = ([operator]: Args, token) => [{ kind: 'spend', token, spender: a(operator), amount: null }]
const receiver =
  (amount: number, to: number): Read =>
  (args, token) => [
    { kind: 'give', token, amount: n(args[amount]) },
    { kind: 'party', label: 'row.receiver', who: a(args[to]) },
  ]
/** An amount of shares, or of what they are shares of: the vault knows, and the bytes do not say. */
const ofVault: Read = (args, token) => [
  { kind: 'amount', label: 'row.amount', token, amount: n(args[0]) },
  { kind: 'party', label: 'row.receiver', who: a(args[1]) },
]
/** Uniswap's V2 routers and all that copied them. */
const swapV2 =
  (amounts: { readonly give?: number; readonly get: number }, path: number): Read =>
  (args) => {
    const route = args[path] as readonly string[]
    const [first, last] = [route[0], route.at(-1)]
    return [
      ...(amounts.give === undefined || !first ? [] : [{ kind: 'give', token: first, amount: n(args[amounts.give]) } as const]),
      ...(last ? [{ kind: 'get', token: last, amount: n(args[amounts.get]), to: a(args[path + 1]) } as const] : []),
    ]
  }
type Single = {
  tokenIn: string
  tokenOut: string
  recipient: string
  amountIn?: bigint
  amountOutMinimum?: bigint
  amountOut?: bigint
  amountInMaximum?: bigint
}
const swapV3: Read = ([params]: Args) => {
  const { tokenIn, tokenOut, recipient, amountIn, amountOutMinimum, amountOut, amountInMaximum } = params as Single
  return [
    { kind: 'give', token: tokenIn, amount: amountIn ?? amountInMaximum ?? 0n },
    { kind: 'get', token: tokenOut, amount: amountOut ?? amountOutMinimum ?? 0n, to: recipient },
  ]
}
/** Tokens that are burned here, and made again for a receiver on another network. */
const burnForOther: Read = ([amount, , receiver32, token]: Args) => [
  { kind: 'give', token: a(token), amount: n(amount) },
  { kind: 'party', label: 'row.receiver', who: getAddress(`0x${a(receiver32).slice(-40)}`) },
]
type Allowed = { token: string; amount: bigint; expiration: number }
const permit2Permit: Read = ([, permit]: Args) => {
  const { details, spender } = permit as { details: Allowed | readonly Allowed[]; spender: string }
  const list = (Array.isArray(details) ? details : [details]) as readonly Allowed[]
  return list.map(({ token, amount, expiration }) => ({ kind: 'spend', token, spender, amount, until: BigInt(expiration) }))
}
type Moved = { from: string; to: string; amount: bigint; token: string }
const permit2Transfers: Read = ([list]: Args) =>
  (list as readonly Moved[]).map(({ from, to, amount, token }) => ({ kind: 'send', token, from, to, amount }))

const details = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const v3 = 'address tokenIn, address tokenOut, uint24 fee, address recipient'

const lowerLimit: Read = ([spender, amount]: Args, token) => [
  { kind: 'party', label: 'row.spender', who: a(spender) },
  { kind: 'amount', label: 'row.less', token, amount: n(amount) },
]
/** A permit that was signed before, for the contract that is called (Uniswap's periphery, and all that copied it). */
const selfPermit: Read = ([token, amount]: Args, to) => [{ kind: 'spend', token: a(token), spender: to, amount: n(amount) }]
const selfPermitAllowed: Read = ([token]: Args, to) => [{ kind: 'spend', token: a(token), spender: to, amount: null }]
const spendAllIf: Read = ([operator, approved]: Args, token) => [
  { kind: 'spend', token, spender: a(operator), amount: approved ? null : 0n },
]

export const functionTable: Readonly<Record<string, Read>> = {
  // Permissions
  'decreaseAllowance(address spender, uint256 subtracted)': lowerLimit,
  'decreaseApproval(address spender, uint256 subtracted)': lowerLimit,
  // Their deadlines end the signature, which is handed in here: what it gives stays.
  'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)': (args, token) => [
    { kind: 'party', label: 'row.owner', who: a(args[0]) },
    { kind: 'spend', token, spender: a(args[1]), amount: n(args[2]) },
  ],
  'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)': (args, token) => [
    { kind: 'party', label: 'row.owner', who: a(args[0]) },
    { kind: 'spend', token, spender: a(args[1]), amount: args[4] ? null : 0n },
  ],
  [`permit(address owner, (${details} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`]: permit2Permit,
  [`permit(address owner, (${details}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`]: permit2Permit,
  'selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)': selfPermit,
  'selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)': selfPermit,
  'selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)': selfPermitAllowed,
  'selfPermitAllowedIfNecessary(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)': selfPermitAllowed,
  'approveAndCall(address spender, uint256 amount)': spend(0, 1),
  'approveAndCall(address spender, uint256 amount, bytes data)': spend(0, 1),
  'approveDelegation(address delegatee, uint256 amount)': spend(0, 1),
  'authorizeOperator(address operator)': spendAll,
  'setOperator(address operator, bool approved)': spendAllIf,
  // Compound III, and Maker's vaults: everything that the account has there.
  'allow(address manager, bool isAllowed)': spendAllIf,
  'hope(address usr)': spendAll,
  // Transfers
  'transferAndCall(address to, uint256 amount)': send(0, 1),
  'transferAndCall(address to, uint256 amount, bytes data)': send(0, 1),
  'send(address to, uint256 amount, bytes data)': send(0, 1),
  'operatorSend(address from, address to, uint256 amount, bytes data, bytes operatorData)': sendFrom(0, 1, 2),
  'transferFrom(address from, address to, uint160 amount, address token)': (args) => [
    { kind: 'send', token: a(args[3]), from: a(args[0]), to: a(args[1]), amount: n(args[2]) },
  ],
  'transferFrom((address from, address to, uint160 amount, address token)[] details)': permit2Transfers,
  'transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)':
    sendFrom(0, 1, 2),
  'receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)':
    sendFrom(0, 1, 2),
  'transferPunk(address to, uint256 punkIndex)': ([to, id]: Args, token) => [
    { kind: 'sendItems', token, to: a(to), ids: [n(id)], amounts: [1n] },
  ],
  'offerPunkForSaleToAddress(uint256 punkIndex, uint256 minSalePriceInWei, address toAddress)': ([id, price, to]: Args, token) => [
    { kind: 'item', token, spender: a(to), id: n(id) },
    { kind: 'get', amount: n(price) },
  ],
  'safeTransferETH(address to, uint256 value)': ([to, value]: Args) => [{ kind: 'send', to: a(to), amount: n(value) }],
  'burn(uint256 amount)': ([amount]: Args, token) => [{ kind: 'give', token, amount: n(amount) }],
  'burnFrom(address from, uint256 amount)': (args, token) => [
    { kind: 'give', token, amount: n(args[1]) },
    { kind: 'party', label: 'row.owner', who: a(args[0]) },
  ],
  // Vaults (ERC-4626) and lending
  'deposit(uint256 assets, address receiver)': ofVault,
  'mint(uint256 shares, address receiver)': ofVault,
  'withdraw(uint256 assets, address receiver, address owner)': ofVault,
  'redeem(uint256 shares, address receiver, address owner)': ofVault,
  'supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)': (args) => receiver(1, 2)(args, a(args[0])),
  'deposit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)': (args) => receiver(1, 2)(args, a(args[0])),
  'repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)': (args) => receiver(1, 3)(args, a(args[0])),
  'withdraw(address asset, uint256 amount, address to)': (args) => receiver(1, 2)(args, a(args[0])),
  // Exchanges
  'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)': swapV2(
    { give: 0, get: 1 },
    2,
  ),
  'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)': swapV2(
    { give: 1, get: 0 },
    2,
  ),
  'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)': swapV2(
    { give: 0, get: 1 },
    2,
  ),
  'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)': swapV2({ get: 0 }, 1),
  [`exactInputSingle((${v3}, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)`]: swapV3,
  [`exactInputSingle((${v3}, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)`]: swapV3,
  [`exactOutputSingle((${v3}, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)`]: swapV3,
  // Names (ENS)
  'renew(string name, uint256 duration)': () => [],
  // To another network (CCTP)
  'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken)': burnForOther,
  'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)':
    burnForOther,
  // Power over contracts and votes
  'transferOwnership(address newOwner)': control,
  'setOwner(address owner)': control,
  'setOwner(bytes32 node, address owner)': control,
  'setAuthority(address authority)': control,
  'setPendingOwner(address owner)': control,
  'grantRole(bytes32 role, address account)': control,
  'changeAdmin(address newAdmin)': control,
  'changeProxyAdmin(address proxy, address newAdmin)': ([proxy, admin]: Args) => [
    { kind: 'party', label: 'row.contract', who: a(proxy) },
    { kind: 'control', who: a(admin) },
  ],
  'upgradeTo(address implementation)': control,
  'upgradeToAndCall(address implementation, bytes data)': control,
  'upgrade(address proxy, address implementation)': ([proxy, implementation]: Args) => [
    { kind: 'party', label: 'row.contract', who: a(proxy) },
    { kind: 'control', who: a(implementation) },
  ],
  'addOwnerWithThreshold(address owner, uint256 threshold)': control,
  'swapOwner(address prevOwner, address oldOwner, address newOwner)': ([, , owner]: Args) => [{ kind: 'control', who: a(owner) }],
  'enableModule(address module)': control,
  'setGuard(address guard)': control,
  'setFallbackHandler(address handler)': control,
  'approveHash(bytes32 hash)': controlOf,
  'delegate(address delegatee)': ([who]: Args) => [{ kind: 'party', label: 'row.delegate', who: a(who) }],
}

/** Of vaults and lending, amounts of shares and of assets; and those that call another contract in between. */
const open: ReadonlySet<string> = new Set([
  'deposit',
  'mint',
  'withdraw',
  'redeem',
  'supply',
  'repay',
  'approveAndCall',
  'upgradeToAndCall',
])

const find = bySelector<Read>(functionTable)

/** What a function does that is known by its name; null for all others. */
export function readFunction(
  to: string,
  data: `0x${string}`,
): { readonly name: string; readonly moves: readonly Move[]; readonly isOpen: boolean } | null {
  const found = find(data)
  return found ? { name: found.name, moves: found.entry(found.args, to), isOpen: open.has(found.name) } : null
}
