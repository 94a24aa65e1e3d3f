import { Interface, type ParamType } from 'ethers'
import fc from 'fast-check'
import type { FakeToken } from '../fakeNode.js'
import { type OracleCall, permit2Signatures, signatures, wrappers } from './evmOracle.js'

/* Random calls and typed data, as pages could send them. */

export const tokens: Readonly<Record<string, FakeToken>> = {
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': { symbol: 'USDC', decimals: 6, balance: 50_000_000n, supply: 10n ** 16n },
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': { symbol: 'WETH', decimals: 18, balance: 10n ** 18n, supply: 10n ** 25n },
  '0x5190000000000000000000000000000000000519': { symbol: 'ONE', decimals: 0, balance: 7n, supply: 1_000n },
  '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d': { symbol: 'BAYC', balance: 1n },
}
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((list) => `0x${Buffer.from(list).toString('hex')}`)
export const anyAddress = fc.oneof({ weight: 4, arbitrary: hex(20) }, fc.constantFrom(...Object.keys(tokens)))
/** Small ones, round ones, those at the edges of types, and anything. */
export const amount = (bits = 256): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: 10n }),
    fc.nat(30).map((zeros) => 10n ** BigInt(zeros) % 2n ** BigInt(bits)),
    fc
      .constantFrom(2n ** BigInt(bits) - 1n, 2n ** BigInt(bits - 1), 2n ** 128n, 2n ** 128n - 1n, 2n ** 64n - 1n)
      .map((value) => value % 2n ** BigInt(bits)),
    fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }),
  )

type Targeted = { readonly to: string; readonly data: string }

function argument(
  type: ParamType,
  to: string,
  inner: (to: string) => fc.Arbitrary<string>,
  target: fc.Arbitrary<Targeted>,
): fc.Arbitrary<unknown> {
  if (type.baseType === 'array') {
    const child = type.arrayChildren as ParamType
    if (type.name === 'self') return fc.array(inner(to), { minLength: 1, maxLength: 2 })
    return fc.array(argument(child, to, inner, target), { minLength: 1, maxLength: 2 })
  }
  if (type.baseType === 'tuple') {
    const fields = type.components as readonly ParamType[]
    // A call of a list: its data is one for its own target.
    if (fields.some(({ name }) => name === 'call'))
      return fc
        .tuple(target, amount(80), fc.boolean())
        .map(([one, coins, flag]) => fields.map(({ name }) => ({ target: one.to, call: one.data, coins })[name] ?? flag))
    return fc.tuple(...fields.map((field) => argument(field, to, inner, target)))
  }
  if (type.type === 'address') return anyAddress
  if (type.type === 'bool') return fc.boolean()
  if (type.type === 'uint8') return fc.constant(0)
  if (type.type.startsWith('uint')) return amount(Number(type.type.slice(4)))
  if (type.type === 'bytes32') return hex(32)
  return fc.constant('0x')
}

const apis: ReadonlyMap<string, Interface> = new Map(
  [...signatures, ...permit2Signatures, ...wrappers].map((signature) => [signature, new Interface([`function ${signature}`])]),
)

function callWith(list: readonly string[], to: string, level: number): fc.Arbitrary<string> {
  return fc.constantFrom(...list).chain((signature) => {
    const api = apis.get(signature) as Interface
    const fragment = api.fragments[0] as unknown as { name: string; inputs: readonly ParamType[] }
    const target = targeted(level + 1)
    const encode = (args: readonly unknown[]) => api.encodeFunctionData(fragment.name, args)
    const at = (name: string) => fragment.inputs.findIndex((input) => input.name === name)
    if (at('call') >= 0)
      return fc
        .tuple(target, ...fragment.inputs.map((input) => argument(input, to, () => fc.constant('0x'), target)))
        .map(([one, ...args]) => {
          args[at('target')] = one.to
          args[at('call')] = one.data
          args[at('coins')] = BigInt(args[at('coins')] as bigint) % 2n ** 80n
          return encode(args)
        })
    if (at('targets') >= 0)
      return fc
        .array(fc.tuple(target, amount(80)), { minLength: 1, maxLength: 2 })
        .map((items) => encode([items.map(([one]) => one.to), items.map(([, coins]) => coins), items.map(([one]) => one.data)]))
    // As many amounts as items.
    if (at('ids') >= 0)
      return fc
        .tuple(anyAddress, anyAddress, fc.array(fc.tuple(amount(), amount()), { minLength: 1, maxLength: 2 }))
        .map(([from, receiver, items]) => encode([from, receiver, items.map(([id]) => id), items.map(([, many]) => many), '0x']))
    const inner = (self: string) => (level >= 2 ? callWith(signatures, self, level + 1) : anyCall(self, level + 1))
    return fc.tuple(...fragment.inputs.map((input) => argument(input, to, inner, target))).map(encode)
  })
}

const anyCall = (to: string, level: number): fc.Arbitrary<string> => {
  if (to === permit2) return callWith(permit2Signatures, to, level)
  return level >= 2
    ? callWith(signatures, to, level)
    : fc.oneof({ weight: 4, arbitrary: callWith(signatures, to, level) }, { weight: 1, arbitrary: callWith(wrappers, to, level) })
}

const targeted = (level: number): fc.Arbitrary<Targeted> =>
  fc
    .oneof({ weight: 5, arbitrary: anyAddress }, fc.constant(permit2))
    .chain((to) => fc.oneof({ weight: 5, arbitrary: anyCall(to, level) }, fc.constant('0x')).map((data) => ({ to, data })))

/** One call, sometimes with bytes behind its end, which contracts ignore. */
export const evmCall: fc.Arbitrary<OracleCall> = fc
  .tuple(
    targeted(0),
    fc.oneof({ weight: 3, arbitrary: fc.constant(0n) }, amount(80)),
    fc.oneof({ weight: 9, arbitrary: fc.constant('') }, fc.constant('00ff')),
  )
  .map(([{ to, data }, value, tail]) => ({ to, data: data === '0x' ? data : data + tail, value }))

type Types = Record<string, { name: string; type: string }[]>
export type TypedRequest = {
  readonly types: Types
  readonly primaryType: string
  readonly contract: string
  readonly message: Record<string, unknown>
}

function anyOf(type: string, types: Types): fc.Arbitrary<unknown> {
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const length = list[2] ? { minLength: Number(list[2]), maxLength: Number(list[2]) } : { maxLength: 4 }
    return fc.array(anyOf(list[1] ?? '', types), length)
  }
  const fields = types[type]
  if (fields) return fc.record(Object.fromEntries(fields.map((field) => [field.name, anyOf(field.type, types)])))
  if (type === 'address') return anyAddress
  if (type === 'bool') return fc.boolean()
  if (type === 'string') return fc.string({ maxLength: 12 })
  if (type.startsWith('uint')) return amount(Number(type.slice(4))).map(String)
  if (type.startsWith('int')) return amount(Number(type.slice(3)) - 1).map((value) => `-${value}`.replace('-0', '0'))
  return hex(type === 'bytes' ? 5 : Number(type.slice(5)))
}

const structure = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.trim().split(' ')
    return { name, type }
  })
const typesOf = (list: Readonly<Record<string, string>>): Types =>
  Object.fromEntries(Object.entries(list).map(([name, text]) => [name, structure(text)]))

/** Forms that wallets know. `facts`: paths of what has to stand among the facts, and not in the text alone; `*`: of each of a list. */
export const forms: readonly {
  readonly primaryType: string
  readonly types: Types
  readonly contract?: string
  readonly facts: readonly string[]
}[] = [
  {
    primaryType: 'Permit',
    types: typesOf({ Permit: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline' }),
    facts: ['spender', 'value'],
  },
  {
    primaryType: 'Permit',
    types: typesOf({ Permit: 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline' }),
    facts: ['spender', 'tokenId'],
  },
  {
    primaryType: 'Permit',
    types: typesOf({ Permit: 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed' }),
    facts: ['spender'],
  },
  ...['TransferWithAuthorization', 'ReceiveWithAuthorization'].map((primaryType) => ({
    primaryType,
    types: typesOf({ [primaryType]: 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce' }),
    facts: ['to', 'value'],
  })),
  {
    primaryType: 'PermitBatch',
    contract: permit2,
    types: typesOf({
      PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline',
      PermitDetails: 'address token,uint160 amount,uint48 expiration,uint48 nonce',
    }),
    facts: ['spender', 'details.*.amount'],
  },
  {
    primaryType: 'PermitTransferFrom',
    contract: permit2,
    types: typesOf({
      PermitTransferFrom: 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
      TokenPermissions: 'address token,uint256 amount',
    }),
    facts: ['spender', 'permitted.amount'],
  },
  {
    primaryType: 'PermitBatchWitnessTransferFrom',
    contract: permit2,
    types: typesOf({
      PermitBatchWitnessTransferFrom: 'TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,Witness details',
      TokenPermissions: 'address token,uint256 amount',
      Witness: 'address token,uint160 amount',
    }),
    facts: ['spender', 'permitted.*.amount'],
  },
  { primaryType: 'Grant', types: typesOf({ Grant: 'address operator,uint256 howMuch' }), facts: ['operator'] },
]

const leaf = fc.constantFrom(
  'address',
  'uint256',
  'uint8',
  'int64',
  'bool',
  'string',
  'bytes',
  'bytes32',
  'address[]',
  'uint256[2]',
  'address[][]',
)
/** Types that nobody has seen before, nested and in lists. */
const unseen: fc.Arbitrary<{ readonly primaryType: string; readonly types: Types }> = fc
  .tuple(
    fc.array(leaf, { minLength: 1, maxLength: 4 }),
    fc.array(leaf, { minLength: 1, maxLength: 2 }),
    fc.constantFrom('', '[]', '[2]', '[][]'),
  )
  .map(([outer, inner, list]) => ({
    primaryType: 'Thing',
    types: {
      Thing: [...outer.map((type, index) => ({ name: `f${index}`, type })), { name: 'part', type: `Part${list}` }],
      Part: inner.map((type, index) => ({ name: `g${index}`, type })),
    },
  }))

export const typedRequest: fc.Arbitrary<TypedRequest & { readonly facts: readonly string[] }> = fc
  .oneof({ weight: 3, arbitrary: fc.constantFrom(...forms) }, unseen)
  .chain((form) =>
    fc.record({
      types: fc.constant(form.types),
      primaryType: fc.constant(form.primaryType),
      contract: 'contract' in form && form.contract ? fc.constant(form.contract) : anyAddress,
      message: anyOf(form.primaryType, form.types) as fc.Arbitrary<Record<string, unknown>>,
      facts: fc.constant('facts' in form ? form.facts : []),
    }),
  )
