import { AccountRole, address, type Instruction } from '@solana/kit'
import { Interface } from 'ethers'
import { encodeEventTopics, numberToHex, parseAbi, toHex } from 'viem'
import { answerTrial, type FakeNode, fakeContext, fakeSolana } from '../fakeNode.js'
import { buildSolana } from '../solanaTransactions.js'

/* Makes requests of the patterns beside this file, as a page would, with other libraries than the wallet reads them with. */

export type Names = Readonly<Record<string, string>>
/** What a pattern says of its card. `$name` stands for an address or a number of the list on top of its file. */
export type Expected = {
  readonly name: string
  readonly says?: readonly string[]
  readonly warns?: readonly string[]
  readonly refused?: string
  readonly known?: readonly string[]
}
type CallPattern = {
  readonly to?: string
  readonly function?: string | null
  readonly args?: readonly unknown[]
  readonly data?: string
  readonly value?: string
  readonly [more: string]: unknown
}
/** A move, or with a spender a limit. */
type Moved = { readonly token?: string; readonly from: string; readonly to?: string; readonly spender?: string; readonly amount: string }

/** Puts names and nested calls in their places. */
export function fill(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return value.replace(/\$(\w+)/g, (whole, name) => names[name] ?? whole)
  if (Array.isArray(value)) return value.map((item) => fill(item, names))
  if (typeof value !== 'object' || value === null) return value
  if ('repeat' in value && 'times' in value) return Array(value.times).fill(fill(value.repeat, names))
  if ('function' in value && 'args' in value && Object.keys(value).length === 2) return encode(value as CallPattern, names)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, names)]))
}

function encode({ function: name, args = [], data }: CallPattern, names: Names): string {
  if (!name) return data ?? '0x'
  return new Interface([`function ${name}`]).encodeFunctionData(name, fill(args, names) as unknown[])
}

/** A call as a page sends it. */
export function callOf(pattern: CallPattern, names: Names): Record<string, unknown> {
  const { to, function: _function, args: _args, data: _data, value = '0', ...more } = pattern
  return {
    ...(to === undefined ? {} : { to: fill(to, names) }),
    data: encode(pattern, names),
    value: numberToHex(BigInt(value)),
    ...(fill(more, names) as object),
  }
}

const events = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed from, address indexed to, uint256 value)',
])
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** A node that knows the tokens of the patterns. Without `simulated` it tries nothing. */
export function evmContext(names: Names, { known = [] }: Expected, simulated?: readonly Moved[]) {
  const at = (name: string) => (names[name] ?? '').toLowerCase()
  const logs = (simulated ?? []).map(({ token, from, to, spender, amount }) => ({
    address: token === undefined ? native : fill(token, names),
    topics: encodeEventTopics({
      abi: events,
      eventName: spender === undefined ? 'Transfer' : 'Approval',
      args: { from: fill(from, names), to: fill(spender ?? to, names) } as never,
    }),
    data: toHex(BigInt(String(fill(amount, names))), { size: 32 }),
  }))
  const node: FakeNode = {
    tokens: {
      [at('usdc')]: { symbol: 'USDC', decimals: 6, balance: 50_000_000n, supply: 10n ** 16n },
      [at('dai')]: { symbol: 'DAI', decimals: 18, balance: 10n ** 18n, supply: 10n ** 27n },
      [at('weth')]: { symbol: 'WETH', decimals: 18, balance: 10n ** 18n, supply: 10n ** 27n },
      [at('apes')]: { symbol: 'BAYC', balance: 1n },
    },
    contracts: ['drainer', 'proxy', 'router', 'multicall3', 'permit2', 'seaport'].map(at),
    ...(simulated ? { answers: { eth_simulateV1: answerTrial([{ status: '0x1', gasUsed: '0x5208', logs }]) as never } } : {}),
  }
  const token = (name: string, symbol: string, decimals: number) => ({ address: at(name), symbol, decimals })
  const contracts = {
    tokens: [token('usdc', 'USDC', 6), token('dai', 'DAI', 18), token('weth', 'WETH', 18)],
    wrapped: at('weth'),
    others: ['router', 'multicall3', 'permit2', 'seaport', 'apes'].map(at),
  }
  return fakeContext(node, { known: fill(known, names) as string[], contracts })
}

const structure = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.trim().split(' ')
    return { name, type }
  })
export type TypedPattern = {
  readonly primaryType: string
  readonly types: Readonly<Record<string, string>>
  readonly contract: string
  readonly message: unknown
  readonly noChain?: boolean
}

/** Typed data as a page sends it. */
export function typedDataOf({ primaryType, types, contract, message, noChain }: TypedPattern, names: Names) {
  const domain = { name: 'App', ...(noChain ? {} : { chainId: 1 }), verifyingContract: fill(contract, names) }
  const list = ['string name', ...(noChain ? [] : ['uint256 chainId']), 'address verifyingContract'].join(',')
  const all = { EIP712Domain: list, ...types }
  return {
    types: Object.fromEntries(Object.entries(all).map(([name, text]) => [name, structure(text)])),
    primaryType,
    domain,
    message: fill(message, names),
  }
}

export type SolanaPattern = { readonly program: string; readonly accounts: readonly string[]; readonly data: readonly string[] }

const piece = (text: string): number[] => {
  const [kind, value = ''] = text.split(':')
  const bytes = { u8: 1, u32: 4, u64: 8 }[kind ?? '']
  if (bytes) return Array.from({ length: bytes }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n))
  return [...base58Bytes(value)]
}
function base58Bytes(text: string): Uint8Array {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let number = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  const bytes = new Uint8Array(32)
  for (let at = 31; at >= 0; at -= 1, number >>= 8n) bytes[at] = Number(number & 255n)
  return bytes
}
const roles: Readonly<Record<string, AccountRole>> = {
  sw: AccountRole.WRITABLE_SIGNER,
  s: AccountRole.READONLY_SIGNER,
  w: AccountRole.WRITABLE,
}

/** A transaction as a page sends it, base64. */
export function solanaOf(patterns: readonly SolanaPattern[], names: Names): string {
  const instructions = patterns.map(
    ({ program, accounts, data }): Instruction => ({
      programAddress: address(String(fill(program, names))),
      accounts: accounts.map((account) => {
        const [key, role = ''] = account.split(':')
        return { address: address(String(fill(key, names))), role: roles[role] ?? AccountRole.READONLY }
      }),
      data: Uint8Array.from(data.flatMap((text) => piece(String(fill(text, names))))),
    }),
  )
  return buildSolana(instructions, names.me ?? '')
}

type Holding = { readonly mint: string; readonly owner: string; readonly amount: string; readonly decimals: number }

type Changes = Readonly<Record<string, { readonly program?: string }>>

/**
 * A node where some accounts hold tokens. Without `lamportsOut` it tries nothing.
 *
 * @param after what differs in these accounts when it was tried; `program`: the one that decides about it
 */
export function solanaContext(
  names: Names,
  holdings: Readonly<Record<string, Holding>>,
  { known = [] }: Expected,
  lamportsOut?: number,
  after: Changes = {},
) {
  const filled = fill(holdings, names) as Record<string, Holding>
  const accounts = new Map(Object.entries(filled).map(([key, value]) => [String(fill(key, names)), value]))
  const start = 10_000_000_000
  const changes = new Map(Object.entries(fill(after, names) as Changes).map(([key, value]) => [String(fill(key, names)), value]))
  const accountOf = (key: string, lamports: number, isAfter = false) => {
    const held = accounts.get(key)
    const { program, ...change } = (isAfter ? changes.get(key) : undefined) ?? {}
    if (key === names.me) return { lamports, owner: program ?? names.system, data: {} }
    if (!held) return null
    const { mint, owner, amount, decimals } = held
    return {
      lamports: 2_039_280,
      owner: names.token,
      data: { parsed: { info: { mint, owner, tokenAmount: { amount, decimals }, ...change } } },
    }
  }
  const answers: FakeNode['answers'] = {
    getMultipleAccounts: ([list]) => ({ value: (list as string[]).map((key) => accountOf(key, start)) }),
    ...(lamportsOut === undefined
      ? {}
      : {
          simulateTransaction: ([, options]) => ({
            value: {
              err: null,
              accounts: (options as { accounts: { addresses: string[] } }).accounts.addresses.map((key) =>
                accountOf(key, start - lamportsOut, true),
              ),
            },
          }),
        }),
  }
  return fakeSolana({ answers }, { known: fill(known, names) as string[] })
}
