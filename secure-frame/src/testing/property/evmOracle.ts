import { type FunctionFragment, formatUnits, Interface, type ParamType, TypedDataEncoder, type TypedDataField } from 'ethers'
import type { FakeToken } from '../fakeNode.js'

/* An independent decoder: another library, another list of functions, written from their standards. It says what a card has to say. */

/** Something that has to be readable: one of its spellings. */
export type Finding = { readonly what: string; readonly oneOf: readonly string[] }

/** By the names of their parameters: who gets or may take something, and how much. Parameters of other names say nothing of money. */
const parties = new Set([
  'to',
  'spender',
  'operator',
  'recipient',
  'receiver',
  'newOwner',
  'newAdmin',
  'implementation',
  'delegatee',
  'dest',
  'module',
])
const amounts = new Set(['amount', 'value', 'added', 'subtracted', 'id', 'ids', 'amounts', 'assets', 'shares', 'amountIn', 'amountOutMin'])

export const signatures = [
  'transfer(address to, uint256 amount)',
  'transferFrom(address from, address to, uint256 amount)',
  'approve(address spender, uint256 amount)',
  'increaseAllowance(address spender, uint256 added)',
  'decreaseAllowance(address spender, uint256 subtracted)',
  'increaseApproval(address spender, uint256 added)',
  'decreaseApproval(address spender, uint256 subtracted)',
  'allow(address operator, bool allowed)',
  'hope(address operator)',
  'setApprovalForAll(address operator, bool approved)',
  'safeTransferFrom(address from, address to, uint256 id)',
  'safeTransferFrom(address from, address to, uint256 id, bytes blob)',
  'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes blob)',
  'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes blob)',
  'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'transferAndCall(address to, uint256 amount, bytes blob)',
  'approveAndCall(address spender, uint256 amount, bytes blob)',
  'approveDelegation(address spender, uint256 amount)',
  'authorizeOperator(address operator)',
  'send(address recipient, uint256 amount, bytes blob)',
  'withdraw(uint256 amount)',
  'deposit()',
  'deposit(uint256 assets, address receiver)',
  'withdraw(uint256 assets, address receiver, address owner)',
  'redeem(uint256 shares, address receiver, address owner)',
  'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'transferOwnership(address newOwner)',
  'changeAdmin(address newAdmin)',
  'upgradeTo(address implementation)',
  'enableModule(address module)',
  'delegate(address delegatee)',
  'claim()',
] as const
/** Permit2's own functions, at its own address. */
export const permit2Signatures = [
  'approve(address token, address spender, uint160 amount, uint48 expiration)',
  'transferFrom(address from, address to, uint160 amount, address token)',
  'transferFrom((address from, address to, uint160 amount, address token)[] details)',
  'permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) single, bytes signature)',
  'permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) batch, bytes signature)',
] as const
/** Calls in calls: `call` is one of the target, `self` one of the contract that is called. */
export const wrappers = [
  'multicall(bytes[] self)',
  'multicall(uint256 deadline, bytes[] self)',
  'aggregate((address target, bytes call)[] calls)',
  'tryAggregate(bool requireSuccess, (address target, bytes call)[] calls)',
  'aggregate3((address target, bool allowFailure, bytes call)[] calls)',
  'aggregate3Value((address target, bool allowFailure, uint256 coins, bytes call)[] calls)',
  'execute(address target, uint256 coins, bytes call)',
  'executeBatch(address[] targets, uint256[] coins, bytes[] calls)',
  'execTransaction(address target, uint256 coins, bytes call, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
] as const

const known = new Interface([...signatures, ...permit2Signatures, ...wrappers].map((signature) => `function ${signature}`))
export type Tokens = Readonly<Record<string, FakeToken>>

/** Spellings of an amount: as the number it is, in the units of a token, or as having no limit. */
export function spell(amount: bigint, token: FakeToken | undefined, what: string): Finding {
  const plain = (decimals: number) => formatUnits(amount, decimals).replace(/\.0$/, '')
  const endless = amount >= 2n ** 128n || (token !== undefined && amount >= (token.supply ?? 10n ** 15n))
  const named = token?.decimals === undefined ? [String(amount)] : [plain(token.decimals)]
  return { what: `${what} ${amount}`, oneOf: [...named, ...(endless ? ['∞', 'Unlimited'] : [])] }
}

const coins = (amount: bigint): Finding[] =>
  amount > 0n ? [{ what: `coins ${amount}`, oneOf: [formatUnits(amount, 18).replace(/\.0$/, '')] }] : []

export type OracleCall = { readonly to: string; readonly data: string; readonly value: bigint }

/** Everybody who gets or may take something by a call, and how much. */
export function findInCall({ to, data, value }: OracleCall, tokens: Tokens): Finding[] {
  if (data === '0x') return [{ what: `to ${to}`, oneOf: [to] }, ...coins(value)]
  const own = value > 0n ? [{ what: `paid ${to}`, oneOf: [to] }, ...coins(value)] : []
  const parsed = known.parseTransaction({ data })
  if (!parsed) return own
  const { fragment, args } = parsed
  return [
    ...own,
    ...(isWrapper(fragment)
      ? inner(fragment, args, to, tokens)
      : visit(fragment.inputs, args, tokenOf(fragment, args, to, tokens), tokens)),
  ]
}

/** Lists of the decoder are arrays of its own kind, which make more of their kind. */
const plain = (value: unknown): unknown => (Array.isArray(value) ? Array.from(value) : value)

const isWrapper = ({ inputs }: FunctionFragment) =>
  JSON.stringify(inputs).includes('"call"') || inputs.some(({ name }) => ['self', 'calls', 'call'].includes(name))

function inner({ name, inputs }: FunctionFragment, args: readonly unknown[], to: string, tokens: Tokens): Finding[] {
  const at = (wanted: string) => plain(args[inputs.findIndex((input) => input.name === wanted)])
  const one = (target: unknown, data: unknown, sent: unknown = 0n) =>
    findInCall({ to: String(target), data: String(data), value: BigInt(sent as bigint) }, tokens)
  const self = at('self') as readonly string[] | undefined
  if (self) return self.flatMap((data) => one(to, data))
  if (name === 'executeBatch') {
    const [targets, sent, calls] = [at('targets'), at('coins'), at('calls')] as [string[], bigint[], string[]]
    return targets.flatMap((target, index) => one(target, calls[index], sent[index]))
  }
  const list = at('calls') as readonly { readonly target: string; readonly call: string; readonly coins?: bigint }[] | undefined
  if (list) return list.flatMap((item) => one(item.target, item.call, 'coins' in item ? item.coins : 0n))
  return one(at('target'), at('call'), at('coins'))
}

/** Which token an amount is of: the contract that is called, or the one that the function names. */
function tokenOf({ name, inputs }: FunctionFragment, args: readonly unknown[], to: string, tokens: Tokens): FakeToken | undefined {
  const at = inputs.findIndex((input) => input.name === 'token')
  if (name.startsWith('swap')) return undefined
  return tokens[String(at >= 0 ? args[at] : to).toLowerCase()]
}

const isItems = (inputs: readonly ParamType[]) => inputs.some(({ name }) => name === 'id' || name === 'ids')

function visit(inputs: readonly ParamType[], args: readonly unknown[], token: FakeToken | undefined, tokens: Tokens): Finding[] {
  const route = args[inputs.findIndex((input) => input.name === 'path')] as readonly string[] | undefined
  const named = inputs.findIndex((input) => input.name === 'token')
  const unit = named >= 0 ? tokens[String(args[named]).toLowerCase()] : token
  return inputs.flatMap((input, index): Finding[] => {
    const value = args[index]
    if (input.baseType === 'tuple') return visit(input.components ?? [], value as readonly unknown[], unit, tokens)
    if (input.baseType === 'array' && input.arrayChildren?.baseType === 'tuple')
      return (plain(value) as readonly (readonly unknown[])[]).flatMap((item) =>
        visit(input.arrayChildren?.components ?? [], item, unit, tokens),
      )
    if (input.type === 'address' && parties.has(input.name)) return [{ what: `${input.name} ${String(value)}`, oneOf: [String(value)] }]
    if (!amounts.has(input.name)) return []
    const list = (Array.isArray(value) ? Array.from(value) : [value]) as readonly bigint[]
    const of = route ? tokens[String(input.name === 'amountIn' ? route[0] : route.at(-1)).toLowerCase()] : unit
    // Items are counted, and have numbers: no token's units are meant. One of an item is not counted.
    if (isItems(inputs))
      return list.flatMap((amount) => (input.name.startsWith('amount') && amount === 1n ? [] : [spell(amount, undefined, input.name)]))
    return list.map((amount) => spell(BigInt(amount), of, input.name))
  })
}

/** Every address and number that a typed message signs, as its own encoder walks over them. */
export function findInTypedData(types: Record<string, TypedDataField[]>, message: Record<string, unknown>): Finding[] {
  const findings: Finding[] = []
  const { EIP712Domain: _, ...own } = types
  TypedDataEncoder.from(own).visit(message, (type, value) => {
    if (type === 'address') findings.push({ what: `address ${value}`, oneOf: [String(value)] })
    else if (/^u?int/.test(type)) findings.push({ what: `${type} ${value}`, oneOf: [String(BigInt(value))] })
    return value
  })
  return findings
}

/** What cannot be read in a text. */
export function missingIn(text: string, findings: readonly Finding[]): string[] {
  const plain = text.toLowerCase()
  const has = (spelling: string) => {
    const wanted = spelling.toLowerCase()
    if (!/^\d/.test(wanted) || wanted.startsWith('0x')) return plain.includes(wanted)
    // A number inside of a longer one is another number.
    return new RegExp(`(?:^|[^\\d.])${wanted.replace('.', '\\.')}(?!\\d|\\.\\d)`).test(plain)
  }
  return findings.filter(({ oneOf }) => !oneOf.some(has)).map(({ what }) => what)
}
